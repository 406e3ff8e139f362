import type { ChannelPostStatus, OutcomeSpec, PostStatus, Routed } from '../types';
import { liveUrl, youtubeCategories } from '../world/platforms';
import type { Channel, Credential, Delivery, PostRecord, Progress, Workspace } from '../world/records';
import type { DueTime } from '../world/schedule';
import type { World } from '../world/world';
import { freshProgress } from './drafts';
import { checkContent, checkQueues, requireFuture, requireRoom } from './rules';

/** While one channel is in such a state, the whole post is; the first that applies counts. */
const onTheWay = ['publishing', 'queued', 'scheduled'] as const;

const settledStatus = (statuses: ChannelPostStatus[]): PostStatus => {
	if (statuses.every((status) => status === 'published')) return 'published';
	return statuses.includes('published') ? 'partially_published' : 'failed';
};

/** Derives a delivered post's status from its channels. */
export const refreshStatus = (post: PostRecord): void => {
	const statuses = post.progress.map(({ status }) => status);
	post.status = onTheWay.find((status) => statuses.includes(status)) ?? settledStatus(statuses);
};

/** A channel begins to publish, at a moment that may lie in the past: nobody looked until now. */
const startPublishing = (world: World, post: PostRecord, progress: Progress, at: number): void => {
	world.queues.leave(progress, at);
	const endsAt = at + world.settings.publishMs;
	Object.assign(progress, { status: 'publishing', startedAt: at, endsAt });
	world.dueTimes.add({ at: endsAt, post, progress });
};

const lost = 'The connection to this channel was lost. Reconnect it and publish again.';
const refused = 'The network refused the post.';

const failureOf = (channel: Channel, plan: OutcomeSpec | undefined): string | null => {
	if (plan?.outcome === 'fail') return plan.error ?? refused;
	const isLost = channel.status === 'disconnected' || channel.status === 'error';
	return isLost && plan === undefined ? lost : null;
};

const warningsOf = (post: PostRecord, channel: Channel): Progress['warnings'] => {
	const category = post.draft.overrides.get(channel.id)?.options?.youtube?.['categoryId'];
	if (category === undefined || youtubeCategories.categories.some(({ id }) => id === category)) return [];
	return [{ code: 'category_not_applied', message: `YouTube does not offer category ${String(category)}` }];
};

/** A channel's publishing ends as planned, or well where nothing was planned and the channel is connected. */
export const endPublishing = (
	world: World,
	post: PostRecord,
	progress: Progress,
	at: number,
	plan = world.outcomes.take(world.channel(progress.channelId)),
): void => {
	world.queues.leave(progress, at);
	const channel = world.channel(progress.channelId);
	const error = failureOf(channel, plan);
	const result =
		error === null
			? { publishedAt: at, url: liveUrl(channel.platform, post.id, channel.id) }
			: { publishedAt: null, url: null };
	Object.assign(progress, result, {
		status: error === null ? 'published' : 'failed',
		error,
		endsAt: null,
		warnings: plan?.warnings ?? warningsOf(post, channel),
	});
	refreshStatus(post);
	world.touch(post, at);
};

const isStart = ({ at, progress }: DueTime): boolean =>
	(progress.status === 'scheduled' || progress.status === 'queued') && progress.scheduledAt === at;

const isEnd = ({ at, progress }: DueTime): boolean =>
	progress.status === 'publishing' && progress.endsAt === at;

const happen = (world: World, due: DueTime): void => {
	if (isEnd(due)) {
		endPublishing(world, due.post, due.progress, due.at);
		return;
	}
	if (!isStart(due)) return;
	startPublishing(world, due.post, due.progress, due.at);
	refreshStatus(due.post);
	world.touch(due.post, due.at);
};

/**
 * Lets everything happen whose time has come, in order and at its own time. Called before each look at the world, so
 * that it is as if it had happened in the background.
 */
export const catchUp = (world: World): void => {
	const now = world.time();
	for (let due = world.dueTimes.takeUntil(now); due !== undefined; due = world.dueTimes.takeUntil(now)) {
		happen(world, due);
	}
};

/** Who asks, for a delivery. */
interface Asker {
	workspace: Workspace;
	credential: Credential;
}

/**
 * Everything a delivery must fulfil, be it carried out now or after Review.
 *
 * @param path where the delivery's fields stand in the request: `delivery.` or nothing.
 * @throws ApiFailure 422, or 429 for the daily cap of a publish now.
 */
export const checkDelivery = (world: World, post: PostRecord, delivery: Delivery, path: string): void => {
	requireFuture(world, delivery, `${path}at`);
	checkQueues(world, post.draft, delivery);
	checkContent(world, post.draft);
	requireRoom(world, post, delivery);
};

/**
 * Carries a delivery out, or sends it to Review when the key may not publish directly or the workspace wants to
 * approve everything (P46, P47).
 *
 * @throws ApiFailure as {@link checkDelivery}; the post is unchanged then.
 */
export const deliver = (
	world: World,
	{ workspace, credential }: Asker,
	post: PostRecord,
	delivery: Delivery,
	path: 'delivery.' | '',
): Exclude<Routed, 'draft'> => {
	checkDelivery(world, post, delivery, path);
	const isDirect = credential.permissions.includes('publish_directly') && !workspace.requiresApproval;
	if (isDirect) {
		carryOut(world, post, delivery);
		return 'enacted';
	}
	sendToReview(world, post, delivery);
	return 'pending_approval';
};

/** Takes a post back from wherever it is on its way: every channel is as in a draft again. */
export const takeBack = (world: World, post: PostRecord): void => {
	for (const progress of post.progress) {
		world.queues.leave(progress, world.time());
		Object.assign(progress, freshProgress(progress.channelId));
	}
};

const sendToReview = (world: World, post: PostRecord, delivery: Delivery): void => {
	takeBack(world, post);
	post.status = 'pending_approval';
	post.delivery = delivery;
	if (delivery.mode === 'at') post.draft.proposedPublishAt = delivery.at;
	world.touch(post, world.time());
};

const joinQueue = (
	world: World,
	post: PostRecord,
	progress: Progress,
	delivery: Extract<Delivery, { mode: 'queue' | 'prioritise' }>,
): void => {
	// A post made over the API has no content category, so a channel that is left out goes to its Main queue (P40).
	const queueId = delivery.queueIds?.[progress.channelId] ?? null;
	const where = delivery.mode === 'prioritise' ? 'front' : 'back';
	world.queues.join({ post, progress }, queueId, where, world.time());
};

const startOne = (world: World, post: PostRecord, progress: Progress, delivery: Delivery): void => {
	if (delivery.mode === 'now') {
		startPublishing(world, post, progress, world.time());
		return;
	}
	if (delivery.mode !== 'at') {
		joinQueue(world, post, progress, delivery);
		return;
	}
	Object.assign(progress, { status: 'scheduled', scheduledAt: delivery.at });
	world.dueTimes.add({ at: delivery.at, post, progress });
};

/** Carries a delivery out without asking anybody. The proposed time is done with (P30, P31). */
export const carryOut = (world: World, post: PostRecord, delivery: Delivery): void => {
	takeBack(world, post);
	post.delivery = delivery;
	post.draft.proposedPublishAt = null;
	for (const progress of post.progress) startOne(world, post, progress, delivery);
	refreshStatus(post);
	world.touch(post, world.time());
};
