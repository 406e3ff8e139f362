import { conflict, unworkable } from '../api/failure';
import type { PostStatus } from '../types';
import type { PostRecord } from '../world/records';

const beforeReview = ['draft', 'approved', 'changes_requested', 'rejected'] as const;

/**
 * Which states a write is for.
 * - edit: all that is not live and does not wait for approval. What is already on its way may be edited too, apart
 *   from its channels (`editChannels`): its place in a queue belongs to them.
 * - submit: the contract names drafts; a post that Review gave back, or that was approved but could not be carried
 *   out, may be sent again. A failed one is scheduled or published anew, or cancelled first.
 * - schedule re-times scheduled, queued and failed posts in place; on_hold is 409 (N9). Cancel: N11. Withdraw: N20.
 */
const allowed = {
	edit: [...beforeReview, 'failed', 'scheduled', 'queued', 'on_hold'],
	editChannels: [...beforeReview, 'failed'],
	submit: beforeReview,
	schedule: [...beforeReview, 'failed', 'scheduled', 'queued'],
	publish: [...beforeReview, 'failed', 'scheduled', 'queued'],
	cancel: ['queued', 'scheduled', 'failed', 'on_hold'],
	withdraw: ['pending_approval'],
	review: ['pending_approval'],
	hold: ['scheduled', 'queued'],
	resume: ['on_hold'],
	resolveAttention: ['partially_published'],
	settle: ['scheduled', 'queued', 'publishing'],
} as const satisfies Record<string, readonly PostStatus[]>;

const deletable: readonly PostStatus[] = ['draft', 'queued', 'scheduled', 'failed', 'rejected'];

/** A post with several queues can be out on one channel and still wait on another. */
const requireNothingLive = (post: PostRecord): void => {
	const live = post.progress.find(({ status }) => status === 'publishing' || status === 'published');
	if (live !== undefined) throw conflict(`status: channel ${live.channelId} is already ${live.status}`);
};

const worksOnLivePosts: ReadonlySet<string> = new Set(['settle', 'resolveAttention']);

/** @throws ApiFailure 409 when the post, or a part of it, is not in a state for the action. */
export const requireState = (post: PostRecord, action: keyof typeof allowed): void => {
	const states: readonly PostStatus[] = allowed[action];
	if (!states.includes(post.status)) {
		const hint = post.status === 'pending_approval' ? '; withdraw it first' : '';
		throw conflict(`status: the post is ${post.status}, this takes ${states.join(', ')}${hint}`);
	}
	if (!worksOnLivePosts.has(action)) requireNothingLive(post);
};

/** @throws ApiFailure 422 (not 409, N20) when the post may not be deleted in its state. */
export const requireDeletable = (post: PostRecord): void => {
	const isLive = post.progress.some(({ status }) => status === 'publishing' || status === 'published');
	if (deletable.includes(post.status) && !isLive) return;
	throw unworkable('status', `a post that is ${post.status}${isLive ? ' and live' : ''} cannot be deleted`);
};
