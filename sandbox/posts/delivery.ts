import type { ChannelPostStatus, OutcomeSpec, PostStatus, Routed } from '../types';
import { livePath, youtubeCategories } from '../world/platforms';
import type { Channel, Credential, Delivery, PostRecord, Progress, Workspace } from '../world/records';
import type { DueTime } from '../world/schedule';
import type { World } from '../world/world';
import { freshProgress } from './drafts';
import { checkContent, checkQueues, requireFuture, requireRoom } from './rules';

/** If a channel has one of these statuses, the post has it, too. The first one that applies counts. */
const onTheWay = ['publishing', 'queued', 'scheduled'] as const;

const settledStatus = (statuses: ChannelPostStatus[]): PostStatus => {
	if (statuses.every((status) => status === 'published')) return 'published';
	return statuses.includes('published') ? 'partially_published' : 'failed';
};

/** Works out the status of a delivered post from its channels. */
export const refreshStatus = (post: PostRecord): void => {
	const statuses = post.progress.map(({ status }) => status);
	post.status = onTheWay.find((status) => statuses.includes(status)) ?? settledStatus(statuses);
};

/** Starts publishing on a channel. `at` can be in the past, because the sandbox only checks when someone reads. */
const startPublishing = (world: World, post: PostRecord, progress: Progress, at: number): void => {
	world.queues.leave(progress, at);
	const endsAt = at + world.settings.publishMs;
	Object.assign(progress, { status: 'publishing', startedAt: at, endsAt });
	world.dueTimes.add({ at: endsAt, post, progress });
};

const lost = 'The connection to this channel was lost. Reconnect it and publish again.';
const refused = 'The network refused the post.';
const takenBack = 'The network removed the post after it was published.';

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

/** Ends publishing on a channel with the planned result. Without a plan, a connected channel succeeds. */
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
			? { publishedAt: at, path: livePath(channel.platform, post.id, channel.id) }
			: { publishedAt: null, path: null };
	const { takenBackAfterMs } = plan ?? {};
	const isTakenBack = error === null && takenBackAfterMs !== undefined;
	Object.assign(progress, result, {
		rejection: isTakenBack ? { at: at + takenBackAfterMs, error: plan?.error ?? takenBack } : null,
		status: error === null ? 'published' : 'failed',
		error,
		endsAt: null,
		warnings: plan?.warnings ?? warningsOf(post, channel),
	});
	if (progress.rejection) world.dueTimes.add({ at: progress.rejection.at, post, progress });
	refreshStatus(post);
	world.touch(post, at);
	resolveOriginal(world, post, at);
};

/** Marks a partially published post as dealt with when a duplicate of it goes out, if this service does that (P27). */
const resolveOriginal = (world: World, { originalId, status }: PostRecord, at: number): void => {
	const original = originalId === null ? undefined : world.posts.get(originalId);
	if (world.variants.duplicates !== 'resolve' || status !== 'published') return;
	if (original?.status !== 'partially_published' || original.attentionResolvedAt !== null) return;
	original.attentionResolvedAt = at;
	world.touch(original, at);
};

const isStart = ({ at, progress }: DueTime): boolean =>
	(progress.status === 'scheduled' || progress.status === 'queued') && progress.scheduledAt === at;

const isEnd = ({ at, progress }: DueTime): boolean =>
	progress.status === 'publishing' && progress.endsAt === at;

const isRejection = ({ at, progress }: DueTime): boolean =>
	progress.status === 'published' && progress.rejection?.at === at;

/** Plays a network that takes a post back after it was published. Its address and its time stay. */
const rejectLate = (world: World, { at, post, progress }: DueTime): void => {
	Object.assign(progress, { status: 'failed', error: progress.rejection?.error, rejection: null });
	refreshStatus(post);
	world.touch(post, at);
};

const happen = (world: World, due: DueTime): void => {
	if (due.post.isStuck) return;
	if (isRejection(due)) {
		rejectLate(world, due);
		return;
	}
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
 * Carries out everything that was due until now, in order and with its own time. Called before each read, so that it seems to
 * have happened in the background.
 */
export const catchUp = (world: World): void => {
	const now = world.time();
	for (let due = world.dueTimes.takeUntil(now); due !== undefined; due = world.dueTimes.takeUntil(now)) {
		happen(world, due);
	}
};

/** Who asks for a delivery. */
interface Asker {
	workspace: Workspace;
	credential: Credential;
}

/**
 * Checks all conditions of a delivery, whether it's carried out now or after review.
 *
 * @param path prefix of the delivery's fields in the request: `delivery.` or empty.
 * @throws ApiFailure 422, or 429 for a daily limit when publishing now.
 */
export const checkDelivery = (world: World, post: PostRecord, delivery: Delivery, path: string): void => {
	requireFuture(world, delivery, `${path}at`);
	checkQueues(world, post.draft, delivery);
	checkContent(world, post.draft);
	requireRoom(world, post, delivery);
};

/**
 * Carries a delivery out, or sends the post to review if the key can't publish directly or the workspace requires approval
 * (P46, P47).
 *
 * @throws ApiFailure as {@link checkDelivery}, and then leaves the post unchanged.
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

/** Returns a post to draft. All its channels become drafts again. */
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
	// Posts created over the API have no content category, so a channel that isn't listed uses its Main queue (P40).
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

/** Carries a delivery out without approval. Clears the proposed time (P30, P31). */
export const carryOut = (world: World, post: PostRecord, delivery: Delivery): void => {
	takeBack(world, post);
	post.isStuck = false;
	post.delivery = delivery;
	post.draft.proposedPublishAt = null;
	for (const progress of post.progress) startOne(world, post, progress, delivery);
	refreshStatus(post);
	world.touch(post, world.time());
};
