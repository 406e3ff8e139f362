import { readRequiredDelivery, deliveryFields, deliveryOptions } from './form/delivery';
import { deliveringOperation } from './shared/postOperations';

/** Queues, schedules or publishes a draft, after approval if that is required. */
export const submit = deliveringOperation({
	name: 'Submit',
	value: 'submit',
	action: 'Submit existing draft',
	description:
		"Queue, schedule or publish a draft. It's sent for approval first if the workspace requires approval or the API key can't publish directly. Use 'Schedule' or 'Publish' for a post that needs no approval.",
	fields: deliveryFields(['queue', 'prioritise', 'now', 'at'], 'queue'),
	options: deliveryOptions,
	read: readRequiredDelivery,
	send: async (posts, ...submission) => await posts.submit(...submission),
});
