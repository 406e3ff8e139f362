import type { Post, PostChannel } from '../../client/publishing/schemas';
import { channelEventOf, eventOfStatus, type EventName } from './events';
import type { KnownPost } from './known';
import { isAfter } from './times';

/** A post that is not as it was at the last look. */
export interface Change {
	post: Post;
	/** How it was; undefined for a post seen for the first time. */
	before?: KnownPost;
	/** For a post seen for the first time: what began after this time is new. */
	since: string;
}

/** Something the user may have asked for. */
export interface Occurrence {
	event: EventName;
	post: Post;
	before?: KnownPost;
	/** For events of a single channel. */
	channel?: PostChannel;
}

/** States that begin with a publishing, so that the time of it tells whether they are new. */
const publishedStatuses = ['published', 'partially_published'];

/**
 * States in which the service takes no edit: a later `updatedAt` means that the post left and came back, between two
 * polls or where n8n did not save what a quiet poll saw. An edit on the service's own pages looks the same: rather twice
 * than not at all. Other states also change by an edit or another time, so that they count as never left.
 */
const untouchedStatuses = ['failed', 'pending_approval'];

const hasMoved = ({ post, before }: Change): boolean =>
	before !== undefined && isAfter(post.updatedAt, before.updatedAt);

const hasReturned = (change: Change): boolean =>
	change.before?.status === change.post.status &&
	untouchedStatuses.includes(change.post.status) &&
	hasMoved(change);

const isNew = ({ post, since }: Change): boolean => isAfter(post.createdAt, since);

/**
 * Whether a post entered its state since the last look. One seen for the first time did if it is new. An older one was
 * given up by the bounded memory, or was too much for it from the beginning: if it went out, the times of its channels
 * tell, and where there is no time the state counts as new: rather twice than not at all.
 */
function hasEntered(change: Change): boolean {
	const { post, before, since } = change;
	if (before) return before.status !== post.status || hasReturned(change);
	if (isNew(change) || !publishedStatuses.includes(post.status)) return true;
	return [post, ...post.channels].some(({ publishedAt }) => isAfter(publishedAt, since));
}

function postEvents(change: Change): Occurrence[] {
	const { post, before } = change;
	const event = eventOfStatus(post.status);
	const isCreated = !before && isNew(change);
	return [
		...(isCreated ? [{ event: 'postCreated' as const, post, before }] : []),
		...(event && hasEntered(change) ? [{ event, post, before }] : []),
		{ event: 'anyChange', post, before },
	];
}

/** Whether a channel entered its state. Of a post that had failed, a channel that fails has been tried again. */
function hasChannelEntered({ accountId, status, publishedAt }: PostChannel, change: Change): boolean {
	const { before, since } = change;
	const hasFailedAgain = status === 'failed' && before?.status === 'failed' && hasMoved(change);
	if (before) return hasFailedAgain || before.channels.get(accountId)?.status !== status;
	return isNew(change) || (publishedAt ? isAfter(publishedAt, since) : hasEntered(change));
}

/** How many of a channel's warnings are no news. */
function oldWarnings({ accountId, warnings }: PostChannel, change: Change, hasSettled: boolean): number {
	// A channel that went out, or failed, anew has warnings of its own, be they as many as before.
	if (hasSettled) return 0;
	if (change.before) return change.before.channels.get(accountId)?.warnings ?? 0;
	return isNew(change) ? 0 : warnings.length;
}

function channelEvents(channel: PostChannel, change: Change): Occurrence[] {
	const { post, before } = change;
	const event = hasChannelEntered(channel, change) ? channelEventOf(channel.status) : undefined;
	const hasWarnings = channel.warnings.length > oldWarnings(channel, change, event !== undefined);
	return [
		...(event ? [{ event, post, before, channel }] : []),
		...(hasWarnings ? [{ event: 'channelWarning' as const, post, before, channel }] : []),
	];
}

/** Everything that happened to a post between two looks: first to the post, then to its channels. */
export const occurrencesOf = (change: Change): Occurrence[] => [
	...postEvents(change),
	...change.post.channels.flatMap((channel) => channelEvents(channel, change)),
];
