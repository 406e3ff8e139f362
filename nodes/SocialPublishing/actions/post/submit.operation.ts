import { readRequiredDelivery, deliveryFields, timezoneOption } from './form/delivery';
import { deliveringOperation } from './shared/postOperations';

/** Delivers a draft, directly or through Review. */
export const submit = deliveringOperation({
	name: 'Submit',
	value: 'submit',
	action: 'Submit a post',
	description:
		'Queue, schedule or publish a draft; it goes to Review if the key may not publish directly or the workspace requires approval',
	fields: deliveryFields(['queue', 'prioritise', 'now', 'at'], 'queue'),
	options: [timezoneOption],
	read: readRequiredDelivery,
	send: async (posts, ...submission) => await posts.submit(...submission),
});
