import type { ListQuery } from '../api/bodies';
import { malformed } from '../http/answers';
import { toIso } from '../http/clock';
import { isVisible } from './access';
import { asSeenBy, type SeenPost } from '../world/posts';
import type { Credential, PostRecord } from '../world/records';
import type { World } from '../world/world';

const defaultLimit = 50;
const rememberedCursors = 10_000;

/** A page of posts in the API's format. */
interface PostPage {
	data: SeenPost[];
	nextCursor: string | null;
	serverTime: string;
}

/** The position of a post: its sort key, then its sequence. */
type Position = readonly [place: number, sequence: number];

/** The position of a cursor by the ID of the last post on its page. A post that changes during paging keeps its position. */
type Cursors = Map<string, Position>;
const cursorsOf = new WeakMap<World, Cursors>();

const cursorName = (id: string, query: ListQuery): string => `${id} ${query.updatedSince?.given ?? ''}`;

const matches = (world: World, post: PostRecord, query: ListQuery): boolean => {
	if (query.status === undefined && query.accountId === undefined) return true;
	const shown = world.settings.visibilityLagMs === 0 ? post : world.posts.listed(post, world.time());
	const onChannel = query.accountId === undefined || post.draft.channelIds.includes(query.accountId);
	return onChannel && shown !== undefined && (query.status?.has(shown.status) ?? true);
};

/** The sort key of a post in a list. */
const placeOf = (world: World, post: PostRecord, query: ListQuery): number => {
	if (query.updatedSince === undefined) return -post.sequence;
	const change = world.posts.listedChange(post, world.time());
	if (change === null) return Infinity;
	return world.variants.changeOrder === 'newest first' ? -change : change;
};

const positionOf = (world: World, post: PostRecord, query: ListQuery): Position => [
	placeOf(world, post, query),
	post.sequence,
];

const changedSince = (world: World, posts: readonly PostRecord[], query: ListQuery): PostRecord[] => {
	const now = world.time();
	const since = query.updatedSince?.moment ?? 0;
	const unit = world.variants.times === 'whole seconds' ? 1000 : 1;
	const changes = posts
		.map((post) => ({ post, at: world.posts.listedChange(post, now) }))
		.map(({ post, at }) => ({ post, at: at && Math.floor(at / unit) * unit }))
		.filter(({ at }) => at !== null && at > since);
	const direction = world.variants.changeOrder === 'newest first' ? -1 : 1;
	changes.sort((a, b) => direction * ((a.at ?? 0) - (b.at ?? 0)) || a.post.sequence - b.post.sequence);
	return changes.map(({ post }) => post);
};

function* newestFirst(posts: readonly PostRecord[]): Generator<PostRecord> {
	for (let index = posts.length - 1; index >= 0; index--) {
		const post = posts[index];
		if (post !== undefined) yield post;
	}
}

/** @throws ApiFailure 422 if the post of the cursor was never visible, or was deleted and the service was seen to refuse it (N24). */
const cursorPosition = (world: World, credential: Credential, query: ListQuery): Position => {
	if (query.cursor === undefined) return [-Infinity, -Infinity];
	const remembered = cursorsOf.get(world)?.get(cursorName(query.cursor, query));
	if (remembered !== undefined && !world.profile.refusesMore) return remembered;
	const post = world.posts.get(query.cursor);
	if (post === undefined || !isVisible(credential, post)) {
		throw malformed('cursor', 'no longer known; start again without it');
	}
	return remembered ?? positionOf(world, post, query);
};

const rememberCursor = (world: World, last: PostRecord, query: ListQuery): void => {
	const cursors = cursorsOf.get(world) ?? new Map<string, Position>();
	cursorsOf.set(world, cursors);
	cursors.set(cursorName(last.id, query), positionOf(world, last, query));
	const oldest = cursors.keys().next().value;
	if (cursors.size > rememberedCursors && oldest !== undefined) cursors.delete(oldest);
};

const takePage = (world: World, credential: Credential, query: ListQuery, size: number): PostRecord[] => {
	const posts = world.posts.ofWorkspace(credential.workspaceId);
	const ordered = query.updatedSince === undefined ? newestFirst(posts) : changedSince(world, posts, query);
	const [afterPlace, afterSequence] = cursorPosition(world, credential, query);
	const taken: PostRecord[] = [];
	for (const post of ordered) {
		const place = placeOf(world, post, query);
		const isBehind = place > afterPlace || (place === afterPlace && post.sequence > afterSequence);
		if (isBehind && isVisible(credential, post) && matches(world, post, query)) taken.push(post);
		if (taken.length === size) break;
	}
	return taken;
};

/**
 * One page of a key's posts, newest first. With `updatedSince`, the variant `changeOrder` decides. A poll without changes gets back
 * the time that it sent as `serverTime`.
 */
export const listPosts = (world: World, credential: Credential, query: ListQuery): PostPage => {
	const limit = query.limit ?? defaultLimit;
	const taken = takePage(world, credential, query, limit + 1);
	const page = taken.slice(0, limit);
	const last = taken.length > limit ? page.at(-1) : undefined;
	if (last !== undefined) rememberCursor(world, last, query);
	const now = world.time();
	const { repeatsTime, serverTimeLeadMs } = world.profile;
	const isUnchanged =
		repeatsTime && query.updatedSince !== undefined && query.cursor === undefined && page.length === 0;
	return {
		data: page
			.flatMap((post) => world.posts.listed(post, now) ?? [])
			.map((post) => asSeenBy({ world, credential }, post)),
		nextCursor: last?.id ?? null,
		serverTime: isUnchanged && query.updatedSince ? query.updatedSince.given : toIso(now - serverTimeLeadMs),
	};
};
