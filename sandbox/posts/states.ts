import { conflict, unworkable } from '../api/failure';
import type { PostStatus } from '../types';
import type { PostRecord } from '../world/records';

/**
 * Which states a write is for, and what a 409 says otherwise.
 * - edit, submit: drafts alone (N36, N37). What is on its way is edited by cancel, edit, schedule again.
 * - schedule and publish move what is on its way in place; a post on hold is a 409 (N9, N37). Cancel: N11. Withdraw: N20.
 */
const rules = {
	edit: { states: ['draft'], refusal: 'Only drafts can be edited' },
	submit: { states: ['draft'], refusal: 'Only drafts can be submitted' },
	schedule: {
		states: ['draft', 'queued', 'scheduled', 'failed'],
		refusal: 'Only drafts and posts that are queued, scheduled or failed can be scheduled',
	},
	publish: {
		states: ['draft', 'queued', 'scheduled', 'failed'],
		refusal: 'Only drafts and posts that are queued, scheduled or failed can be published',
	},
	cancel: {
		states: ['queued', 'scheduled', 'failed', 'on_hold'],
		refusal: 'Only posts that are queued, scheduled, failed or on hold can be cancelled',
	},
	withdraw: { states: ['pending_approval'], refusal: 'Only posts that wait for approval can be withdrawn' },
	review: { states: ['pending_approval'], refusal: 'Only posts that wait for approval can be reviewed' },
	hold: { states: ['scheduled', 'queued'], refusal: 'Only scheduled and queued posts can be held' },
	resume: { states: ['on_hold'], refusal: 'Only posts on hold can be resumed' },
	resolveAttention: { states: ['partially_published'], refusal: 'Nothing is left to be dealt with' },
	settle: { states: ['scheduled', 'queued', 'publishing'], refusal: 'The post is not on its way' },
} as const satisfies Record<string, { states: readonly PostStatus[]; refusal: string }>;

const deletable: readonly PostStatus[] = ['draft', 'queued', 'scheduled', 'failed', 'rejected'];

/** A post with several queues can be out on one channel and still wait on another. */
const requireNothingLive = (post: PostRecord): void => {
	const live = post.progress.find(({ status }) => status === 'publishing' || status === 'published');
	if (live !== undefined) throw conflict(`status: channel ${live.channelId} is already ${live.status}`);
};

const worksOnLivePosts: ReadonlySet<string> = new Set(['settle', 'resolveAttention']);

/** @throws ApiFailure 409 when the post, or a part of it, is not in a state for the action. */
export const requireState = (post: PostRecord, action: keyof typeof rules): void => {
	const { states, refusal }: { states: readonly PostStatus[]; refusal: string } = rules[action];
	if (!states.includes(post.status)) throw conflict(`${refusal} (this post is ${post.status}).`);
	if (!worksOnLivePosts.has(action)) requireNothingLive(post);
};

/** @throws ApiFailure 422 (not 409, N20) when the post may not be deleted in its state. */
export const requireDeletable = (post: PostRecord): void => {
	const isLive = post.progress.some(({ status }) => status === 'publishing' || status === 'published');
	if (deletable.includes(post.status) && !isLive) return;
	throw unworkable('status', `a post that is ${post.status}${isLive ? ' and live' : ''} cannot be deleted`);
};
