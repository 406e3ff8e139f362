import type { Routed } from '../types';
import type { Credential, Delivery, PostRecord, Progress, Workspace } from '../world/records';
import type { World } from '../world/world';
import { requireRoom } from './caps';
import { checkContent, checkQueues, requireFuture } from './deliveryRules';
import { freshProgress } from './newPost';
import { refreshStatus, startPublishing } from './publishing';

/** Who asks, for a delivery. */
export interface Asker {
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
