import type { IDataObject } from 'n8n-workflow';
import { withoutUndefined } from '../../../client/http/json.js';
import type { MediaFacts } from '../../../client/publishing/validation/types.js';
import { limits } from '../../../client/publishing/values.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { shown } from '../../shared/values.js';
import {
	FileMissingError,
	readRemoteEdges,
	requireWebAddress,
	type RemoteFileName,
} from '../../shared/remoteFile.js';
import { readFileFacts } from '../media/fileFacts.js';
import { mediaTypeOf } from '../media/mediaType.js';
import { openShared, refuseSharePage, requestedFor } from '../media/shareLinks.js';
import { urlName } from '../media/uploads.js';
import type { MediaSources } from '../form/media.js';
import { asProblem, unusable } from './preflight.js';

/** Reads what the beginning and the end of a file on the web say. The file isn't loaded as a whole. */
async function factsOfUrl({ context }: ParameterReader, source: RemoteFileName): Promise<MediaFacts> {
	const { name, url } = source;
	const { mimeType, head, sizeBytes, isSizeCertain, read } = await openShared(url, async (address) => {
		const edges = await readRemoteEdges(context, { url: address, name });
		refuseSharePage(name, url, edges.head, edges.mimeType);
		return edges;
	});
	if (head.length === 0)
		return { name, problem: { severity: 'error', text: `has an empty file at ${shown(name)}` } };
	try {
		const signal = context.getExecutionCancelSignal();
		const options = { signal, sizeBytes: isSizeCertain ? sizeBytes : undefined };
		const facts = withoutUndefined(await readFileFacts(read, options));
		const start = { head, mimeType, contentType: facts.contentType };
		const mediaType = mediaTypeOf(start, { ...source, wanted: undefined });
		const isUnrecognized = facts.contentType === undefined || undefined;
		return { name, mediaType, ...withoutUndefined({ sizeBytes, ...facts, isUnrecognized }) };
	} catch (error) {
		return asProblem(name, 'error', unusable)(error);
	}
}

async function checkUrl(parameters: ParameterReader, source: RemoteFileName): Promise<MediaFacts> {
	try {
		requireWebAddress(source);
	} catch (error) {
		return asProblem(source.name, 'error', "has an address that can't be used")(error);
	}
	return await factsOfUrl(parameters, source).catch((error: unknown) => {
		if (error instanceof FileMissingError) return asProblem(source.name, 'error', unusable)(error);
		// A server that doesn't answer now can answer later.
		return asProblem(source.name, 'warning', "has a file that couldn't be checked")(error);
	});
}

/**
 * Returns what is known about the media of a post, with what the files on the web say. Reads one after the other, and no more than
 * a post can have.
 * @param facts what is known without loading anything, in the order of the media
 */
export async function withUrlFacts(
	parameters: ParameterReader,
	{ urls }: MediaSources,
	facts: MediaFacts[],
): Promise<MediaFacts[]> {
	if (urls.length === 0) return facts;
	const found: MediaFacts[] = [];
	for (const [index, url] of urls.slice(0, limits.mediaAssetIdsMax).entries()) {
		found.push(await checkUrl(parameters, { url, name: urlName(index, urls.length) }));
	}
	return facts.map((fact, index) => ({
		...fact,
		...(found[index] && { isReadLater: undefined, ...found[index] }),
	}));
}

/** Describes the files and URLs of a post for the output. Undefined if there are none. */
export function describeMedia({ files, urls }: MediaSources, facts: MediaFacts[]): IDataObject[] | undefined {
	const names = [...files.map(([name]) => name), ...urls.map((_url, index) => urlName(index, urls.length))];
	if (names.length === 0) return undefined;
	return names.map(
		(name, index): IDataObject => ({
			...withoutUndefined({
				name,
				...facts[index],
				requested: requestedFor(urls[index - files.length] ?? ''),
				problem: undefined,
				isReadLater: undefined,
				isUnrecognized: undefined,
			}),
		}),
	);
}
