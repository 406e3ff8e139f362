import type { IExecuteFunctions } from 'n8n-workflow';
import { withoutUndefined } from '../../../../../client/http/json';
import type { MediaFacts, PostToCheck } from '../../../../../client/publishing/validation/types';
import { openBinaryData, type BinaryField } from '../../../../shared/binary';
import type { ParameterReader } from '../../../../shared/parameters';
import { factsOfFile, withBeginning } from '../../../media/fileFacts';
import { checkMediaFile } from '../../../media/mediaType';
import type { InspectFile } from '../../../media/uploads';
import type { CheckFirst } from '../form/checkFirst';
import type { MediaSources } from '../form/media';
import type { NewPostForm } from '../form/newPost';

async function factsOfField(context: IExecuteFunctions, field: BinaryField): Promise<MediaFacts> {
	const [name] = field;
	const file = withBeginning(await openBinaryData(context, field));
	const look = async (): Promise<MediaFacts> => {
		const mediaType = await checkMediaFile(file, { name, wanted: undefined });
		const facts = await factsOfFile(file, context.getExecutionCancelSignal());
		return { mediaType, sizeBytes: file.sizeBytes, ...withoutUndefined(facts) };
	};
	return await look().finally(file.close);
}

/**
 * Returns what is known about a post's media before the upload. For files of the item, that's what their headers say. Assets and
 * files on the web have no facts, because they aren't downloaded for the check.
 */
export async function mediaFacts(
	{ context }: ParameterReader,
	{ assetIds, files, urls }: MediaSources,
): Promise<MediaFacts[]> {
	const unknown: MediaFacts[] = [...assetIds, ...urls].map(() => ({}));
	return [...unknown, ...(await Promise.all(files.map(async (field) => await factsOfField(context, field))))];
}

/** Returns a new post in the format of the checks, with the facts about its media. */
export const asCreated = async (
	parameters: ParameterReader,
	{ post, media, liveOptions }: NewPostForm,
): Promise<PostToCheck> => ({
	...post,
	liveOptions,
	media: await mediaFacts(parameters, media),
});

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
		const now = { ...known, ...withoutUndefined(facts) };
		if (JSON.stringify(now) === JSON.stringify(known)) return;
		media[index] = now;
		// The upload can take so long that the time to publish has passed. That's for the service to decide.
		await checkFirst({ ...post, mayBeDone: true });
	};
}
