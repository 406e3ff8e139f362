import type { Post, PostChannel } from '../../client/publishing/schemas';
import { occurrencesOf } from '../../nodes/SocialPublishingTrigger/changes';
import { toKnown } from '../../nodes/SocialPublishingTrigger/known';
import { takePage, type ListedPage, type Watch } from '../../nodes/SocialPublishingTrigger/watch';

/** Minutes after nine o'clock as a time of the service; fractions are seconds and less. */
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

/** A post that was created long ago and changed a minute after the watch began. */
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

/** A watch that began at nine and knows these posts. */
export const watchOf = (known: Post[] = [], more: Partial<Watch> = {}): Watch => ({
	startedAt: at(0),
	since: at(-1),
	memory: { posts: new Map(known.map((post) => [post.id, toKnown(post)])), marks: new Set() },
	...more,
});

/** The last page of a listing. */
export const pageOf = (data: Post[], more: Partial<ListedPage> = {}): ListedPage => ({
	data,
	nextCursor: null,
	serverTime: at(2),
	...more,
});

/** The events that pages tell, one after the other. */
export function told(watch: Watch, ...pages: Post[][]): string[] {
	let now = watch;
	return pages.flatMap((posts) => {
		const seen = takePage(now, pageOf(posts));
		now = seen.watch;
		return seen.changes.flatMap((change) => occurrencesOf(change).map(({ event }) => event));
	});
}
