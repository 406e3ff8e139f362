import { conflict, notFound, unworkable } from '../http/answers';
import type { PostStatus } from '../types';
import type { Credential, PostRecord } from '../world/records';
import type { World } from '../world/world';

/** A key, and the world that it looks at. */
interface Viewer {
	world: World;
	credential: Credential;
}

/**
 * A post that the key may see. Everything else is 404: no such post, a deleted one, one of another workspace, one
 * that targets a channel the key cannot see (N25), and an id that is no UUID.
 */
export const visiblePost = ({ world, credential }: Viewer, id: string): PostRecord => {
	const post = world.posts.get(id);
	if (post === undefined || !isVisible(credential, post)) throw notFound('id: there is no such post');
	return post;
};

/** A post that the key may change: one that the person who made the key wrote. @throws ApiFailure 404, 422 (N25) */
export const ownPost = (asked: Viewer, id: string): PostRecord => {
	const post = visiblePost(asked, id);
	if (post.authorId === asked.credential.personId) return post;
	throw unworkable('id', 'somebody else wrote this post; it can be read and duplicated, but not changed');
};

/** Whether a key sees a post: every channel it targets must be on the key (N25). */
export const isVisible = (credential: Credential, post: PostRecord): boolean =>
	post.workspaceId === credential.workspaceId &&
	post.draft.channelIds.every((id) => credential.channelIds.has(id));

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
