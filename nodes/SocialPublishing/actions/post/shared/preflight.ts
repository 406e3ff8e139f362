import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { withoutUndefined } from '../../../../../client/http/json';
import type { PublishingClient } from '../../../../../client/publishing';
import type { MediaFacts, PostToCheck } from '../../../../../client/publishing/validation/types';
import { openBinaryData, type BinaryField } from '../../../../shared/binary';
import { isUnset, type ParameterReader } from '../../../../shared/parameters';
import { hintOnce } from '../../../hints';
import { describeFinding } from '../../../labels';
import { factsOf, withBeginning } from '../../../media/fileFacts';
import { checkMediaFile } from '../../../media/mediaType';
import { readAdditionalBody } from '../form/fields';
import type { MediaSources } from '../form/media';
import type { NewPost } from '../form/newPost';

/**
 * The option to check the post against the limits of all its channels before anything is sent. For the default, see {@link
 * checksPost}.
 */
export const checkFirstOption: INodeProperties = {
	displayName: 'Check Before Sending',
	name: 'checkFirst',
	type: 'boolean',
	default: true,
	description:
		"Whether to check the post against every channel's limits before anything is sent. Without this option, the node checks every post that doesn't stay a draft.",
};

/**
 * Whether to check the post. If the option isn't set, checks posts that are delivered and that the form fully describes. Skips
 * posts with additional fields, because the node doesn't know what they mean, and posts for which the user wants to continue with
 * a saved draft.
 */
function checksPost(parameters: ParameterReader, isDelivered: boolean): boolean {
	const { checkFirst, onSavedDraft } = parameters.options;
	if (!isUnset(checkFirst)) return parameters.option(checkFirstOption);
	const hasAdditions = Object.keys(readAdditionalBody(parameters) ?? {}).length > 0;
	return isDelivered && !hasAdditions && onSavedDraft !== 'continue';
}

async function factsOfField(context: IExecuteFunctions, field: BinaryField): Promise<MediaFacts> {
	const [name] = field;
	const file = withBeginning(await openBinaryData(context, field));
	const look = async (): Promise<MediaFacts> => {
		const mediaType = await checkMediaFile(file, { name, wanted: undefined });
		const facts = await factsOf(file, context.getExecutionCancelSignal());
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
	{ post, media, liveOptions }: NewPost,
): Promise<PostToCheck> => ({
	...post,
	liveOptions,
	media: await mediaFacts(parameters, media),
});

/** Checks a post as it would be after the write. Throws one error with all problems, and shows warnings beside the output. */
export type CheckFirst = (post: PostToCheck) => Promise<void>;

/** Returns a check that always runs, whatever the user chose. */
export const alwaysCheck =
	(parameters: ParameterReader, { checks }: PublishingClient): CheckFirst =>
	async (post) => {
		const warnings = await checks.require(post);
		hintOnce(parameters, warnings.map(describeFinding), 'warning');
	};

/**
 * Returns the check, or undefined if the user doesn't want it. Then nothing needs to be read for it.
 * @param isDelivered whether the operation delivers the post, which turns the check on by default
 */
export const readCheckFirst = (
	parameters: ParameterReader,
	client: PublishingClient,
	isDelivered: boolean,
): CheckFirst | undefined =>
	checksPost(parameters, isDelivered) ? alwaysCheck(parameters, client) : undefined;
