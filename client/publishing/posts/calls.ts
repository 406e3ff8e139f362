import type { KeyedWrite } from '../../http/idempotency';
import { once } from '../../http/memo';
import type { Accounts } from '../accounts';
import type { CreatePost, Delivery, Schedule, UpdatePost } from '../requests';
import type { Channel, Post } from '../schemas';
import { channelStateOf } from './channelStates';
import type { RoutedPost } from './answers';
import type { BodyOptions } from './content';
import { keyOfSavedDraft } from './keys';
import type { DeliveryOptions, Perform } from './perform';
import type { PostReads } from './reads';
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
} from './writes';

/** Calls that create, change and deliver posts (contract section 4). They throw the errors of section 7. */
export interface PostWrites {
	/** Saves a post, and delivers it if `delivery` is set. An error can have the ID of the saved draft. */
	create(post: CreatePost, options?: DeliveryOptions & BodyOptions): Promise<RoutedPost>;
	/** Updates a post. Values that are left out stay, and null clears a value. Options of a channel are merged by name. */
	update(postId: string, changes: UpdatePost, options?: BodyOptions): Promise<RoutedPost>;
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
	/** Whether a post has the status and the time that a delivery leads to, directly or through review. */
	isDeliveredAs(post: Post, delivery: Delivery): boolean;
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
interface CallPorts {
	reads: PostReads;
	accounts: Accounts;
	perform: Perform;
}

/** Creates the calls that write posts. Each sends one write. */
export const createPostWrites = ({ reads, accounts, perform }: CallPorts): PostWrites => ({
	create: async (post, { additionalBody, liveOptions, ...options } = {}) =>
		await perform(creation(post, { additionalBody, liveOptions }), options),
	update: async (postId, changes, additions) => await perform(updating(postId, changes, additions)),
	delete: async (postId) => {
		await perform(deletion(postId));
	},
	duplicate: async (postId, key) => {
		const readOriginal = once(async () => await reads.get(postId));
		const { droppedChannels, keptFailedOnly, ...copy } = await perform(
			duplication(postId, readOriginal),
			key,
		);
		return droppedChannels === undefined || keptFailedOnly === undefined
			? await describeCopy(await readOriginal(), copy, accounts.list)
			: { ...copy, droppedChannels, keptFailedOnly };
	},
	withdraw: async (postId) => await perform(withdrawal(postId)),
	submit: async (postId, delivery, options) => await perform(submission(postId, delivery), options),
	submitSaved: async (postId, delivery, { fitsDailyLimit, ...key }) =>
		await perform(submission(postId, delivery), { ...keyOfSavedDraft(key), fitsDailyLimit }),
	submitApproved: async (postId, { delivery, changesIn }, options) =>
		await perform(approvedSubmission(postId, delivery, changesIn), options),
	schedule: async (postId, schedule, options) => await perform(scheduling(postId, schedule), options),
	publish: async (postId, options) => await perform(publication(postId), options),
	cancel: async (postId, key) => await perform(cancellation(postId), key),
	isDeliveredAs,
});
