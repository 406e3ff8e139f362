import type { IDataObject } from 'n8n-workflow';
import { NotFoundError } from '../../../client/http/errors.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { RoutedPost } from '../../../client/publishing/posts/answers.js';
import type { PostWish } from '../../../client/publishing/posts/wish.js';
import { hasTrait } from '../../../client/publishing/posts/status.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { sentences } from '../../shared/errorTexts.js';
import { itemEntry, itemName, keyAfterDeletion, unusedKeyOfNewPost } from '../../shared/idempotency.js';
import { readKeyChoice } from '../../shared/keyOptions.js';
import type { OperationResult } from '../../shared/operation.js';
import { isTool, type ParameterReader } from '../../shared/parameters.js';
import { toldTimezone } from '../../shared/timezone.js';
import { tell } from '../output/results.js';
import { postSentence } from '../output/sentences.js';
import { postRecord } from '../postRecord.js';
import type { ItemKey } from './writeOnce.js';

/**
 * A model that misreads a success calls its tool again. The second call gets the first post, because both have the same key, and a sentence
 * that says so. Without it, the model would think that its own call created the post.
 */

/** Creates a post as it's wanted. */
export type CreatePost = (wish: PostWish, key: ItemKey) => Promise<RoutedPost>;

/** How many posts the process knows, for calls without an execution. */
const knownMax = 1_000;

/** The calls that got posts first, by post ID. */
const firstCalls = new Map<string, string>();

function noteFirstCall(postId: string, call: string): void {
	firstCalls.set(postId, call);
	const [oldest = ''] = firstCalls.keys();
	if (firstCalls.size > knownMax) firstCalls.delete(oldest);
}

const isOfCalls = (parameters: ParameterReader): boolean =>
	isTool(parameters.context) && readKeyChoice(parameters).isFromContent;

/** A post that is this much older than a call belongs to another call, in milliseconds. */
const olderMs = 60_000;

/** What a call notes before it sends anything, so that its retries know when it began. */
interface BegunCall {
	startedAt: number;
}

/** How many keys of deleted posts are tried before one that was never used. */
const deletedMax = 3;

/** Reads the post of a call's key as it is now. Undefined if it was deleted since an earlier call made it. */
async function readNow(
	parameters: ParameterReader,
	client: PublishingClient,
	{ post, startedAt }: { post: RoutedPost; startedAt: number },
): Promise<RoutedPost | undefined> {
	const record = postRecord(parameters.context, post.id);
	const isOld = client.now() - Date.parse(post.createdAt) > olderMs;
	const first = record.facts.call ?? firstCalls.get(post.id);
	const isOfOther = first !== undefined && first !== itemName(parameters);
	// The write was carried out, so a read that fails must not fail the call.
	const read = await client.posts.getIfChanged(post.id).catch((error: unknown) => error);
	if (read instanceof NotFoundError && (isOld || isOfOther)) return undefined;
	const { value = post, answeredAt } =
		typeof read === 'object' && read !== null && 'answeredAt' in read
			? (read as Awaited<ReturnType<typeof client.posts.getIfChanged>>)
			: { answeredAt: undefined };
	const begunAt = answeredAt === undefined ? -Infinity : answeredAt - (client.now() - startedAt);
	const isUntouched = Date.parse(value.updatedAt) < begunAt;
	const isOlder = isUntouched && Date.parse(value.createdAt) < begunAt - olderMs;
	const call = first ?? (isOlder ? 'earlier' : itemName(parameters));
	record.note({ call });
	noteFirstCall(post.id, call);
	return { ...value, routed: post.routed };
}

/** Makes a call of a tool get the post that an equal call has made. If that post was deleted meanwhile, it's made again. */
export function onceForCalls(
	parameters: ParameterReader,
	client: PublishingClient,
	create: CreatePost,
): CreatePost {
	if (!isOfCalls(parameters)) return create;
	return async (wish, key) => {
		const entry = itemEntry<BegunCall>(parameters);
		const { startedAt = client.now() } = entry.facts;
		entry.note({ startedAt });
		for (let deleted = 0; ; deleted++) {
			const isUnused = deleted === deletedMax;
			const again = deleted === 0 ? key.idempotencyKey : keyAfterDeletion(key.idempotencyKey, deleted);
			const idempotencyKey = isUnused ? unusedKeyOfNewPost(parameters, 0) : again;
			if (deleted > 0) key.sentUnder(idempotencyKey);
			const post = await create(wish, { ...key, idempotencyKey }).catch((error: unknown) => {
				if (error instanceof NotFoundError && !isUnused) return undefined;
				throw error;
			});
			const current = post && (await readNow(parameters, client, { post, startedAt }));
			if (current) return current;
		}
	};
}

/** What a model can do about a post that goes out only if someone acts on it. */
const sendAgain: Readonly<Record<string, string>> = {
	failed: "Use 'Send Again' to publish it there",
};

/** Adds to the output of a call that an earlier call created its post, and the post's status now. */
export function sayingRepeated(
	parameters: ParameterReader,
	post: Post,
	output: OperationResult,
): OperationResult {
	const { call } = postRecord(parameters.context, post.id).facts;
	if (call === undefined || call === itemName(parameters)) return output;
	// Without `routed`, the sentence says how the post is by now.
	const now = postSentence({ ...post, routed: undefined }, { zone: toldTimezone(parameters) });
	const advice =
		hasTrait(post, 'stalled') || hasTrait(post, 'draft') ? sendAgain[post.status] : "It wasn't sent again.";
	const repeat = {
		repeated: true,
		message: sentences('This post already exists', now, ...(advice ? [advice] : [])),
	};
	tell(parameters, { messages: [output].flat().map(() => repeat.message) });
	const adding = (json: IDataObject): IDataObject => ({ ...json, ...repeat });
	return Array.isArray(output) ? output.map(adding) : adding(output);
}
