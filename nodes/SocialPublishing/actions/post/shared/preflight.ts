import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../../client/publishing';
import type { MediaFacts, PostToCheck } from '../../../../../client/publishing/validation/types';
import { openBinaryData, type BinaryField } from '../../../../shared/binary';
import { sentences } from '../../../../shared/errorTexts';
import { showHint } from '../../../../shared/operation';
import type { ParameterReader } from '../../../../shared/parameters';
import { describeFinding } from '../../../labels';
import { detailsOf } from '../../../media/mediaDetails';
import { checkMediaFile } from '../../../media/mediaType';
import type { MediaSources } from '../form/media';
import type { NewPost } from '../form/newPost';

/** The option that checks the post against the limits of all its channels before anything is sent. */
export const checkFirstOption: INodeProperties = {
	displayName: 'Check Before Sending',
	name: 'checkFirst',
	type: 'boolean',
	default: false,
	description: "Whether to check the post against every channel's limits before anything is sent",
};

async function factsOf(context: IExecuteFunctions, field: BinaryField): Promise<MediaFacts> {
	const [name] = field;
	const file = await openBinaryData(context, field);
	const look = async (): Promise<MediaFacts> => {
		const mediaType = await checkMediaFile(file, { name, wanted: undefined });
		const signal = context.getExecutionCancelSignal();
		const durationSec = mediaType === 'video' ? (await detailsOf(file, signal)).durationSec : undefined;
		return { mediaType, durationSec, sizeBytes: file.sizeBytes };
	};
	return await look().finally(file.close);
}

/**
 * What is known of a post's media before they are uploaded: kind, size and duration of files of the item, and
 * nothing of assets and of files on the web, which are not loaded for this.
 */
export async function mediaFacts(
	{ context }: ParameterReader,
	{ assetIds, files, urls }: MediaSources,
): Promise<MediaFacts[]> {
	const unknown: MediaFacts[] = [...assetIds, ...urls].map(() => ({}));
	return [...unknown, ...(await Promise.all(files.map(async (field) => await factsOf(context, field))))];
}

/** A new post with its media. */
export const asCreated = async (
	parameters: ParameterReader,
	{ post, media, liveOptions }: NewPost,
): Promise<PostToCheck> => ({
	...post,
	liveOptions,
	media: await mediaFacts(parameters, media),
});

/**
 * Checks a post where the user wants it: problems are an error with all of them, warnings a hint beside the output.
 * @param readPost gives the post as it would be after the write; called only when it is needed
 */
export type CheckFirst = (readPost: () => Promise<PostToCheck>) => Promise<void>;

/** Reads whether the user wants the check. */
export function readCheckFirst(parameters: ParameterReader, client: PublishingClient): CheckFirst {
	const isWanted = parameters.option(checkFirstOption);
	return async (readPost) => {
		if (!isWanted) return;
		const warnings = await client.checks.require(await readPost());
		if (warnings.length === 0) return;
		const texts = sentences(...warnings.map(describeFinding));
		showHint(parameters.context, { message: `Item ${parameters.itemIndex}: ${texts}`, type: 'warning' });
	};
}
