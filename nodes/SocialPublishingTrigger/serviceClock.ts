import type { PublishingClient } from '../../client/publishing/index.js';
import type { PostPage } from '../../client/publishing/schemas.js';
import { toTimestamp } from '../shared/dates.js';

type Posts = Pick<PublishingClient['posts'], 'page'>;

/** How far this machine's clock can be behind the service's and still count, in milliseconds. */
const clockDifferenceMaxMs = 2 * 86_400_000;

/**
 * Returns until when a page is certainly current, in milliseconds since 1970. A `serverTime` that runs ahead would hide all changes until
 * then, so the earlier of it and the answer's `Date` counts, or without a `Date`, of it and this machine's clock. If that clock is far
 * behind, the page's newest change counts. A time that is too early only lists posts again.
 */
export function currentUntil(
	{ serverTime, data }: Pick<PostPage, 'serverTime' | 'data'>,
	answeredAt: number | undefined,
	now: number,
): number {
	const claimed = Date.parse(serverTime);
	if (answeredAt !== undefined) return Math.min(claimed, answeredAt);
	if (claimed - now < clockDifferenceMaxMs) return Math.min(claimed, now);
	const newest = Math.max(...data.map(({ updatedAt }) => Date.parse(updatedAt)));
	return Number.isFinite(newest) ? Math.min(claimed, newest) : claimed;
}

/** The service's clock. This machine's own can be hours off. */
export interface ServiceClock extends Posts {
	/** Returns the service's time in milliseconds since 1970. Takes a request only if no page brought the time. */
	now(): Promise<number>;
}

/**
 * Reads pages of posts whose `serverTime` never runs ahead, and learns the service's time from their `Date` header. `serverTime` of a list of changes isn't the time: if
 * nothing changed, it's the time that the request sent. So without the header, one post is listed.
 */
export function createServiceClock(posts: Posts, ownClock: () => number): ServiceClock {
	let latest: number | undefined;
	const page: Posts['page'] = async (query, etag) => {
		const answer = await posts.page(query, etag);
		const { answeredAt, value } = answer;
		const page = value && { ...value, serverTime: toTimestamp(currentUntil(value, answeredAt, ownClock())) };
		const serverTime = query.updatedSince === undefined ? page?.serverTime : undefined;
		latest = answeredAt ?? (serverTime === undefined ? latest : Date.parse(serverTime));
		return { ...answer, value: page };
	};
	return {
		page,
		now: async () => {
			if (latest === undefined) await page({ limit: 1 });
			// Without an ETag, the answer is a page, which always has a time.
			return latest as unknown as number;
		},
	};
}
