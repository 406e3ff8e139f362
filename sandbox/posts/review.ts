import { ApiFailure } from '../http/answers';
import type { PostStatus } from '../types';
import type { Delivery, PostRecord } from '../world/records';
import type { World } from '../world/world';
import { requireState } from './access';
import { carryOut, checkDelivery, endPublishing, takeBack } from './delivery';

const changeStatus = (world: World, post: PostRecord, status: PostStatus): void => {
	post.status = status;
	world.touch(post, world.time());
};

const canCarryOut = (world: World, post: PostRecord, delivery: Delivery): boolean => {
	try {
		checkDelivery(world, post, delivery, '');
		return true;
	} catch (error) {
		if (error instanceof ApiFailure) return false;
		throw error;
	}
};

/**
 * Approves a post and carries its delivery out. If that is no longer possible, for example because its time has passed, a
 * channel was disconnected or the daily limit is reached, the post stays `approved` until someone delivers it again.
 */
export const approve = (world: World, post: PostRecord): void => {
	requireState(post, 'review');
	changeStatus(world, post, 'approved');
	if (post.delivery !== null && canCarryOut(world, post, post.delivery)) carryOut(world, post, post.delivery);
};

export const reject = (world: World, post: PostRecord): void => {
	requireState(post, 'review');
	changeStatus(world, post, 'rejected');
};

export const requestChanges = (world: World, post: PostRecord): void => {
	requireState(post, 'review');
	changeStatus(world, post, 'changes_requested');
};

/** Puts a scheduled or queued post on hold until it's resumed or canceled. */
export const hold = (world: World, post: PostRecord): void => {
	requireState(post, 'hold');
	takeBack(world, post);
	changeStatus(world, post, 'on_hold');
};

/** Resumes a post on hold. If its time has passed meanwhile, it's published now. */
export const resume = (world: World, post: PostRecord): void => {
	requireState(post, 'resume');
	const asked: Delivery = post.delivery ?? { mode: 'queue' };
	const isLate = asked.mode === 'at' && asked.at <= world.time();
	carryOut(world, post, isLate ? { mode: 'now' } : asked);
};

/** Comments on a post in review, which changes only its `updatedAt`. */
export const comment = (world: World, post: PostRecord): void => {
	requireState(post, 'review');
	world.touch(post, world.time());
};

/** Marks a partially published post as resolved (P27). */
export const resolveAttention = (world: World, post: PostRecord): void => {
	requireState(post, 'resolveAttention');
	post.attentionResolvedAt = world.time();
	world.touch(post, world.time());
};

const onTheWay: ReadonlySet<string> = new Set(['queued', 'scheduled', 'publishing']);

/** Makes publishing get stuck. The post keeps its status, whatever its time. */
export const getStuck = (_world: World, post: PostRecord): void => {
	requireState(post, 'settle');
	post.isStuck = true;
};

/** Plays the network. Ends publishing on all channels that aren't finished, or on one of them. */
export const settle = (
	world: World,
	post: PostRecord,
	outcome: { outcome: 'publish' | 'fail'; channelId?: string | undefined; error?: string | undefined },
): void => {
	requireState(post, 'settle');
	const { channelId, error, outcome: kind } = outcome;
	const concerned = post.progress.filter(
		(progress) => onTheWay.has(progress.status) && (channelId ?? progress.channelId) === progress.channelId,
	);
	const plan = error === undefined ? { outcome: kind } : { outcome: kind, error };
	for (const progress of concerned) endPublishing(world, post, progress, world.time(), plan);
};
