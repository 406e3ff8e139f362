import { readSchedule } from './delivery';
import { deliveryFields, timezoneOption } from './deliveryFields';
import { deliveringOperation } from './deliveringOperation';

/** Schedules or queues a post, or moves it in time. */
export const schedule = deliveringOperation({
	name: 'Schedule',
	value: 'schedule',
	action: 'Schedule a post',
	description:
		'Schedule or queue a post, or give a scheduled, queued or failed one another time. Needs the permission publish_directly; without it use Submit.',
	fields: deliveryFields(['at', 'queue', 'prioritise'], 'at'),
	options: [timezoneOption],
	read: readSchedule,
	send: async (posts, ...scheduling) => await posts.schedule(...scheduling),
});
