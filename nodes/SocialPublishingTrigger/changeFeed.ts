import { InvalidRequestError, ValidationError } from '../../client/http/errors';
import type { PublishingClient } from '../../client/publishing';
import type { Post, PostPage } from '../../client/publishing/schemas';
import { laterOf, toTimestamp } from '../shared/dates';

type Posts = Pick<PublishingClient['posts'], 'page'>;

/**
 * How far a trigger has read the service's changes: posts listed by `updatedSince`, page by page (contract section 4).
 */
export interface FeedPosition {
	/** Changes up to this time have been read: `updatedSince` of the listing. */
	watermark: string;
	/** The ETag of a listing that was read to its end, and the exact query it belongs to. */
	etag?: { query: string; value: string };
	/** A listing that isn't read to its end: the cursor of the next page, and `serverTime` of the first one. */
	listing?: { cursor: string; serverTime: string };
}

/** A page of changes, and the position behind it. */
export interface FeedPage {
	posts: Post[];
	position: FeedPosition;
}

/** A page as the service lists it; with its ETag if the next poll can ask for it again. */
export interface ListedPage extends PostPage {
	etag?: FeedPosition['etag'];
}

/** 100 posts is the most the service lists on a page. */
const pageSize = 100;

/** A poll makes at most half of the reads that a key has in a minute (contract section 8). */
const pagesMax = 150;

/** How often a cursor may vanish in one poll. */
const restartsMax = 3;

/**
 * Each listing begins this much before the end of the last one. It covers the minute that a change can take to show in
 * the list, and a second for a service that cuts its times to seconds. What is listed again is recognized as seen.
 */
const overlapMs = 61_000;

/** A time of the service in the form that requests accept, whichever way the service writes it. */
export const withOffset = (time: string): string => toTimestamp(Date.parse(time));

/** The watermark of a listing that was current at `serverTime`. */
export const watermarkAt = (serverTime: string): string => toTimestamp(Date.parse(serverTime) - overlapMs);

/** The position behind a page. The watermark moves on with the last page of a listing. */
export function advance({ watermark, listing }: FeedPosition, page: ListedPage): FeedPosition {
	const serverTime = listing?.serverTime ?? withOffset(page.serverTime);
	if (page.nextCursor !== null) return { watermark, listing: { cursor: page.nextCursor, serverTime } };
	// A listing without any post leaves nothing behind, and with the same query its ETag stays of use.
	const isEmpty = !listing && page.data.length === 0;
	return {
		watermark: isEmpty ? watermark : laterOf(watermark, watermarkAt(serverTime)),
		etag: page.etag,
	};
}

/** The beginning of the listing, for a cursor that has vanished. */
export const restart = ({ watermark }: FeedPosition): FeedPosition => ({ watermark });

/** Whether everything from the start of a listing to its end was read between two positions. */
export const isWholeListing = (from: FeedPosition, to: FeedPosition): boolean =>
	from.listing === undefined && to.listing === undefined;

/** What the service answered: a page, that nothing changed, or that it no longer knows the cursor. */
type Answer = ListedPage | 'unchanged' | 'vanished';

/**
 * The first page, unless nothing changed. Its ETag is kept with the query it belongs to, and only if the page isn't full:
 * the first page of several doesn't show whether the others changed.
 */
async function fetchFirst(posts: Posts, { watermark, etag }: FeedPosition): Promise<Answer> {
	const query = { updatedSince: watermark, limit: pageSize };
	const queryText = JSON.stringify(query);
	const answer = await posts.page(query, etag?.query === queryText ? etag.value : undefined);
	if (!answer.value) return 'unchanged';
	const page = answer.value;
	const isOnlyPage = page.nextCursor === null && page.data.length < pageSize;
	return answer.etag && isOnlyPage ? { ...page, etag: { query: queryText, value: answer.etag } } : page;
}

/** A cursor that the service refuses has vanished: everything else in the query was accepted with the first page. */
function asVanished(error: unknown): Answer {
	if (error instanceof ValidationError || error instanceof InvalidRequestError) return 'vanished';
	throw error;
}

async function fetchNext(posts: Posts, watermark: string, cursor: string): Promise<Answer> {
	const answer = posts.page({ updatedSince: watermark, limit: pageSize, cursor });
	// Without an ETag every answer is a page.
	return await answer.then(({ value }) => value as PostPage, asVanished);
}

const fetchPage = async (posts: Posts, position: FeedPosition): Promise<Answer> =>
	position.listing
		? await fetchNext(posts, position.watermark, position.listing.cursor)
		: await fetchFirst(posts, position);

/**
 * Reads the pages after a position while there is time; at least one, so that every poll makes progress. The next poll
 * continues from the position of the last page. No page at all means that nothing changed. After a vanished cursor the
 * listing begins again with a page without posts.
 */
export async function* readChangeFeed(
	posts: Posts,
	start: FeedPosition,
	hasTime: () => boolean,
): AsyncGenerator<FeedPage> {
	let position = start;
	let restarts = 0;
	const cursors = new Set<string | null | undefined>([start.listing?.cursor]);
	const isAllowed = (pages: number) => pages < pagesMax && restarts <= restartsMax && hasTime();
	for (let pages = 0; pages === 0 || isAllowed(pages); pages++) {
		const page = await fetchPage(posts, position);
		if (page === 'unchanged') return;
		if (page === 'vanished') {
			restarts++;
			cursors.clear();
			position = restart(position);
			yield { posts: [], position };
			continue;
		}
		// Cursors that go in a circle would be read for ever: the listing ends at one that was there before.
		const nextCursor = cursors.has(page.nextCursor) ? null : page.nextCursor;
		cursors.add(nextCursor);
		position = advance(position, { ...page, nextCursor });
		yield { posts: page.data, position };
		if (!position.listing) return;
	}
}
