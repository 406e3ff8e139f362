import { readSchedule, deliveryFields, timezoneOption } from './form/delivery';
import { deliveringOperation } from './shared/postOperations';

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
