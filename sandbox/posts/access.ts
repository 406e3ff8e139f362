import { ApiFailure, codeOfStatus, conflict, notFound, unworkable } from '../http/answers';
import type { PostStatus } from '../types';
import type { Credential, PostRecord } from '../world/records';
import type { World } from '../world/world';

/** A credential, and the world that it reads. */
interface Viewer {
	world: World;
	credential: Credential;
}

/**
 * Finds a post that the key can see. Anything else is a 404: a missing or deleted post, a post of another workspace, a post on
 * a channel that the key can't see (N25), and an ID that isn't a UUID.
 */
export const visiblePost = ({ world, credential }: Viewer, id: string): PostRecord => {
	const post = world.posts.get(id);
	if (post === undefined || !isVisible(credential, post)) throw notFound('id: there is no such post');
	return post;
};

/** Finds a post that the key can change. It must be by the key's owner if this service asks for that (N25). @throws ApiFailure 404, 422 */
export const ownPost = (asked: Viewer, id: string): PostRecord => {
	const post = visiblePost(asked, id);
	if (!asked.world.profile.refusesMore || post.authorId === asked.credential.personId) return post;
	throw unworkable('id', 'someone else wrote this post; it can be read and duplicated, but not changed');
};

/** Whether a key sees a post. All channels of the post must be on the key (N25). */
export const isVisible = (credential: Credential, post: PostRecord): boolean =>
	post.workspaceId === credential.workspaceId &&
	post.draft.channelIds.every((id) => credential.channelIds.has(id));

/**
 * The statuses that each action allows, and the text of the 409 for other statuses.
 * - edit, submit: only drafts (N36, N37). To edit a scheduled or queued post, cancel it, edit it and schedule it again.
 * - schedule, publish: also change scheduled, queued and failed posts. A post on hold is a 409 (N9, N37).
 * - cancel: N11. withdraw: N20.
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

/** With several queues, a post can be published on one channel while it waits on another. */
const requireNothingLive = (post: PostRecord): void => {
	const live = post.progress.find(({ status }) => status === 'publishing' || status === 'published');
	if (live !== undefined) throw conflict(`status: channel ${live.channelId} is already ${live.status}`);
};

const worksOnLivePosts: ReadonlySet<string> = new Set(['settle', 'resolveAttention']);

/** @throws ApiFailure 409 if the status of the post or of one of its channels doesn't allow the action. */
export const requireState = (post: PostRecord, action: keyof typeof rules): void => {
	const { states, refusal }: { states: readonly PostStatus[]; refusal: string } = rules[action];
	if (!states.includes(post.status)) throw conflict(`${refusal} (this post is ${post.status}).`);
	if (!worksOnLivePosts.has(action)) requireNothingLive(post);
};

/** @throws ApiFailure 409, or 422 (N20), if the post's status doesn't allow deleting it. */
export const requireDeletable = ({ profile }: World, post: PostRecord): void => {
	const isLive = post.progress.some(({ status }) => status === 'publishing' || status === 'published');
	if (profile.deletable.includes(post.status) && !isLive) return;
	const status = profile.undeletableStatus;
	const problem = `a post that is ${post.status}${isLive ? ' and live' : ''} cannot be deleted`;
	throw new ApiFailure(status, codeOfStatus[status] ?? '', `status: ${problem}`);
};
