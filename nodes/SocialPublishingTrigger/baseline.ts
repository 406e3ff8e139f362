import type { PublishingClient } from '../../client/publishing';
import { postStatuses } from '../../client/publishing/values';
import { toTime } from './state';
import { bounded, knownEntriesMax, toKnown, type KnownPosts, type Memory } from './known';
import type { Post } from '../../client/publishing/schemas';

/** Where a watch begins. */
export interface Baseline extends Memory {
	/** The service's time. */
	startedAt: string;
}

/** Changes this recent may still be on their way into the list when the watch begins. */
const recentMs = 120_000;

/** States that may still change; of a published post the publish time tells whether it is news. */
const openStatuses = postStatuses.filter((status) => status !== 'published');

const pageSize = 100;

/** Remembers how posts stand when a watch begins, so that nothing of it is news: open ones, and what changed just now. */
export async function readBaseline(posts: PublishingClient['posts']): Promise<Baseline> {
	const { value } = await posts.page({ limit: 1 });
	const startedAt = value?.serverTime ?? toTime(Date.now());
	const recent = toTime(Date.parse(startedAt) - recentMs);
	const seen = [
		...(await posts.list({ status: openStatuses }, Math.max(pageSize, knownEntriesMax / 2))),
		...(await posts.list({ updatedSince: recent }, pageSize * 10)),
	];
	const known = seen.map((post: Post) => [post.id, toKnown(post)]);
	return { startedAt, ...bounded(Object.fromEntries(known) as KnownPosts, startedAt) };
}
