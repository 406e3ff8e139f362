import { readRequiredDelivery } from './delivery';
import { deliveryFields, timezoneOption } from './deliveryFields';
import { keyedPostOperation } from './postOperation';

/** Delivers a draft, directly or through Review. */
export const submit = keyedPostOperation({
	name: 'Submit',
	value: 'submit',
	action: 'Submit a post',
	description:
		'Queue, schedule or publish a draft; it goes to Review if the key may not publish directly or the workspace requires approval',
	fields: deliveryFields(['queue', 'prioritise', 'now', 'at'], 'queue'),
	options: [timezoneOption],
	run: async (posts, postId, key, context, itemIndex) =>
		await posts.submit(postId, readRequiredDelivery(context, itemIndex), key),
});
