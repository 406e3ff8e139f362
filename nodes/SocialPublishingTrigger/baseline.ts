import type { PublishingClient } from '../../client/publishing';
import { postStatuses } from '../../client/publishing/values';
import { toKnown } from './known';
import { sinceOf, withOffset, type Watch } from './watch';

/** States that may still change; of a published post the time of publishing tells whether it is news. */
const openStatuses = postStatuses.filter((status) => status !== 'published');

/** More than this is not remembered anyway. */
const openPostsMax = 2_000;
/** Several times what a workspace can write in a minute (contract section 8). */
const recentPostsMax = 5_000;

/**
 * Remembers how posts stand when a watch begins, so that nothing of it is news: open ones, and those that the next
 * listing shows.
 */
export async function readBaseline(posts: PublishingClient['posts']): Promise<Watch> {
	const { value } = await posts.page({ limit: 1 });
	// Without an ETag the answer is a page. The service's clock counts, never this machine's.
	const startedAt = withOffset((value as { serverTime: string }).serverTime);
	const since = sinceOf(startedAt);
	const seen = [
		...(await posts.list({ status: openStatuses }, openPostsMax)),
		...(await posts.list({ updatedSince: since }, recentPostsMax)),
	];
	const known = new Map(seen.map((post) => [post.id, toKnown(post)]));
	return { startedAt, since, memory: { posts: known, marks: new Set() } };
}

/** A watch that begins at a time the user chose: everything that changed since is news. */
export const watchFrom = (startFrom: string): Watch => ({
	startedAt: startFrom,
	since: startFrom,
	memory: { posts: new Map(), marks: new Set() },
});
