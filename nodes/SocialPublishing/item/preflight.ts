import type { IExecuteFunctions } from 'n8n-workflow';
import { withoutUndefined } from '../../../client/http/json.js';
import type { Severity } from '../../../client/publishing/findings.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { MediaFacts, PostToCheck } from '../../../client/publishing/validation/types.js';
import { openBinaryData, type BinaryField } from '../../shared/binary.js';
import { ParameterError } from '../../shared/errors.js';
import { sentences } from '../../shared/errorTexts.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { readMediaFile } from '../media/fileFacts.js';
import { factsOfAsset } from '../media/uploadedFiles.js';
import { urlName, type InspectFile } from '../media/uploads.js';
import type { CheckFirst } from '../form/checkFirst.js';
import type { ItemWish } from '../form/wish.js';

/** Says what is wrong with a file instead of throwing. Other errors than those of parameters are thrown. */
export const asProblem =
	(name: string, severity: Severity, beginning: string) =>
	(error: unknown): MediaFacts => {
		if (!(error instanceof ParameterError)) throw error;
		const text = sentences(beginning, error.message, error.description);
		return { name, problem: { severity, text: text.replace(/\.$/, '') } };
	};

/** How a finding about a file that can't be used begins. */
export const unusable = "has a file that can't be used";

async function factsOfField(context: IExecuteFunctions, field: BinaryField): Promise<MediaFacts> {
	const [name] = field;
	const look = async (): Promise<MediaFacts> => {
		const file = await openBinaryData(context, field);
		const choice = { name, wanted: undefined };
		return await readMediaFile(file, choice, context.getExecutionCancelSignal()).finally(file.close);
	};
	return await look().catch(asProblem(name, 'error', unusable));
}

/**
 * Returns what is known about a post's media before the upload. For files of the item, that's what their headers say. Files on the
 * web aren't downloaded for the check, and assets are known if this execution uploaded them.
 */
export async function mediaFacts(
	{ context }: ParameterReader,
	{ media }: Pick<ItemWish, 'media'>,
): Promise<MediaFacts[]> {
	if (media === undefined) return [];
	const { assetIds, files, urls, altTexts } = media;
	const assets = assetIds.map(factsOfAsset(context));
	const onWeb = urls.map((_url, index) => ({ name: urlName(index, urls.length), isReadLater: true }));
	const ofItem = files.map(async (field) => await factsOfField(context, field));
	const uploads = [...onWeb, ...(await Promise.all(ofItem))];
	return [
		...assets,
		...uploads.map((file, index) => withoutUndefined({ ...file, altText: altTexts[index] || undefined })),
	];
}

/** Returns a new post in the format of the checks, with the facts about its media. */
export const asCreated = async (
	parameters: ParameterReader,
	{ checks }: PublishingClient,
	wish: ItemWish,
): Promise<PostToCheck> => checks.newPost(wish, await mediaFacts(parameters, wish));

/**
 * Checks a post before its files are uploaded. Returns a function that checks it again when more is known about one of the files,
 * such as about a file on the web, which is only read once.
 */
export async function checkBeforeUpload(checkFirst: CheckFirst, post: PostToCheck): Promise<InspectFile> {
	await checkFirst(post);
	const { media } = post;
	return async (index, facts) => {
		const known = media[index];
		// Another check would find the same.
		const now = { ...known, ...withoutUndefined(facts), isReadLater: undefined };
		if (JSON.stringify(now) === JSON.stringify(known)) return;
		media[index] = now;
		// The upload can take so long that the time to publish has passed. That's for the service to decide.
		await checkFirst(
			{ ...post, mayBeDone: true },
			media.some(({ isReadLater }) => isReadLater),
		);
	};
}
