import { createHash } from 'node:crypto';
import type { Post } from '../../client/publishing/schemas';
import { compareTimes } from '../shared/dates';

/** What is remembered of a channel of a post. */
export interface SeenChannel {
	status: string;
	/** How many warnings it had. */
	warnings: number;
}

/** What is remembered of a post, so that the next time it is listed shows what changed. */
export interface SeenPost {
	status: string;
	updatedAt: string;
	/** By channel id. */
	channels: ReadonlyMap<string, SeenChannel>;
}

/** What is remembered between polls. */
export interface SeenPosts {
	/** By post id. */
	posts: ReadonlyMap<string, SeenPost>;
	/** Digests of posts that there is no room for in `posts`, but that the next listing shows again. */
	digests: ReadonlySet<string>;
}

export const nothingSeen: SeenPosts = { posts: new Map(), digests: new Set() };

/** What to remember of a post. */
export function toSeenPost({ status, updatedAt, channels }: Post): SeenPost {
	const entries = channels.map(({ accountId, status: channelStatus, warnings }): [string, SeenChannel] => [
		accountId,
		{ status: channelStatus, warnings: warnings.length },
	]);
	return { status, updatedAt, channels: new Map(entries) };
}

/** Everything remembered of a post as one text; channels may come in any order. */
function textOf({ status, updatedAt, channels }: SeenPost): string {
	const states = [...channels].map(([id, channel]) => `${id} ${channel.status} ${channel.warnings}`);
	return [updatedAt, status, ...states.sort()].join('\n');
}

/** `updatedAt` alone does not show it: two changes can fall into the same moment. */
const isUnchanged = (a: SeenPost, b: SeenPost): boolean =>
	a.updatedAt === b.updatedAt && textOf(a) === textOf(b);

/** Length of every digest in characters: 48 bits tell tens of thousands of posts apart. */
export const digestLength = 8;

/** A short digest of a post as it was seen. */
export const digestOf = (id: string, post: SeenPost): string =>
	createHash('sha256')
		.update(`${id}\n${textOf(post)}`)
		.digest('base64')
		.slice(0, digestLength);

/** A post that isn't as it was when it was last seen. */
export interface PostChange {
	post: Post;
	/** How it was; undefined for a post that is seen for the first time. */
	before?: SeenPost;
	/** For a post that is seen for the first time: what began after this time is new. */
	since: string;
}

/** The latest version of each post that isn't as it was seen: a page can list a post twice, or as it was before. */
function latestVersions(posts: Post[], seen: SeenPosts['posts']): Array<{ post: Post; version: SeenPost }> {
	const latest = new Map<string, { post: Post; version: SeenPost }>();
	for (const post of posts) {
		const version = toSeenPost(post);
		const before = latest.get(post.id)?.version ?? seen.get(post.id);
		const isOld =
			before && (isUnchanged(before, version) || compareTimes(version.updatedAt, before.updatedAt) < 0);
		if (!isOld) latest.set(post.id, { post, version });
	}
	return [...latest.values()];
}

/** Where the comparison begins. */
interface ComparisonTimes {
	/** When the trigger began: a post that is seen for the first time is news if it changed later. */
	startedAt: string;
	/** Passed on to each change. */
	since: string;
}

/** Compares listed posts with those seen before: what changed, and what has now been seen. */
export function compareWithSeen(
	seen: SeenPosts,
	listed: Post[],
	{ startedAt, since }: ComparisonTimes,
): { changes: PostChange[]; seen: SeenPosts } {
	const versions = latestVersions(listed, seen.posts);
	const news = versions.filter(
		({ post, version }) =>
			seen.posts.has(post.id) ||
			(compareTimes(post.updatedAt, startedAt) > 0 && !seen.digests.has(digestOf(post.id, version))),
	);
	const posts = new Map(seen.posts);
	for (const { post, version } of versions) posts.set(post.id, version);
	return {
		changes: news.map(({ post }) => ({ post, before: seen.posts.get(post.id), since })),
		seen: { ...seen, posts },
	};
}
