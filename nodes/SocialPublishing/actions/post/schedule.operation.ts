import { readSchedule, deliveryFields, deliveryOptions } from '../../form/delivery.js';
import { deliveringOperation } from './postOperations.js';

/** Schedules or queues a post, or changes its time. */
export const schedule = deliveringOperation({
	name: 'Schedule',
	value: 'schedule',
	action: 'Schedule existing post',
	description:
		"Schedule or queue a post, or change the time of one that is scheduled, queued or failed. Use 'Submit' for a draft that needs approval. Requires the publish_directly permission.",
	fields: deliveryFields(['at', 'queue', 'prioritise'], 'at'),
	options: deliveryOptions,
	read: readSchedule,
	send: async (posts, ...scheduling) => await posts.schedule(...scheduling),
});
