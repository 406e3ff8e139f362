import { mapValues } from '../../client/http/json.js';
import { lastStateOf } from '../../client/publishing/posts/channelStates.js';
import type { Post, PostChannel } from '../../client/publishing/schemas.js';
import { statusesWith, type PostStatus } from '../../client/publishing/posts/status.js';
import { isAfter } from '../shared/dates.js';
import type { PostChange, SeenPost } from './seenPosts.js';

/** What an event is about: a post, a channel of a post, a time of a post, the connection of a channel, or the API key. */
type Subject = 'apiKey' | 'channel' | 'connection' | 'deadline' | 'post';

/** An event that the trigger can start on. */
interface EventRow {
	/** Its name in the menu. */
	name: string;
	/** Its label in n8n's panel of nodes, if the one that n8n makes of the name reads badly, such as 'On api key expiring'. */
	action?: string;
	/** When it starts the workflow, as the menu explains it. */
	when: string;
	about: Subject;
	/** The status that a post has entered. Without it, `postEvents` or `channelEvents` below says when it happens. */
	status?: PostStatus;
}

/** All events. The usual ones come first. */
const events = {
	published: {
		name: 'Post Published',
		when: 'A post is published on all of its channels',
		about: 'post',
		status: 'published',
	},
	partiallyPublished: {
		name: 'Post Partially Published',
		when: 'A post is published on some of its channels, but not on all of them',
		about: 'post',
		status: 'partially_published',
	},
	failed: {
		name: 'Post Failed on Every Channel',
		when: "A post isn't published on any of its channels",
		about: 'post',
		status: 'failed',
	},
	postCreated: {
		name: 'Post Created',
		when: 'A post is created, in n8n or anywhere else',
		about: 'post',
	},
	scheduled: {
		name: 'Post Scheduled',
		when: 'A post is scheduled for a set time',
		about: 'post',
		status: 'scheduled',
	},
	queued: {
		name: 'Post Queued',
		when: 'A post is added to a queue',
		about: 'post',
		status: 'queued',
	},
	sentToReview: {
		name: 'Post Sent to Review',
		when: 'A post is sent to review',
		about: 'post',
		status: 'pending_approval',
	},
	approved: {
		name: 'Post Approved',
		when: "A post is approved and isn't scheduled yet",
		about: 'post',
		status: 'approved',
	},
	changesRequested: {
		name: 'Changes Requested',
		when: 'A reviewer asks for changes to a post',
		about: 'post',
		status: 'changes_requested',
	},
	rejected: {
		name: 'Post Rejected',
		when: 'A reviewer rejects a post',
		about: 'post',
		status: 'rejected',
	},
	onHold: {
		name: 'Post Put on Hold',
		when: 'A post is put on hold',
		about: 'post',
		status: 'on_hold',
	},
	dealtWith: {
		name: 'Failed Post Dealt With',
		when: 'Someone has dealt with the channels on which a post failed',
		about: 'post',
	},
	postDueSoon: {
		name: 'Post Due Soon',
		when: 'The time of a scheduled or queued post is near',
		about: 'deadline',
	},
	postOverdue: {
		name: 'Post Overdue',
		when: 'The time of a post has passed, and the post is neither published nor failed',
		about: 'deadline',
	},
	reviewOverdue: {
		name: 'Review Overdue',
		when: 'A post has been waiting for approval for too long',
		about: 'deadline',
	},
	channelPublished: {
		name: 'Channel Published',
		when: 'A post is published on one of its channels',
		about: 'channel',
	},
	channelFailed: {
		name: 'Channel Failed',
		when: 'Publishing a post to one of its channels fails',
		about: 'channel',
	},
	channelWarning: {
		name: 'Channel Warning',
		when: 'A network reports a warning about a post on one of its channels',
		about: 'channel',
	},
	channelNeedsReconnecting: {
		name: 'Channel Needs Reconnecting',
		action: 'On channel that must be reconnected',
		when: 'A channel must be reconnected. Lists the posts at risk.',
		about: 'connection',
	},
	channelTokenExpiring: {
		name: 'Channel Token Expiring',
		when: 'The token of a channel expires soon. Lists the posts at risk.',
		about: 'connection',
	},
	channelReconnected: {
		name: 'Channel Reconnected',
		when: 'A channel is connected again',
		about: 'connection',
	},
	apiKeyExpiring: {
		name: 'API Key Expiring',
		action: 'On API key about to expire',
		when: 'The API key expires soon, which will stop every workflow that uses it',
		about: 'apiKey',
	},
	anyChange: {
		name: 'Any Change',
		when: 'A post changes and no other selected event applies',
		about: 'post',
	},
} as const satisfies Record<string, EventRow>;

export type EventName = keyof typeof events;

export type EventAbout<About extends Subject> = {
	[Name in EventName]: (typeof events)[Name]['about'] extends About ? Name : never;
}[EventName];

/** The events of posts and of their channels that no status of the post stands for. */
export type EventWithoutStatus = {
	[Name in EventAbout<'channel' | 'post'>]: (typeof events)[Name] extends { status: PostStatus }
		? never
		: Name;
}[EventAbout<'channel' | 'post'>];

const rows: ReadonlyArray<readonly [EventName, EventRow]> = Object.entries(events) as Array<
	[EventName, EventRow]
>;

/** The names of the events in the menu. */
export const eventNames = mapValues(events, ({ name }) => name) as Record<EventName, string>;

/** The labels of events in n8n's panel of nodes. n8n makes the others of the names. */
export const eventActions: Partial<Record<EventName, string>> = Object.fromEntries(
	rows.flatMap(([name, { action }]) => (action === undefined ? [] : [[name, action]])),
);

/** When each event starts the workflow, as the menu explains it. */
export const eventDescriptions = mapValues(events, ({ when }) => when) as Record<EventName, string>;

/** The events about one thing, in the order of the menu. */
export const eventsAbout = <About extends Subject>(about: About): Array<EventAbout<About>> =>
	rows.flatMap(([name, row]) => (row.about === about ? [name as EventAbout<About>] : []));

const eventByStatus: ReadonlyMap<string, EventName> = new Map(
	rows.flatMap(([name, { status }]) => (status === undefined ? [] : [[status, name] as const])),
);

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
