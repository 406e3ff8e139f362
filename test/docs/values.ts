import { postStatuses } from '../../client/publishing/values';
import {
	channelEventNames,
	eventDescriptions,
	eventNames,
	type EventName,
} from '../../nodes/SocialPublishingTrigger/events';
import { statusNames } from '../../nodes/SocialPublishing/labels';
import { compactTable } from './markdown';

/** Every event of the trigger. */
export const eventTable = (): string =>
	compactTable(
		['Trigger On', 'Value in `event`', 'Starts the workflow when', 'About'],
		(Object.keys(eventNames) as EventName[])
			.sort((a, b) => eventNames[a].localeCompare(eventNames[b]))
			.map((event) => [
				eventNames[event],
				`\`${event}\``,
				eventDescriptions[event],
				channelEventNames.includes(event) ? 'one channel' : 'the post',
			]),
	);

/** Every status of a post. */
export const statusTable = (): string =>
	compactTable(
		['Status', 'Value in `status`'],
		postStatuses.map((status) => [statusNames[status], `\`${status}\``]),
	);
