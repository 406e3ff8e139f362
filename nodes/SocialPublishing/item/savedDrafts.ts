import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { factsOf } from '../../../client/http/errors.js';
import type { KeyedWrite } from '../../../client/http/idempotency.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { RoutedPost } from '../../../client/publishing/posts/answers.js';
import type { DeliveryOptions } from '../../../client/publishing/posts/perform.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { workOf } from '../../shared/errors.js';
import { explain } from '../../shared/errorTexts.js';
import { keyOfContinuedDraft } from '../../shared/idempotency.js';
import { errorFacts } from '../../shared/nodeErrors.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { findSavedDraft } from '../clashes/check.js';
import { publishingErrorTexts } from '../words/errorTexts.js';
import { returningPost } from './writeOnce.js';
import { readFitsDailyLimit } from '../form/delivery.js';
import { clearedValues } from '../form/updateFields.js';
import { keepingLeftDraft, readLeftDraft } from './leftDrafts.js';
import type { PostWish } from '../../../client/publishing/posts/plan.js';

/** Creates a post, or delivers the draft that an earlier run has saved for it. */
export async function createOrContinue(
	parameters: ParameterReader,
	client: PublishingClient,
	{ content, delivery, ...additions }: PostWish,
	options: DeliveryOptions,
): Promise<RoutedPost> {
	const { liveOptions, additionalBody } = additions;
	const all = { ...clearedValues, ...content, ...additionalBody };
	const draft =
		delivery && (await findSavedDraft(parameters, client, { content: all, liveOptions, delivery }));
	return draft
		? await client.posts.submitSaved(draft.id, delivery, options)
		: await client.posts.create({ ...content, delivery }, { ...options, ...additions });
}

/** The option for a post that the service saved but refused to deliver. */
export const savedDraftOption: INodeProperties = {
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
type DraftWithError = RoutedPost & { deliveryError: IDataObject };

/**
 * Returns a handler for a failed create. If the user wants it, the handler returns the draft that the service saved (4xx with
 * `post_id`), or the known draft that was refused again. Otherwise, it rethrows the error.
 */
function continuingWithDraft(parameters: ParameterReader, { posts }: PublishingClient) {
	const continues = parameters.choice(savedDraftOption) === 'continue';
	return async (error: unknown, draftId?: string): Promise<DraftWithError> => {
		const { cause, facts } = workOf(error);
		const { postId = draftId } = facts;
		const { statusCode = 500 } = factsOf(cause);
		if (!continues || postId === undefined || statusCode >= 500) throw error;
		const draft = await posts.get(postId).catch(() => {
			throw error;
		});
		const deliveryError = { ...explain(error, publishingErrorTexts), ...errorFacts(error) };
		return { ...draft, routed: 'draft', deliveryError };
	};
}

/** Creates a post as it's wanted. */
type CreatePost = (wish: PostWish, key: Required<KeyedWrite>) => Promise<RoutedPost>;

/** Returns how a new post is sent: created, or brought about from a draft that an earlier try has saved. */
export function creatingOnce(
	parameters: ParameterReader,
	client: PublishingClient,
	{ create, fitsDailyLimit }: { create: CreatePost; fitsDailyLimit: boolean },
) {
	const finish = async (draft: Post, { content, ...wish }: PostWish): Promise<RoutedPost> => {
		const finishing = client.posts.finishDraft(
			draft,
			// An update would keep the draft's values of fields that it leaves out.
			{ ...wish, content: { ...clearedValues, ...content } },
			{ fitsDailyLimit, idempotencyKey: keyOfContinuedDraft(parameters, draft.id), isReplaceable: true },
		);
		return await keepingLeftDraft(parameters, finishing, draft);
	};
	return {
		...returningPost(client),
		async send(wish: PostWish, key: Required<KeyedWrite>): Promise<RoutedPost> {
			const left = await readLeftDraft(parameters, client);
			return left ? await finish(left, wish) : await keepingLeftDraft(parameters, create(wish, key));
		},
		finishDraft: async (postId: string, wish: PostWish): Promise<RoutedPost> =>
			await finish(await client.posts.get(postId), wish),
	};
}

/** Returns how the post of Create is sent. Reads the user's choices, so call it before the first write. */
export function sendingNewPost(parameters: ParameterReader, client: PublishingClient) {
	const fitsDailyLimit = readFitsDailyLimit(parameters);
	const continueWithDraft = continuingWithDraft(parameters, client);
	const create: CreatePost = async (wish, key) =>
		await createOrContinue(parameters, client, wish, { ...key, fitsDailyLimit });
	const { send, finishDraft: finish, ...kept } = creatingOnce(parameters, client, { create, fitsDailyLimit });
	return {
		...kept,
		send: async (wish: PostWish, key: Required<KeyedWrite>) =>
			await send(wish, key).catch(async (error: unknown) => await continueWithDraft(error)),
		finishDraft: async (postId: string, wish: PostWish) =>
			await finish(postId, wish).catch(async (error: unknown) => await continueWithDraft(error, postId)),
	};
}
