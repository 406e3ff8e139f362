import { idempotencyKeyMs, type KeyedWrite } from '../../http/idempotency.js';
import { ConflictError } from '../../http/errors.js';
import { once } from '../../http/memo.js';
import type { Requester } from '../../http/request.js';
import type { Sleep } from '../../http/types.js';
import type { Accounts } from '../accounts.js';
import type { Delivery, Schedule } from '../requests.js';
import type { Channel, Identity, Post } from '../schemas.js';
import type { ContentPart } from '../values.js';
import { withRouting, type RoutedPost } from './answers.js';
import { channelStateOf } from './channelStates.js';
import { keyOfMove, keyOfSavedDraft } from './keys.js';
import type { RunMemory } from './memory.js';
import { waitForOutcome, type Outcome, type OutcomeOptions } from './outcome.js';
import { PostFinder } from './finder.js';
import { createPerform, type DeliveryOptions, type Perform } from './perform.js';
import { hasContent, planNew, startsSoon, type NewPlan } from './plan.js';
import { createPostReads, type PostReads } from './reads.js';
import { createEditPost, createReconcile, type EditPost, type Reconcile } from './reconcile.js';
import { isDraft } from './status.js';
import { createFindEarlierTry, type EarlierTry } from './tries.js';
import { contentOf } from './version.js';
import type { PostWish } from './wish.js';
import {
	cancellation,
	creation,
	deletion,
	duplication,
	updating,
	approvedSubmission,
	isDeliveredAs,
	publication,
	scheduling,
	submission,
	withdrawal,
	type ChangesSinceApproval,
	type DuplicatedPost,
	type MayPublish,
	type RequireAllowed,
	type Write,
} from './writes.js';

/** Calls that read, create, change and deliver posts (contract section 4). They throw the errors of section 7. */
export interface Posts extends PostReads {
	/** Plans a post that doesn't exist yet. Sends nothing. */
	planNew(wish: PostWish): NewPlan;
	/** Saves a post, and delivers it if `delivery` is set. An error can have the ID of the saved draft. */
	create(wish: PostWish, options?: DeliveryOptions): Promise<RoutedPost>;
	/** Finds what an earlier try with other content has done under a key. See tries.ts. */
	findEarlierTry(wish: PostWish, key: string): Promise<EarlierTry | undefined>;
	/** Updates a post. Values that are left out stay, and null clears a value. Options of a channel are merged by name. */
	update(postId: string, wish: PostWish): Promise<RoutedPost>;
	/** Deletes a post that hasn't been published. */
	delete(postId: string): Promise<void>;
	/** Copies a post into a new draft. Never schedules or publishes it. */
	duplicate(postId: string, options?: KeyedWrite): Promise<DuplicatedPost>;
	/** Withdraws a post from review. Some services don't offer this, because it isn't part of the base contract. */
	withdraw(postId: string): Promise<RoutedPost>;
	/** Delivers a draft directly, or sends it to review if the key or the workspace requires that. */
	submit(postId: string, delivery: Delivery, options?: DeliveryOptions): Promise<RoutedPost>;
	/** Delivers a draft that a create with this key has saved. */
	submitSaved(postId: string, delivery: Delivery, options: DeliveryOptions): Promise<RoutedPost>;
	/**
	 * Delivers a draft that someone has approved, as {@link submit} does. Throws a `ChangedDraftError` if the draft differs from what
	 * was approved, also before it sends the request again. Doesn't look before the first request.
	 */
	submitApproved(
		postId: string,
		approved: { delivery: Delivery; changesIn: ChangesSinceApproval },
		options: DeliveryOptions,
	): Promise<RoutedPost>;
	/** Schedules or queues a post, or changes its time. Needs `publish_directly`. */
	schedule(postId: string, schedule: Schedule, options?: DeliveryOptions): Promise<RoutedPost>;
	/** Publishes a post now. The answer comes before the result, so read the post again later. Needs `publish_directly`. */
	publish(postId: string, options?: DeliveryOptions): Promise<RoutedPost>;
	/** Returns a queued, scheduled, failed or held post to draft. Needs `publish_directly`. */
	cancel(postId: string, options?: KeyedWrite): Promise<RoutedPost>;
	/** Reads a post until its result on every channel is known. */
	waitForOutcome(postId: string, options: OutcomeOptions): Promise<Outcome>;
	/**
	 * Brings a post to a wanted state with the fewest requests. If a request fails after the post was returned to draft, restores the post
	 * and throws a `RevertedEditError`, or throws an `UnfinishedEditError` that says what is left to do.
	 */
	reconcile: Reconcile;
	/**
	 * Changes a post to all given values, as {@link reconcile} does. A scheduled or queued post keeps its time or its queue. Undefined for
	 * a post that is published in less than a minute, which stays as it is.
	 */
	edit: EditPost;
	/**
	 * Changes a draft to all given values, and delivers it if `delivery` is set. Returns a post unchanged that is no longer a draft.
	 */
	finishDraft(draft: Post, wish: PostWish, options: DeliveryOptions): Promise<RoutedPost>;
	/** Whether a post has the status and the time that a delivery leads to, directly or through review. */
	isDeliveredAs(post: Post, delivery: Delivery): boolean;
	/** Whether a post already has the wanted content, whatever its status and time. Sends nothing. */
	hasContent(post: Post, wanted: PostWish): boolean;
	/** Returns the content of a post as one text for each part. Two posts with the same texts are published alike. */
	contentOf(post: Post): Record<ContentPart, string>;
	/** Whether a scheduled or queued post is published in less than a minute. */
	startsSoon(post: Post): boolean;
	/**
	 * Lists the posts that were created since a time in milliseconds since 1970, whoever created them.
	 * @param channelId default: all channels
	 */
	listCreated(since: number, channelId?: string): Promise<Post[]>;
	/** Throws if `mayPublish` refuses to deliver a copy of a post. Sends nothing. */
	requireDeliverable(postId: string, delivery: Delivery): Promise<void>;
	/** Whether a post was created in the last 24 hours, for which the service keeps an idempotency key (contract section 8). */
	isRecent(post: Post): boolean;
}

/** Works out what the answer to `duplicate` would have said besides the copy (contract section 4). */
async function describeCopy(
	original: Post,
	copy: RoutedPost,
	listChannels: () => Promise<Channel[]>,
): Promise<DuplicatedPost> {
	const keptFailedOnly = original.status === 'partially_published';
	const dropped = original.channels.filter(
		(channel) =>
			!(keptFailedOnly && channelStateOf(original, channel) === 'published') &&
			!copy.channels.some(({ accountId }) => channel.accountId === accountId),
	);
	const connections = dropped.length > 0 ? await listChannels() : [];
	const droppedChannels = dropped.map(({ accountId, platform, handle }) => {
		const { status = 'unknown' } = connections.find(({ id }) => id === accountId) ?? {};
		return { id: accountId, platform, handle, status };
	});
	return { ...copy, droppedChannels, keptFailedOnly };
}

/** What the calls need. */
interface PostPorts {
	request: Requester;
	me: () => Promise<Identity>;
	accounts: Accounts;
	memory: RunMemory;
	/** Waits before a request is sent again. */
	sleep: Sleep;
	/** Waits for the outcome of a post, as long as the caller wants. */
	pause: Sleep;
	/** Milliseconds since 1970. */
	now: () => number;
	/** Default: everything may be sent. */
	mayPublish?: MayPublish;
}

/** Creates the calls about posts. `perform` sends each write, and `mayPublish` is asked before. */
export function createPosts({ mayPublish, ...ports }: PostPorts): Posts {
	const { accounts, me, now, request } = ports;
	const reads = createPostReads(request);
	const finder = new PostFinder({ ...ports, reads });
	const perform = createPerform({ ...ports, reads, finder });
	const findEarlierTry = createFindEarlierTry({ ...ports, finder, perform, reads });
	const requireAllowed: RequireAllowed = async (writes, known) => {
		const postId = writes[0]?.postId;
		const post = once(async () => known ?? (postId === undefined ? undefined : await reads.get(postId)));
		await mayPublish?.(writes, { post, permissions: async () => (await me()).permissions });
	};
	const changing = { ...ports, perform, reads, requireAllowed };
	const send: Perform = async (write, options) => {
		await requireAllowed([write as Write]);
		return await perform(write, options);
	};
	/** The time of a post that an earlier submit may have moved. The same request under the same key then returns that post. */
	const movedTo = async (
		postId: string,
		{ fitsDailyLimit }: DeliveryOptions,
		error: unknown,
	): Promise<string | undefined> => {
		if (!fitsDailyLimit || !(error instanceof ConflictError)) return undefined;
		const post = await reads.get(postId).catch(() => undefined);
		return post?.status === 'draft' ? undefined : (post?.scheduledAt ?? post?.proposedPublishAt ?? undefined);
	};
	return {
		...reads,
		planNew: (wish) => planNew(wish, now()),
		create: async (wish, options) => await send(creation(wish), options),
		findEarlierTry: async (wish, key) => await findEarlierTry(creation(wish), key),
		update: async (postId, wish) => await send(updating(postId, wish)),
		delete: async (postId) => {
			await send(deletion(postId));
		},
		duplicate: async (postId, key) => {
			const readOriginal = once(async () => await reads.get(postId));
			const { droppedChannels, keptFailedOnly, ...copy } = await send(duplication(postId, readOriginal), key);
			return droppedChannels === undefined || keptFailedOnly === undefined
				? await describeCopy(await readOriginal(), copy, accounts.list)
				: { ...copy, droppedChannels, keptFailedOnly };
		},
		withdraw: async (postId) => await send(withdrawal(postId)),
		submit: async (postId, delivery, options) => await send(submission(postId, delivery), options),
		submitSaved: async (postId, delivery, { fitsDailyLimit, ...key }) =>
			await send(submission(postId, delivery), { ...keyOfSavedDraft(key), fitsDailyLimit }),
		submitApproved: async (postId, { delivery, changesIn }, options) =>
			await send(approvedSubmission(postId, delivery, changesIn), options).catch(async (error: unknown) => {
				const at = await movedTo(postId, options, error);
				if (at === undefined) throw error;
				const { timezone } = delivery;
				const write = approvedSubmission(postId, { timezone, mode: 'at', at }, changesIn);
				return await send(write, keyOfMove(options, 1)).catch(() => {
					throw error;
				});
			}),
		schedule: async (postId, schedule, options) => await send(scheduling(postId, schedule), options),
		publish: async (postId, options) => await send(publication(postId), options),
		cancel: async (postId, key) => await send(cancellation(postId), key),
		reconcile: createReconcile(changing),
		edit: createEditPost(changing),
		finishDraft: async (draft, wish, options) => {
			if (!isDraft(draft)) return withRouting(draft);
			const update = updating(draft.id, wish);
			const delivering = wish.delivery && submission(draft.id, wish.delivery);
			await requireAllowed(delivering ? [update, delivering] : [update]);
			const updated = await perform(update);
			return delivering ? await perform(delivering, options) : updated;
		},
		isDeliveredAs,
		hasContent,
		contentOf,
		startsSoon: (post) => startsSoon(post, now()),
		requireDeliverable: async (postId, delivery) => await requireAllowed([submission(postId, delivery)]),
		listCreated: async (since, accountId) => {
			// A list has no order that all services keep, but what was created since then was also changed since then.
			const updatedSince = new Date(since).toISOString().replace('Z', '+00:00');
			const posts = await reads.list({ updatedSince, accountId });
			return posts.filter(({ createdAt }) => Date.parse(createdAt) >= since);
		},
		isRecent: ({ createdAt }) => now() - Date.parse(createdAt) < idempotencyKeyMs,
		waitForOutcome: async (postId, options) =>
			await waitForOutcome(reads, { sleep: ports.pause, now }, postId, options),
	};
}
