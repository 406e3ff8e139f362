import type { PublishingClient } from '../../../client/publishing/index.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { statusesWith } from '../../../client/publishing/posts/status.js';

/** The statuses of posts that a channel without a connection can't publish. */
export const statusesAtRisk = statusesWith('atRisk');

interface PostAtRisk {
	post: Post;
	/** Its time on the channel, or else the planned or proposed one. Null if it has none. */
	time: string | null;
}

/** The posts that a channel can't publish until it's connected again, earliest first. */
export interface PostsAtRisk {
	/** How many there are. `posts` has fewer if there are more than {@link shownMax}. */
	total: number;
	posts: PostAtRisk[];
}

/** How many posts an event lists. */
const shownMax = 100;

function timeOn(channelId: string, { channels, scheduledAt, proposedPublishAt }: Post): string | null {
	const own = channels.find(({ accountId }) => accountId === channelId);
	return own?.scheduledAt ?? scheduledAt ?? proposedPublishAt ?? null;
}

const rankOf = ({ time }: PostAtRisk): number => (time === null ? Infinity : Date.parse(time));

/** Lists the posts that are at risk on a channel. */
export async function readPostsAtRisk(
	posts: PublishingClient['posts'],
	channelId: string,
): Promise<PostsAtRisk> {
	const listed = await posts.list({ status: statusesAtRisk, accountId: channelId });
	const all = listed.map((post): PostAtRisk => ({ post, time: timeOn(channelId, post) }));
	// Infinity minus Infinity isn't a number.
	all.sort((a, b) => rankOf(a) - rankOf(b) || 0);
	return { total: all.length, posts: all.slice(0, shownMax) };
}
