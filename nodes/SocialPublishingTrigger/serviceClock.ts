import type { PublishingClient } from '../../client/publishing/index.js';

type Posts = Pick<PublishingClient['posts'], 'page'>;

/** The service's clock. This machine's own can be hours off. */
export interface ServiceClock extends Posts {
	/** Returns the service's time in milliseconds since 1970. Takes a request only if no page brought the time. */
	now(): Promise<number>;
}

/**
 * Reads pages of posts, and learns the service's time from their `Date` header. `serverTime` of a list of changes isn't the time: if
 * nothing changed, it's the time that the request sent. So without the header, one post is listed.
 */
export function createServiceClock(posts: Posts): ServiceClock {
	let latest: number | undefined;
	const page: Posts['page'] = async (query, etag) => {
		const answer = await posts.page(query, etag);
		const serverTime = query.updatedSince === undefined ? answer.value?.serverTime : undefined;
		latest = answer.answeredAt ?? (serverTime === undefined ? latest : Date.parse(serverTime));
		return answer;
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
