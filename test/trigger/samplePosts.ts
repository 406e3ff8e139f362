import type { Post, PostChannel } from '../../client/publishing/schemas';
import {
	advance,
	type FeedPage,
	type FeedPosition,
	type ListedPage,
} from '../../nodes/SocialPublishingTrigger/changeFeed';
import { eventsOf } from '../../nodes/SocialPublishingTrigger/events';
import { takePage } from '../../nodes/SocialPublishingTrigger/poll';
import type { Progress } from '../../nodes/SocialPublishingTrigger/pollState';
import { toSeenPost, type SeenPosts } from '../../nodes/SocialPublishingTrigger/seenPosts';

/** Minutes after nine o'clock, as a timestamp of the service. Fractions are allowed. */
export const at = (minutes: number): string =>
	new Date(Date.UTC(2026, 0, 5, 9) + minutes * 60_000).toISOString().replace('Z', '+00:00');

/** A channel of a post. */
export const channelOf = (more: Partial<PostChannel> = {}): PostChannel => ({
	accountId: 'facebook',
	platform: 'facebook',
	status: 'draft',
	warnings: [],
	options: null,
	...more,
});

/** A post created long ago and changed a minute after the trigger started. */
export const postOf = (more: Partial<Post> = {}): Post => ({
	id: 'post',
	status: 'draft',
	caption: 'Hello',
	mediaAssetIds: [],
	createdAt: at(-10_000),
	updatedAt: at(1),
	channels: [channelOf()],
	...more,
});

/** Seen posts without digests. */
export const seenPostsOf = (posts: Post[]): SeenPosts => ({
	posts: new Map(posts.map((post) => [post.id, toSeenPost(post)])),
	digests: new Set(),
});

/** The state of a trigger that started at nine and has seen these posts. */
export const progressOf = (seen: Post[] = [], more: Partial<Progress> = {}): Progress => ({
	startedAt: at(0),
	position: { watermark: at(-1) },
	seen: seenPostsOf(seen),
	...more,
});

/** The last page of a listing, as the service lists it. */
export const listedPage = (data: Post[], more: Partial<ListedPage> = {}): ListedPage => ({
	data,
	nextCursor: null,
	serverTime: at(2),
	...more,
});

/** The last page of a listing, read at a position. */
export const pageOf = (position: FeedPosition, posts: Post[]): FeedPage => ({
	posts,
	position: advance(position, listedPage(posts)),
});

/** The events of the pages, in order. */
export function eventsOfPages(progress: Progress, ...pages: Post[][]): string[] {
	let current = progress;
	return pages.flatMap((posts) => {
		const taken = takePage(current, pageOf(current.position, posts));
		current = taken.progress;
		return taken.changes.flatMap((change) => eventsOf(change).map(({ event }) => event));
	});
}
