import type { Post, PostPage } from '../../client/publishing/schemas';
import type { Change } from './changes';
import { isOlder, isSame, markOf, toKnown, type KnownPosts, type Memory } from './known';
import { compareTimes, laterOf, toTime } from './times';

/** An ETag, and the exact query it belongs to. */
export interface Tag {
	query: string;
	value: string;
}

/** Where a trigger is in the list of changes. */
export interface Place {
	/** The service's time when the watch began: what was changed before is no news. */
	startedAt: string;
	/** `updatedSince` of the listing. */
	since: string;
	/** The ETag of a listing that is known whole. */
	tag?: Tag;
	/** A listing that is not read to its end: the next page, and the service's time of the first one. */
	listing?: { cursor: string; serverTime: string };
}

/** What a trigger knows between two pages of the list. */
export interface Watch extends Place {
	memory: Memory;
}

/** A page of the list of changes, and its ETag if it can be asked for again. */
export interface ListedPage extends PostPage {
	tag?: Tag;
}

/** What a page tells. */
export interface Seen {
	changes: Change[];
	watch: Watch;
}

/**
 * Covers the minute that a change may take to show in the list, and a second for a service that cuts its times to
 * seconds. What is seen twice is recognised.
 */
const overlapMs = 61_000;

/** A time of the service as the next request takes it, whatever the service's way to write it. */
export const withOffset = (time: string): string => toTime(Date.parse(time));

/** Where a listing begins that is to show everything after another one's `serverTime`. */
export const sinceOf = (serverTime: string): string => toTime(Date.parse(serverTime) - overlapMs);

/** The latest look at each post: a page may show a post twice, or as it was before. */
function latestLooks(posts: Post[], known: KnownPosts): Post[] {
	const latest = new Map<string, Post>();
	for (const post of posts) {
		const look = toKnown(post);
		const other = latest.get(post.id);
		const before = other ? toKnown(other) : known.get(post.id);
		if (!before || !(isSame(before, look) || isOlder(look, before))) latest.set(post.id, post);
	}
	return [...latest.values()];
}

/** What a page changes in what is known. A post seen for the first time is news if it changed after the watch began. */
function compare({ memory, since, startedAt }: Watch, posts: Post[]): { changes: Change[]; memory: Memory } {
	const looks = latestLooks(posts, memory.posts).map((post) => ({ post, look: toKnown(post) }));
	const news = looks.filter(
		({ post, look }) =>
			memory.posts.has(post.id) ||
			(compareTimes(post.updatedAt, startedAt) > 0 && !memory.marks.has(markOf(post.id, look))),
	);
	const known = new Map(memory.posts);
	for (const { post, look } of looks) known.set(post.id, look);
	return {
		changes: news.map(({ post }) => ({
			post,
			before: memory.posts.get(post.id),
			since: laterOf(since, startedAt),
		})),
		memory: { ...memory, posts: known },
	};
}

/** Whether a listing shows nothing at all: then there is nothing to leave behind, and its ETag stays of use. */
const isEmpty = ({ listing }: Watch, { data }: ListedPage): boolean => !listing && data.length === 0;

/** Takes a page of the list of changes: (watch, page) to (changes, watch). Pages may come in any order. */
export function takePage(watch: Watch, page: ListedPage): Seen {
	const { changes, memory } = compare(watch, page.data);
	const serverTime = watch.listing?.serverTime ?? withOffset(page.serverTime);
	const base = { startedAt: watch.startedAt, since: watch.since, memory };
	if (page.nextCursor !== null) {
		return { changes, watch: { ...base, listing: { cursor: page.nextCursor, serverTime } } };
	}
	const since = isEmpty(watch, page) ? watch.since : laterOf(watch.since, sinceOf(serverTime));
	return { changes, watch: { ...base, since, tag: page.tag } };
}

/** Begins the listing anew, when its cursor has vanished: what is shown twice is recognised. */
export const restartListing = ({ startedAt, since, memory }: Watch): Watch => ({ startedAt, since, memory });
