import type { PostStatus } from '../../client/publishing/values';

/** Everything the trigger can start on, as the menu shows it. */
export const eventNames = {
	anyChange: 'Any Change',
	approved: 'Post Approved',
	changesRequested: 'Changes Requested',
	channelFailed: 'Channel Failed',
	channelPublished: 'Channel Published',
	channelWarning: 'Channel Warning',
	failed: 'Post Failed',
	onHold: 'Post Put on Hold',
	partiallyPublished: 'Post Partially Published',
	postCreated: 'Post Created',
	published: 'Post Published',
	queued: 'Post Queued',
	rejected: 'Post Rejected',
	scheduled: 'Post Scheduled',
	sentToReview: 'Post Sent to Review',
} as const;

export type EventName = keyof typeof eventNames;

/** Events of single channels of a post. */
export const channelEventNames: readonly EventName[] = [
	'channelFailed',
	'channelPublished',
	'channelWarning',
];

/** The events that are the beginning of a state. */
const statusEvents: ReadonlyMap<string, EventName> = new Map<PostStatus, EventName>([
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

const channelEvents: ReadonlyMap<string, EventName> = new Map([
	['failed', 'channelFailed'],
	['published', 'channelPublished'],
]);

/** The event that begins when a post enters a state; undefined for states that are no event. */
export const eventOfStatus = (status: string): EventName | undefined => statusEvents.get(status);

/** The same for one of its channels. */
export const channelEventOf = (status: string): EventName | undefined => channelEvents.get(status);

/** The states whose beginning is one of the events. */
export const statusesOf = (events: readonly EventName[]): PostStatus[] =>
	[...statusEvents].filter(([, event]) => events.includes(event)).map(([status]) => status as PostStatus);
