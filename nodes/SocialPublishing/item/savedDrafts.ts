import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { factsOf } from '../../../client/http/errors.js';
import { ChangedTryError, IdempotencyMismatchError } from '../../../client/publishing/errors.js';
import type { Finding } from '../../../client/publishing/findings.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { RoutedPost } from '../../../client/publishing/posts/answers.js';
import type { DeliveryOptions } from '../../../client/publishing/posts/perform.js';
import { isDraft } from '../../../client/publishing/posts/status.js';
import type { EarlierTry } from '../../../client/publishing/posts/tries.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { withFacts, workOf } from '../../shared/errors.js';
import { explain } from '../../shared/errorTexts.js';
import { keyOfContinuedDraft } from '../../shared/idempotency.js';
import { errorFacts } from '../../shared/nodeErrors.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { findSavedDraft } from '../clashes/check.js';
import { clarify, publishingErrorTexts } from '../words/errorTexts.js';
import { keepFindings } from '../words/findings.js';
import { onceForCalls, type CreatePost } from './repeatedCalls.js';
import { returningPost, type ItemKey } from './writeOnce.js';
import { readFitsDailyLimit } from '../form/delivery.js';
import { clearedValues } from '../form/updateFields.js';
import { keepingLeftDraft, readLeftDraft } from './leftDrafts.js';
import type { PostWish } from '../../../client/publishing/posts/wish.js';

/** Creates a post, or delivers the draft that an earlier run has saved for it. */
export async function createOrContinue(
	parameters: ParameterReader,
	client: PublishingClient,
	wish: PostWish,
	options: DeliveryOptions,
): Promise<RoutedPost> {
	const { content, delivery, additionalBody } = wish;
	const all = { ...clearedValues, ...content, ...additionalBody };
	const draft = delivery && (await findSavedDraft(parameters, client, { ...wish, content: all }));
	return draft
		? await client.posts.submitSaved(draft.id, delivery, options)
		: await client.posts.create(wish, options);
}

/** The option for a post that the service saved but refused to deliver. */
export const savedDraftOption: INodeProperties = {
	displayName: 'If Delivery Fails',
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
function continuingWithDraft(parameters: ParameterReader, client: PublishingClient) {
	const continues = parameters.choice(savedDraftOption) === 'continue';
	return async (error: unknown): Promise<DraftWithError> => {
		const { cause, facts } = workOf(error);
		const { postId } = facts;
		const { statusCode = 500 } = factsOf(cause);
		if (!continues || postId === undefined || statusCode >= 500) throw error;
		const draft = await client.posts.get(postId).catch(() => {
			throw error;
		});
		const clear = await clarify(error, client);
		const deliveryError = { ...explain(clear, publishingErrorTexts), ...errorFacts(clear) };
		return { ...draft, routed: 'draft', deliveryError };
	};
}

/** Names what differs in a post that an earlier try has already sent. */
const earlierFindings = ({ id }: Post, { differing }: EarlierTry): Finding[] =>
	differing.map((field) => ({
		code: 'earlierTry',
		severity: 'warning',
		field,
		problem: `differs in the post that an earlier try created. That post has the ID ${id} and stays as it is`,
	}));

/** Returns the post of an earlier try. Throws if the item can't continue with it. */
type TakeEarlier = (tried: EarlierTry, post: RoutedPost) => RoutedPost;

/** A draft gets the new values unless someone changed it after that try. A post that isn't a draft anymore stays as it is. */
const takeAsIs: TakeEarlier = ({ isAsSent }, post) => {
	if (isDraft(post) && !isAsSent) throw new ChangedTryError(post.id);
	return post;
};

interface CreatingOptions {
	create: CreatePost;
	fitsDailyLimit: boolean;
	/** What to do with the post of an earlier try with other content. */
	take?: TakeEarlier;
}

/** Returns how a new post is sent. Continues with what an earlier try has done, if anything. */
export function creatingOnce(
	parameters: ParameterReader,
	client: PublishingClient,
	{ create, fitsDailyLimit, take = takeAsIs }: CreatingOptions,
) {
	const finish = async (draft: Post, wish: PostWish): Promise<RoutedPost> => {
		const finishing = client.posts.finishDraft(
			draft,
			// An update would keep the draft's values of fields that it leaves out.
			{ ...wish, content: { ...clearedValues, ...wish.content } },
			{ fitsDailyLimit, idempotencyKey: keyOfContinuedDraft(parameters, draft.id), isReplaceable: true },
		);
		return await keepingLeftDraft(parameters, client, finishing, draft).catch((error: unknown) => {
			throw withFacts(error, { postId: draft.id });
		});
	};
	const takeUp = async (tried: EarlierTry, given: RoutedPost, wish: PostWish): Promise<RoutedPost> => {
		const post = take(tried, given);
		if (isDraft(post)) {
			tried.noteEdit();
			return await finish(post, wish);
		}
		keepFindings(parameters, earlierFindings(post, tried));
		return post;
	};
	const createAfter = async (tried: EarlierTry, wish: PostWish, key: ItemKey): Promise<RoutedPost> => {
		const { idempotencyKey } = tried;
		key.sentUnder(idempotencyKey);
		return await create(wish, { ...key, idempotencyKey, openKey: idempotencyKey }).catch(
			async (error: unknown) => {
				// Only this says that the service knows the key of the earlier try.
				if (!(workOf(error).cause instanceof IdempotencyMismatchError)) throw error;
				const post = await tried.sendAgain();
				return await takeUp({ ...tried, isAsSent: true }, post, wish);
			},
		);
	};
	return {
		...returningPost(client),
		async send(wish: PostWish, key: ItemKey): Promise<RoutedPost> {
			const left = await readLeftDraft(parameters, client);
			if (left) return await finish(left, wish);
			// No earlier try can have sent what is wrong.
			client.checks.requireNewPost(wish);
			const tried = await client.posts
				.findEarlierTry(wish, key.openKey ?? key.idempotencyKey)
				.catch((error: unknown) => {
					throw withFacts(error, { mayBeDone: true });
				});
			if (tried?.post) return await takeUp(tried, tried.post, wish);
			const creating = tried
				? createAfter(tried, wish, key).catch((error: unknown) => {
						throw withFacts(error, { mayBeDone: true });
					})
				: create(wish, key);
			return await keepingLeftDraft(parameters, client, creating);
		},
	};
}

/** Returns how the post of Create is sent. Reads the user's choices, so call it before the first write. */
export function sendingNewPost(parameters: ParameterReader, client: PublishingClient) {
	const fitsDailyLimit = readFitsDailyLimit(parameters);
	const continueWithDraft = continuingWithDraft(parameters, client);
	const create = onceForCalls(
		parameters,
		client,
		async (wish, { idempotencyKey, isReplaceable }) =>
			await createOrContinue(parameters, client, wish, { idempotencyKey, isReplaceable, fitsDailyLimit }),
	);
	const { send, ...kept } = creatingOnce(parameters, client, { create, fitsDailyLimit });
	return {
		...kept,
		send: async (wish: PostWish, key: ItemKey) => await send(wish, key).catch(continueWithDraft),
	};
}
