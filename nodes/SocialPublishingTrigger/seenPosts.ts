import { createHash } from 'node:crypto';
import { lastStateOf } from '../../client/publishing/posts/channelStates.js';
import type { Post } from '../../client/publishing/schemas.js';
import { compareTimes } from '../shared/dates.js';

/** What the trigger remembers about a channel of a post. */
export interface SeenChannel {
	/** `published`, `failed`, or else the service's own word. */
	status: string;
	/** How many warnings it had. */
	warnings: number;
}

/** What the trigger remembers about a post, to find out what changed when the post is listed again. */
export interface SeenPost {
	status: string;
	updatedAt: string;
	/** By channel ID. */
	channels: ReadonlyMap<string, SeenChannel>;
	/** When someone dealt with its failed channels, or null. Undefined if it isn't known. */
	dealtWithAt?: string | null;
}

/** What the trigger remembers between polls. */
export interface SeenPosts {
	/** By post ID. */
	posts: ReadonlyMap<string, SeenPost>;
	/** Digests of posts that don't fit in `posts` but will be listed again. */
	digests: ReadonlySet<string>;
}

export const nothingSeen: SeenPosts = { posts: new Map(), digests: new Set() };

/** Returns what to remember about a post. */
export function toSeenPost(post: Post): SeenPost {
	const { status, updatedAt, channels, attentionResolvedAt } = post;
	const entries = channels.map((channel): [string, SeenChannel] => [
		channel.accountId,
		{ status: lastStateOf(post, channel), warnings: channel.warnings.length },
	]);
	const isKnown = attentionResolvedAt || status === 'partially_published';
	return {
		status,
		updatedAt,
		channels: new Map(entries),
		...(isKnown ? { dealtWithAt: attentionResolvedAt ?? null } : {}),
	};
}

/** Returns everything that is remembered about a post as one string. The order of its channels doesn't matter. */
function rememberedAs({ status, updatedAt, channels }: SeenPost): string {
	const states = [...channels].map(([id, channel]) => `${id} ${channel.status} ${channel.warnings}`);
	return [updatedAt, status, ...states.sort()].join('\n');
}

/** `updatedAt` alone isn't enough, because two changes can have the same time. */
const isUnchanged = (before: SeenPost, now: SeenPost): boolean =>
	before.updatedAt === now.updatedAt &&
	rememberedAs(before) === rememberedAs(now) &&
	(before.dealtWithAt === undefined || before.dealtWithAt === (now.dealtWithAt ?? null));

/** Length of a digest in characters. 48 bits can distinguish tens of thousands of posts. */
export const digestLength = 8;

/** Returns a short digest of a post as it was seen. */
export const digestOf = (id: string, post: SeenPost): string =>
	createHash('sha256')
		.update(`${id}\n${rememberedAs(post)}`)
		.digest('base64')
		.slice(0, digestLength);

/** A post that changed since it was last seen. */
export interface PostChange {
	post: Post;
	/** The post as it was last seen. Undefined if it's seen for the first time. */
	before?: SeenPost;
	/** For a post that is seen for the first time. Whatever began after this time is new. */
	since: string;
}

/** Returns the latest version of each post that changed. A page can list a post twice, or in an older version. */
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

interface ComparisonTimes {
	/** When the trigger started. A post that is seen for the first time counts as a change if it changed later. */
	startedAt: string;
	/** Passed on to each change. */
	since: string;
}

/** Compares listed posts with those seen before. Returns the changes, and the posts that have now been seen. */
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
