import type { Post, PostChannel } from '../schemas.js';

/**
 * What has become of a post on one of its channels. The status of a channel is a free text (contract section 3), so the times, the
 * link, the error and the queue of the channel decide, with the status of the post itself. The text only adds to them.
 */

const failedStatuses: readonly string[] = ['failed', 'partially_published'];
/** While a post has one of these statuses, the error of a channel is a result. In others, it can be that of an earlier try. */
const statusesWithResults: readonly string[] = ['publishing', 'queued'];

const isPlaced = ({ queueId, queuePosition }: PostChannel): boolean =>
	(queueId ?? null) !== null || (queuePosition ?? null) !== null;

const isPublished = (post: Post, { publishedAt, url, status }: PostChannel): boolean =>
	Boolean(publishedAt) || Boolean(url) || [post.status, status].includes('published');

const hasFailed = ({ status }: Post, channel: PostChannel): boolean =>
	failedStatuses.includes(status) ||
	(Boolean(channel.error) && statusesWithResults.includes(status) && !isPlaced(channel));

/** `published`, `failed`, or else the service's own word. */
export function channelStateOf(post: Post, channel: PostChannel): string {
	if (isPublished(post, channel)) return 'published';
	return hasFailed(post, channel) ? 'failed' : channel.status;
}

/** Whether a channel of a scheduled, queued or publishing post still waits for its result. */
export const isWaiting = (post: Post, channel: PostChannel): boolean =>
	!['failed', 'published'].includes(channelStateOf(post, channel));

/** Whether a post is in a queue of one of its channels. */
export const isQueued = (post: Post, channel: PostChannel): boolean =>
	post.status === 'queued' && (isPlaced(channel) || isWaiting(post, channel));
