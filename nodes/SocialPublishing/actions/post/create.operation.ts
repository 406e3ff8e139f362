import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { factsOf } from '../../../../client/http/errors';
import type { KeyedWrite } from '../../../../client/http/idempotency';
import type { PublishingClient } from '../../../../client/publishing';
import type { BodyOptions } from '../../../../client/publishing/posts/content';
import type { RoutedPost } from '../../../../client/publishing/posts/answers';
import type { CreatePost } from '../../../../client/publishing/requests';
import type { Post } from '../../../../client/publishing/schemas';
import { contextOf } from '../../../shared/errors';
import { explain } from '../../../shared/errorTexts';
import { parallelRequestsOption, readParallelRequests } from '../../../shared/fields';
import { errorFacts } from '../../../shared/nodeErrors';
import { nameDone } from '../../../shared/operation';
import type { ParameterReader } from '../../../shared/parameters';
import { checkClashes, confirmClashes, reportingClashes } from '../../clashes/check';
import { publishingErrorTexts } from '../../errorTexts';
import { idempotencyKeyOption, keyFromOption } from '../../idempotencyKeys';
import { addingAssetIds, type InspectFile } from '../../media/uploads';
import { outputPerChannelOption, postOutputFields, readPostOutput } from '../../output';
import { beginWrite, returningPost } from '../../writeOnce';
import { dailyLimitOption, readFitsDailyLimit } from './form/delivery';
import { additionalBodyOption, captionOf, optionsField, readAdditionalBody } from './form/fields';
import { attachMedia } from './form/media';
import { newPostFields, newPostOptions, readNewPost, type NewPost } from './form/newPost';
import { readNewItem } from './shared/comparedItems';
import { checkBeforeUpload } from './shared/mediaCheck';
import { asCreated, checkFirstOption, readCheckFirst } from './shared/preflight';
import { createOrFinish, finishDraft } from './shared/savedDrafts';

/** The option for a post that the service saved but refused to deliver. */
const savedDraftOption: INodeProperties = {
	displayName: 'When Saved but Not Delivered',
	name: 'onSavedDraft',
	type: 'options',
	options: [
		{
			name: 'Continue With the Draft',
			value: 'continue',
			description:
				"The output says why in deliveryError. Add 'Check Before Sending' if you want the check as well.",
		},
		{ name: 'Stop With an Error', value: 'fail', description: 'The error names the ID of the draft' },
	],
	default: 'fail',
	description: 'What to do with a post that was saved as a draft, but not delivered',
};

/** A draft that was saved but not delivered, with the reason. */
type DraftWithError = Post & { routed: string; deliveryError: IDataObject };

/**
 * Returns a handler for a failed create. If the user wants it, the handler returns the draft that the service saved (4xx with
 * `post_id`). Otherwise, it rethrows the error.
 */
function continuingWithDraft(parameters: ParameterReader, { posts }: PublishingClient) {
	const continues = parameters.options.onSavedDraft === 'continue';
	return async (error: unknown): Promise<DraftWithError> => {
		const { postId } = contextOf(error);
		const { statusCode = 500 } = factsOf(error);
		if (!continues || postId === undefined || statusCode >= 500) throw error;
		const draft = await posts.get(postId).catch(() => {
			throw error;
		});
		const deliveryError = { ...explain(error, publishingErrorTexts), ...errorFacts(error) };
		return { ...draft, routed: 'draft', deliveryError };
	};
}

/** Reads and checks a new post, and uploads its files. */
async function prepare(parameters: ParameterReader, client: PublishingClient, mayBeDone: boolean) {
	const newPost = await readNewPost(parameters, client);
	const checkFirst = readCheckFirst(parameters, client, newPost.post.delivery !== undefined);
	const inspect = await checkBeforeUpload(checkFirst, async () => ({
		...(await asCreated(parameters, newPost)),
		mayBeDone,
	}));
	await checkClashes(parameters, client, readNewItem, mayBeDone);
	return await prepareNewPost(parameters, client, newPost, inspect);
}

/** Checks the values of a new post, then uploads its files. Throws before the upload if a value can't be sent. */
export async function prepareNewPost(
	parameters: ParameterReader,
	client: PublishingClient,
	{ post, media, liveOptions }: NewPost,
	inspect: InspectFile | undefined,
) {
	const additionalBody = readAdditionalBody(parameters);
	client.checks.requireNewPost(post, liveOptions);
	const attached = await attachMedia(parameters, client, { content: post, media, inspect });
	return { ...attached, liveOptions, additionalBody };
}

/** Creates a post, and delivers it if the user chose a delivery. */
export const create = reportingClashes({
	name: 'Create',
	value: 'create',
	action: 'Create or schedule new post',
	description: 'Create a post as a draft, or queue, schedule or publish it in the same step',
	builderHint:
		"One Create serves all channels and uploads the media, so don't add a node for each network. The post stays a draft unless delivery says otherwise.",
	parallelRequests: readParallelRequests,
	canPublish: true,
	describeDone: nameDone,
	describeFailed: captionOf,
	fields: [
		...newPostFields,
		...postOutputFields,
		optionsField([
			additionalBodyOption,
			checkFirstOption,
			dailyLimitOption,
			idempotencyKeyOption,
			keyFromOption,
			parallelRequestsOption,
			outputPerChannelOption,
			savedDraftOption,
			...newPostOptions,
		]),
	],
	async execute(parameters, client) {
		const fitsDailyLimit = readFitsDailyLimit(parameters);
		const toOutput = readPostOutput(parameters);
		const continueWithDraft = continuingWithDraft(parameters, client);
		const create = async (
			{ content, ...additions }: { content: CreatePost } & BodyOptions,
			key: Required<KeyedWrite>,
		): Promise<RoutedPost> => {
			await confirmClashes(parameters, client, { ...key, fitsDailyLimit });
			return await client.posts.create(content, { ...key, ...additions, fitsDailyLimit });
		};
		const { find, keep } = returningPost(client);
		const write = beginWrite(parameters, ['create']);
		if ('kept' in write) return toOutput(await find(write.kept));
		const prepared = await prepare(parameters, client, write.mayBeDone);
		const created = await write.send(prepared, {
			keep,
			send: async ({ assetIds, ...content }, key) =>
				await createOrFinish(
					parameters,
					client,
					{ ...content, fitsDailyLimit },
					async () => await create(content, key),
				)
					.catch(continueWithDraft)
					.catch(addingAssetIds(assetIds)),
			finishDraft: async (postId, { assetIds, ...content }) =>
				await finishDraft(parameters, client, postId, { ...content, fitsDailyLimit }).catch(
					addingAssetIds(assetIds),
				),
		});
		return toOutput(created);
	},
});
