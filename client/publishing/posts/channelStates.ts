import type { Post, PostChannel } from '../schemas.js';
import { hasTrait } from './status.js';

/**
 * What has become of a post on one of its channels. The status of a channel is a free text (contract section 3), so the times, the
 * link, the error and the queue of the channel decide, with the status of the post itself. The text only adds to them.
 */

/** The channel of a post with an ID. The service can write an ID in upper or lower case. */
export const channelOf = <Channel extends Pick<PostChannel, 'accountId'>>(
	{ channels }: { channels: readonly Channel[] },
	channelId: string,
): Channel | undefined =>
	channels.find(({ accountId }) => accountId.toLowerCase() === channelId.toLowerCase());

const isPlaced = ({ queueId, queuePosition }: PostChannel): boolean =>
	(queueId ?? null) !== null || (queuePosition ?? null) !== null;

const isPublished = (post: Post, { publishedAt, url, status }: PostChannel): boolean =>
	Boolean(publishedAt) || Boolean(url) || [post.status, status].includes('published');

const hasFailed = (post: Post, channel: PostChannel): boolean =>
	hasTrait(post, 'failed') ||
	(Boolean(channel.error) && hasTrait(post, 'showsResults') && !isPlaced(channel));

/** `published`, `failed`, or else the service's own word. */
export function channelStateOf(post: Post, channel: PostChannel): string {
	if (isPublished(post, channel)) return 'published';
	return hasFailed(post, channel) ? 'failed' : channel.status;
}

/**
 * Whether a post was published on a channel and then fell, because the network took it back. Its address or its time is still there, with
 * an error. An error can also be about a part of the post, so the post's own status must say that it failed.
 */
export const hasFallen = (post: Post, { error, publishedAt, url }: PostChannel): boolean =>
	hasTrait(post, 'failed') && Boolean(error) && (Boolean(publishedAt) || Boolean(url));

/** As {@link channelStateOf}, but a channel that took the post back has `failed`, whatever it still shows. */
export const lastStateOf = (post: Post, channel: PostChannel): string =>
	hasFallen(post, channel) ? 'failed' : channelStateOf(post, channel);

/** Whether a channel of a scheduled, queued or publishing post still waits for its result. */
export const isWaiting = (post: Post, channel: PostChannel): boolean =>
	!['failed', 'published'].includes(channelStateOf(post, channel));

/** Whether a post is in a queue of one of its channels. */
export const isQueued = (post: Post, channel: PostChannel): boolean =>
	post.status === 'queued' && (isPlaced(channel) || isWaiting(post, channel));
