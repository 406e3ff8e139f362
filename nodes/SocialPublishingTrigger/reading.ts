import type { Conditional } from '../../client/publishing/postReads';
import type { Post, PostPage } from '../../client/publishing/schemas';
import type { PublishingClient } from '../../client/publishing';
import type { PollState } from './state';

/** What one poll read. */
export interface Reading {
	posts: Post[];
	/** The service's time of the listing's first page; undefined when nothing changed. */
	serverTime?: string;
	/** Where to go on when time ran out before the last page. */
	listing?: PollState['listing'];
	/** The ETag of the first page, with its query. */
	etag?: PollState['etag'];
}

/** One page is asked for at a time; 100 posts is the most the service gives. */
const pageSize = 100;
const maxRestarts = 3;

/** The service no longer knows where a listing stood. */
class VanishedCursor extends Error {}

/** A cursor the service refuses has vanished: everything else in the query was accepted with the first page. */
const asVanished = (error: unknown): never => {
	throw (error as Error).name === 'ValidationError' ? new VanishedCursor() : error;
};

type Posts = PublishingClient['posts'];

/** The first page, if it is not as it was; its query is kept with its ETag, because a tag belongs to one query alone. */
async function readFirst(posts: Posts, { since, etag }: PollState): Promise<Reading & { page?: PostPage }> {
	const query = { updatedSince: since, limit: pageSize };
	const written = JSON.stringify(query);
	const tag = etag?.query === written ? etag.value : undefined;
	const { value, etag: newTag } = await posts.page(query, tag);
	if (!value) return { posts: [] };
	return {
		posts: [],
		page: value,
		serverTime: value.serverTime,
		...(newTag ? { etag: { query: written, value: newTag } } : {}),
	};
}

/** The pages after a cursor, as long as there is time. */
async function readOn(
	posts: Posts,
	since: string,
	start: NonNullable<PollState['listing']>,
	hasTime: () => boolean,
): Promise<Reading> {
	const found: Post[] = [];
	const { serverTime } = start;
	let cursor: string | undefined = start.cursor;
	while (cursor !== undefined) {
		if (!hasTime()) return { posts: found, serverTime, listing: { cursor, serverTime } };
		const { value }: Conditional<PostPage> = await posts
			.page({ updatedSince: since, limit: pageSize, cursor })
			.catch(asVanished);
		found.push(...(value?.data ?? []));
		cursor = value?.nextCursor ?? undefined;
	}
	return { posts: found, serverTime };
}

async function readListing(posts: Posts, state: PollState, hasTime: () => boolean): Promise<Reading> {
	if (state.listing) return await readOn(posts, state.since, state.listing, hasTime);
	const { page, ...first } = await readFirst(posts, state);
	if (!page?.nextCursor) return { ...first, posts: page?.data ?? [] };
	const start = { cursor: page.nextCursor, serverTime: page.serverTime };
	const rest = await readOn(posts, state.since, start, hasTime);
	return { ...first, ...rest, posts: [...page.data, ...rest.posts] };
}

/**
 * Reads what changed since the last poll, all pages of it while there is time. A cursor that has vanished starts the
 * listing again; what is seen twice is recognised later.
 */
export async function readChanges(
	posts: Posts,
	state: PollState,
	hasTime: () => boolean,
	restarts = 0,
): Promise<Reading> {
	return await readListing(posts, state, hasTime).catch(async (error: unknown) => {
		if (restarts === maxRestarts || !(error instanceof VanishedCursor)) throw error;
		return await readChanges(posts, { ...state, listing: undefined, etag: undefined }, hasTime, restarts + 1);
	});
}
