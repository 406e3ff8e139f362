import { postStatuses } from '../../client/publishing/values';
import {
	channelEventNames,
	eventNames,
	statusesOf,
	type EventName,
} from '../../nodes/SocialPublishingTrigger/events';
import { statusNames } from '../../nodes/SocialPublishing/labels';
import { compactTable } from './markdown';

/** The events that are not the beginning of a state of the post. */
const otherEvents: Partial<Record<EventName, string>> = {
	anyChange: 'Anything changed, for posts that none of the other chosen events is about',
	channelFailed: 'A channel of a post has failed',
	channelPublished: 'A channel of a post is out',
	channelWarning: 'The network told something about a channel of a post, which is out all the same',
	postCreated: 'There is a new post, whoever made it',
};

function whenOf(event: EventName): string {
	const other = otherEvents[event];
	if (other !== undefined) return other;
	const states = statusesOf([event]).map((status) => `**${statusNames[status]}**`);
	if (states.length === 0)
		throw new Error(`Nothing says when ${event} happens: add it to test/docs/values.ts`);
	return `A post enters the state ${states.join(' or ')}`;
}

/** Every event of the trigger. */
export const eventTable = (): string =>
	compactTable(
		['Trigger On', 'In `event`', 'Starts when', 'About'],
		(Object.keys(eventNames) as EventName[])
			.sort((a, b) => eventNames[a].localeCompare(eventNames[b]))
			.map((event) => [
				eventNames[event],
				`\`${event}\``,
				whenOf(event),
				channelEventNames.includes(event) ? 'a channel' : 'a post',
			]),
	);

/** Every state of a post. */
export const statusTable = (): string =>
	compactTable(
		['State', 'In `status`'],
		postStatuses.map((status) => [statusNames[status], `\`${status}\``]),
	);
