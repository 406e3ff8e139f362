import { InvalidRequestError, ValidationError } from '../../client/http/errors.js';
import type { PublishingClient } from '../../client/publishing/index.js';
import type { Post, PostPage } from '../../client/publishing/schemas.js';
import { laterOf, toTimestamp } from '../shared/dates.js';

type Posts = Pick<PublishingClient['posts'], 'page'>;

/**
 * How far the trigger has read the service's changes. The changes are posts listed by `updatedSince`, page by page (contract
 * section 4).
 */
export interface FeedPosition {
	/** Changes up to this time have been read. The listing's `updatedSince`. */
	watermark: string;
	/** The ETag of a listing that was read to its end, and the exact query it belongs to. */
	etag?: { query: string; value: string };
	/** A listing that hasn't been read to its end: the cursor of the next page, and `serverTime` of the first page. */
	listing?: { cursor: string; serverTime: string };
}

/** A page of changes, and the position after it. */
export interface FeedPage {
	posts: Post[];
	position: FeedPosition;
}

/** A page as the service lists it. It has an ETag if the next poll can send it with the same query. */
export interface ListedPage extends PostPage {
	etag?: FeedPosition['etag'];
}

/** The most posts that the service lists on a page. */
const pageSize = 100;

/** The most pages per poll, which is half of the reads that a key has per minute (contract section 8). */
const pagesMax = 150;

/** How many times a listing can start again in one poll because its cursor vanished. */
const restartsMax = 3;

/**
 * Each listing starts this many milliseconds before the end of the last one. This covers the minute that a change can take to
 * appear in lists, and a second for services that truncate times to seconds. Posts that are listed again are recognized.
 */
const overlapMs = 61_000;

/** Converts a time from the service to the format that requests accept. */
export const inTimestampForm = (time: string): string => toTimestamp(Date.parse(time));

/** Returns the watermark after a listing that was current at `serverTime`. */
export const watermarkAt = (serverTime: string): string => toTimestamp(Date.parse(serverTime) - overlapMs);

/** Returns the position after a page. The watermark advances only with the last page of a listing. */
export function advance({ watermark, listing }: FeedPosition, page: ListedPage): FeedPosition {
	const serverTime = listing?.serverTime ?? inTimestampForm(page.serverTime);
	if (page.nextCursor !== null) return { watermark, listing: { cursor: page.nextCursor, serverTime } };
	// After an empty listing, the query stays the same, so its ETag can be used again.
	const isEmpty = !listing && page.data.length === 0;
	return {
		watermark: isEmpty ? watermark : laterOf(watermark, watermarkAt(serverTime)),
		etag: page.etag,
	};
}

/** Returns the position at the start of the listing, for a cursor that vanished. */
export const restart = ({ watermark }: FeedPosition): FeedPosition => ({ watermark });

/** Whether everything from the start of a listing to its end was read between two positions. */
export const isWholeListing = (from: FeedPosition, to: FeedPosition): boolean =>
	from.listing === undefined && to.listing === undefined;

/** The service's answer: a page, that nothing changed, or that it no longer knows the cursor. */
type Answer = ListedPage | 'unchanged' | 'vanished';

/**
 * Reads the first page, unless nothing changed. Keeps the ETag with its query, but only if this is the only page and it isn't
 * full. The ETag of a first page doesn't show whether later pages changed.
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

/**
 * Returns 'vanished' if the service refuses the query. It accepted the rest of the query with the first page, so it no longer
 * knows the cursor. Rethrows other errors.
 */
function vanishedCursor(error: unknown): Answer {
	if (error instanceof ValidationError || error instanceof InvalidRequestError) return 'vanished';
	throw error;
}

async function fetchNext(posts: Posts, watermark: string, cursor: string): Promise<Answer> {
	const answer = posts.page({ updatedSince: watermark, limit: pageSize, cursor });
	// Without an ETag, every answer is a page.
	return await answer.then(({ value }) => value as PostPage, vanishedCursor);
}

const fetchPage = async (posts: Posts, position: FeedPosition): Promise<Answer> =>
	position.listing
		? await fetchNext(posts, position.watermark, position.listing.cursor)
		: await fetchFirst(posts, position);

/**
 * Reads the pages after a position while there is time. Reads at least one, so every poll makes progress. The next poll continues
 * from the position of the last page. Yields nothing if nothing changed. If the cursor vanished, yields a page without posts and
 * starts the listing again.
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
		// Repeating cursors would never end, so the listing ends at a cursor that was there before.
		const nextCursor = cursors.has(page.nextCursor) ? null : page.nextCursor;
		cursors.add(nextCursor);
		position = advance(position, { ...page, nextCursor });
		yield { posts: page.data, position };
		if (!position.listing) return;
	}
}
