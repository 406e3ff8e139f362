import type { PublishingClient } from '../../client/publishing';
import type { Change } from './changes';
import type { Memory } from './known';
import { compareTimes } from './times';
import { restartListing, takePage, type ListedPage, type Place, type Seen, type Watch } from './watch';

type Posts = Pick<PublishingClient['posts'], 'page'>;

/** 100 posts is the most the service gives on a page. */
const pageSize = 100;

/** One poll takes at most half of the reads that a key has in a minute (contract section 8). */
const pagesMax = 150;

/** How often a cursor may vanish in one poll. */
const restartsMax = 3;

/** What the service answered: a page, that nothing changed, or that it no longer knows the cursor. */
type Answer = { page: ListedPage } | 'unchanged' | 'vanished';

/**
 * The first page, if it is not as it was. Its ETag is kept with the query it belongs to, and only if the page is not
 * full: of a listing that goes on, the first page does not tell whether the others changed.
 */
async function askFirst(posts: Posts, { since, tag }: Place): Promise<Answer> {
	const query = { updatedSince: since, limit: pageSize };
	const written = JSON.stringify(query);
	const known = tag?.query === written ? tag.value : undefined;
	const { value: page, etag } = await posts.page(query, known);
	if (!page) return 'unchanged';
	const isWhole = page.nextCursor === null && page.data.length < pageSize;
	return { page: etag && isWhole ? { ...page, tag: { query: written, value: etag } } : page };
}

/** A cursor that the service refuses has vanished: everything else in the query was accepted with the first page. */
const refusals = ['ValidationError', 'InvalidRequestError'];

function asVanished(error: unknown): Answer {
	if (refusals.includes((error as Error).name)) return 'vanished';
	throw error;
}

async function askNext(posts: Posts, since: string, cursor: string): Promise<Answer> {
	const answer = posts.page({ updatedSince: since, limit: pageSize, cursor });
	// Without an ETag every answer is a page.
	return await answer.then(({ value }) => ({ page: value as ListedPage }), asVanished);
}

const ask = async (posts: Posts, place: Place): Promise<Answer> =>
	place.listing ? await askNext(posts, place.since, place.listing.cursor) : await askFirst(posts, place);

/** How a poll reads. */
export interface Reader {
	posts: Posts;
	/** Gives what was known before; asked for only when something changed. */
	recall: () => Memory;
	/** Whether there is time for another page. */
	hasTime: () => boolean;
}

interface Step extends Seen {
	isDone: boolean;
}

function take(watch: Watch, answer: Answer): Step {
	if (answer === 'unchanged') return { changes: [], watch, isDone: true };
	if (answer === 'vanished') return { changes: [], watch: restartListing(watch), isDone: false };
	const seen = takePage(watch, answer.page);
	return { ...seen, isDone: seen.watch.listing === undefined };
}

/** Ends a listing whose cursors go in a circle, which would be read for ever: at a cursor that was there before. */
function createCircleGuard({ listing }: Place): (answer: Answer) => Answer {
	const seen = new Set([listing?.cursor]);
	return (answer) => {
		if (answer === 'unchanged') return answer;
		if (answer === 'vanished') {
			seen.clear();
			return answer;
		}
		const { nextCursor } = answer.page;
		const isNew = nextCursor === null || seen.size < seen.add(nextCursor).size;
		return isNew ? answer : { page: { ...answer.page, nextCursor: null } };
	};
}

const byTime = (a: Change, b: Change): number => compareTimes(a.post.updatedAt, b.post.updatedAt);

/**
 * Reads what changed since the last poll, page by page while there is time; at least one page, so that every poll gets
 * on. What is not read yet is read on by the next poll. Undefined when nothing changed.
 */
export async function readChanges(
	{ posts, recall, hasTime }: Reader,
	start: Place,
): Promise<Seen | undefined> {
	const guarded = createCircleGuard(start);
	const first = guarded(await ask(posts, start));
	if (first === 'unchanged') return undefined;
	let step = take({ ...start, memory: recall() }, first);
	let restarts = Number(first === 'vanished');
	const changes = [...step.changes];
	for (let pages = 1; !step.isDone && pages < pagesMax && restarts <= restartsMax && hasTime(); pages++) {
		const answer = guarded(await ask(posts, step.watch));
		step = take(step.watch, answer);
		restarts += Number(answer === 'vanished');
		changes.push(...step.changes);
	}
	return { changes: changes.sort(byTime), watch: step.watch };
}
