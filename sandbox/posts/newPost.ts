import { randomUUID } from 'node:crypto';
import type { Draft, PostRecord, Progress } from '../world/records';
import type { World } from '../world/world';

/** A channel of a post that is not on its way. */
export const freshProgress = (channelId: string): Progress => ({
	channelId,
	status: 'draft',
	scheduledAt: null,
	startedAt: null,
	endsAt: null,
	publishedAt: null,
	url: null,
	error: null,
	warnings: [],
	queueId: null,
	queuePosition: null,
});

/** Who writes a post, and with which key; `createdVia` is null for a post written in the web app. */
export type Authorship = Pick<PostRecord, 'workspaceId' | 'authorId' | 'createdVia'>;

/** Saves a draft. */
export const savePost = (
	world: World,
	authorship: Authorship,
	draft: Draft,
	{ id = randomUUID(), at = world.time() }: { id?: string; at?: number } = {},
): PostRecord => {
	const post: PostRecord = {
		id,
		sequence: world.posts.takeSequence(),
		...authorship,
		status: 'draft',
		draft,
		progress: draft.channelIds.map(freshProgress),
		createdAt: at,
		updatedAt: at,
		attentionResolvedAt: null,
		delivery: null,
	};
	world.posts.add(post);
	world.touch(post, at);
	return post;
};
