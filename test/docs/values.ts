import { postStatuses } from '../../client/publishing/values';
import {
	channelEventNames,
	eventNames,
	statusesOf,
	type EventName,
} from '../../nodes/SocialPublishingTrigger/events';
import { statusNames } from '../../nodes/SocialPublishing/labels';
import { compactTable } from './markdown';

/** The events that aren't a post's change to one status. */
const otherEvents: Partial<Record<EventName, string>> = {
	anyChange: 'Anything about a post changes and no other chosen event fits',
	channelFailed: 'Publishing to one channel fails',
	channelPublished: 'Publishing to one channel succeeds',
	channelWarning: 'A network publishes the post but reports a warning',
	postCreated: 'Anyone creates a post',
};

function whenOf(event: EventName): string {
	const other = otherEvents[event];
	if (other !== undefined) return other;
	const statuses = statusesOf([event]).map((status) => `**${statusNames[status]}**`);
	if (statuses.length === 0)
		throw new Error(`No text says when ${event} happens. Add it to test/docs/values.ts`);
	return `A post's status changes to ${statuses.join(' or ')}`;
}

/** Every event of the trigger. */
export const eventTable = (): string =>
	compactTable(
		['Trigger On', 'Value in `event`', 'Starts the workflow when', 'About'],
		(Object.keys(eventNames) as EventName[])
			.sort((a, b) => eventNames[a].localeCompare(eventNames[b]))
			.map((event) => [
				eventNames[event],
				`\`${event}\``,
				whenOf(event),
				channelEventNames.includes(event) ? 'one channel' : 'the post',
			]),
	);

/** Every status of a post. */
export const statusTable = (): string =>
	compactTable(
		['Status', 'Value in `status`'],
		postStatuses.map((status) => [statusNames[status], `\`${status}\``]),
	);
