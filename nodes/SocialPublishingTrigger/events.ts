import { lastStateOf } from '../../client/publishing/posts/channelStates.js';
import type { Post, PostChannel } from '../../client/publishing/schemas.js';
import { statusesWith, type PostStatus } from '../../client/publishing/posts/status.js';
import { isAfter } from '../shared/dates.js';
import type { PostChange, SeenPost } from './seenPosts.js';

/** The events that the trigger can start on, with their names in the menu. The usual ones come first. */
export const eventNames = {
	published: 'Post Published',
	partiallyPublished: 'Post Partly Published',
	failed: 'Post Failed on Every Channel',
	postCreated: 'Post Created',
	scheduled: 'Post Scheduled',
	queued: 'Post Queued',
	sentToReview: 'Post Sent to Review',
	approved: 'Post Approved',
	changesRequested: 'Changes Requested',
	rejected: 'Post Rejected',
	onHold: 'Post Put on Hold',
	dealtWith: 'Dealt With',
	postDueSoon: 'Post Due Soon',
	postOverdue: 'Post Overdue',
	reviewOverdue: 'Review Overdue',
	channelPublished: 'Channel Published',
	channelFailed: 'Channel Failed',
	channelWarning: 'Channel Warning',
	channelNeedsReconnecting: 'Channel Needs Reconnecting',
	channelTokenExpiring: 'Channel Token Expiring',
	channelReconnected: 'Channel Reconnected',
	apiKeyExpiring: 'API Key Expiring',
	anyChange: 'Any Change',
} as const;

export type EventName = keyof typeof eventNames;

/** When each event starts the workflow, as the menu explains it. */
export const eventDescriptions: Record<EventName, string> = {
	apiKeyExpiring: 'The API key expires soon, which will stop every workflow that uses it',
	anyChange: 'A post changes and no other selected event applies',
	approved: "A post is approved and isn't scheduled yet",
	changesRequested: 'A reviewer asks for changes to a post',
	channelFailed: 'Publishing a post to one of its channels fails',
	channelNeedsReconnecting: 'A channel must be reconnected. Lists the posts at risk.',
	channelPublished: 'A post is published on one of its channels',
	channelReconnected: 'A channel is connected again',
	channelTokenExpiring: 'The token of a channel expires soon. Lists the posts at risk.',
	channelWarning: 'A network reports a warning about a post on one of its channels',
	dealtWith: 'Someone has dealt with the channels on which a post failed',
	failed: "A post isn't published on any of its channels",
	onHold: 'A post is put on hold',
	partiallyPublished: 'A post is published on some of its channels, but not on all of them',
	postCreated: 'A post is created, in n8n or anywhere else',
	postDueSoon: 'The time of a scheduled or queued post is near',
	postOverdue: 'The time of a post has passed, and the post is neither published nor failed',
	published: 'A post is published on all of its channels',
	queued: 'A post is added to a queue',
	rejected: 'A reviewer rejects a post',
	reviewOverdue: 'A post has been waiting for approval for too long',
	scheduled: 'A post is scheduled for a set time',
	sentToReview: 'A post is sent to review',
};

/** Events of a single channel of a post. */
export const channelEventNames: readonly EventName[] = [
	'channelFailed',
	'channelPublished',
	'channelWarning',
];

const eventByStatus: ReadonlyMap<string, EventName> = new Map<PostStatus, EventName>([
	['approved', 'approved'],
	['changes_requested', 'changesRequested'],
	['failed', 'failed'],
	['on_hold', 'onHold'],
	['partially_published', 'partiallyPublished'],
	['pending_approval', 'sentToReview'],
	['published', 'published'],
	['queued', 'queued'],
	['rejected', 'rejected'],
	['scheduled', 'scheduled'],
]);

const eventByChannelStatus: ReadonlyMap<string, EventName> = new Map([
	['failed', 'channelFailed'],
	['published', 'channelPublished'],
]);

/** The event of a post that enters a status. Undefined for a status without an event. */
export const eventOfStatus = (status: string): EventName | undefined => eventByStatus.get(status);

/** The status that an event reports. Undefined for an event of something else. */
export const statusOfEvent = (name: EventName): PostStatus | undefined => statusesOf([name])[0];

/** The statuses whose events are listed. */
export const statusesOf = (events: readonly EventName[]): PostStatus[] =>
	[...eventByStatus].filter(([, event]) => events.includes(event)).map(([status]) => status as PostStatus);

/** An event of a post, or of one of its channels. */
export interface PostEvent {
	event: EventName;
	post: Post;
	/** The post as it was last seen. Undefined if it's seen for the first time. */
	before?: SeenPost;
	/** The channel that an event of a single channel is about. */
	channel?: PostChannel;
}

/** Statuses that begin when a post is published. `publishedAt` shows whether they are new. */
const publishedStatuses: readonly string[] = statusesWith('live', 'settled');

/**
 * Statuses in which the service accepts no edits. A later `updatedAt` means that the post left the status and came back. This
 * happens between two polls, or if n8n didn't save what an empty poll saw. An edit on the service's own pages looks the same and
 * causes a duplicate event, which is better than a missing one. In other statuses, edits and new times also change `updatedAt`,
 * so the post counts as one that never left.
 */
const uneditableStatuses = ['failed', 'pending_approval'];

const isUpdated = ({ post, before }: PostChange): boolean =>
	before !== undefined && isAfter(post.updatedAt, before.updatedAt);

const hasReturned = (change: PostChange): boolean =>
	change.before?.status === change.post.status &&
	uneditableStatuses.includes(change.post.status) &&
	isUpdated(change);

const isNew = ({ post, since }: PostChange): boolean => isAfter(post.createdAt, since);

/**
 * Whether a post entered its status since it was last seen. A post that is seen for the first time did if it's new. An older one
 * was dropped from the seen posts or never fit. If it's published, `publishedAt` of the post and its channels decides. In any
 * other status it counts as new, because a duplicate event is better than a missing one.
 */
function hasEntered(change: PostChange): boolean {
	const { post, before, since } = change;
	if (before) return before.status !== post.status || hasReturned(change);
	if (isNew(change) || !publishedStatuses.includes(post.status)) return true;
	return [post, ...post.channels].some(({ publishedAt }) => isAfter(publishedAt, since));
}

/**
 * Whether someone dealt with a post since it was last seen. If that wasn't remembered, because an earlier version saw the post or it was
 * in another status, the time decides.
 */
function isDealtWith({ post: { attentionResolvedAt }, before, since }: PostChange): boolean {
	if (!attentionResolvedAt) return false;
	return before?.dealtWithAt === undefined
		? isAfter(attentionResolvedAt, before?.updatedAt ?? since)
		: before.dealtWithAt !== attentionResolvedAt;
}

function postEvents(change: PostChange): PostEvent[] {
	const { post, before } = change;
	const event = eventOfStatus(post.status);
	const isCreated = !before && isNew(change);
	return [
		...(isCreated ? [{ event: 'postCreated' as const, post, before }] : []),
		...(event && hasEntered(change) ? [{ event, post, before }] : []),
		...(isDealtWith(change) ? [{ event: 'dealtWith' as const, post, before }] : []),
		{ event: 'anyChange', post, before },
	];
}

/** Whether a channel entered its status. If the post had failed and was updated, a failed channel has been tried again. */
function hasChannelEntered(
	{ accountId, publishedAt }: PostChannel,
	status: string,
	change: PostChange,
): boolean {
	const { before, since } = change;
	const hasFailedAgain = status === 'failed' && before?.status === 'failed' && isUpdated(change);
	if (before) return hasFailedAgain || before.channels.get(accountId)?.status !== status;
	const isPublished = status === 'published' && publishedAt;
	return isNew(change) || (isPublished ? isAfter(publishedAt, since) : hasEntered(change));
}

/** How many of a channel's warnings aren't new. */
function oldWarnings({ accountId, warnings }: PostChannel, change: PostChange, isPublishedOrFailed: boolean) {
	// A channel that was published or failed again has new warnings, even if there are as many as before.
	if (isPublishedOrFailed) return 0;
	if (change.before) return change.before.channels.get(accountId)?.warnings ?? 0;
	return isNew(change) ? 0 : warnings.length;
}

function channelEvents(channel: PostChannel, change: PostChange): PostEvent[] {
	const { post, before } = change;
	const status = lastStateOf(post, channel);
	const event = hasChannelEntered(channel, status, change) ? eventByChannelStatus.get(status) : undefined;
	const hasWarnings = channel.warnings.length > oldWarnings(channel, change, event !== undefined);
	return [
		...(event ? [{ event, post, before, channel }] : []),
		...(hasWarnings ? [{ event: 'channelWarning' as const, post, before, channel }] : []),
	];
}

/** Returns what happened to a post since it was last seen: first its own events, then those of its channels. */
export const eventsOf = (change: PostChange): PostEvent[] => [
	...postEvents(change),
	...change.post.channels.flatMap((channel) => channelEvents(channel, change)),
];

/** Which events start the workflow. An empty list of channels or statuses lets every post through. */
export interface EventFilter {
	events: EventName[];
	/** In lower case. */
	channelIds: string[];
	statuses: string[];
	/** Only posts created with this key. */
	credentialId?: string;
}

const passes = <T>(list: readonly T[], value: T): boolean => list.length === 0 || list.includes(value);

/** Whether a channel is in a list of IDs. The service can write the channel's ID in upper or lower case. */
export const isOn = (channelIds: readonly string[], { accountId }: PostChannel): boolean =>
	channelIds.includes(accountId.toLowerCase());

/** Whether a post passes a filter, whatever its events. */
export function matchesPost({ channelIds, statuses, credentialId }: EventFilter, post: Post): boolean {
	return (
		passes(statuses, post.status) &&
		(channelIds.length === 0 || post.channels.some((channel) => isOn(channelIds, channel))) &&
		(credentialId === undefined || post.createdVia?.credentialId === credentialId)
	);
}

/** Returns the events of a post that start the workflow. Includes `anyChange` only if no other event matches. */
export function filterEvents(filter: EventFilter, events: PostEvent[]): PostEvent[] {
	const chosen = events.filter(
		({ event, post, channel }) =>
			filter.events.includes(event) &&
			matchesPost(filter, post) &&
			(channel === undefined || filter.channelIds.length === 0 || isOn(filter.channelIds, channel)),
	);
	const specific = chosen.filter(({ event }) => event !== 'anyChange');
	return specific.length > 0 ? specific : chosen;
}
