import { notice } from '../../../shared/fields.js';
import { deliveringOperation } from './postOperations.js';

/** Publishes a post now. */
export const publish = deliveringOperation({
	name: 'Publish',
	value: 'publish',
	action: 'Publish existing post',
	description:
		"Publish a post now, without review. Use 'Submit' for a draft that needs approval. Requires the publish_directly permission.",
	fields: [notice('liveNotice', 'Publishes as soon as this node runs.')],
	read: () => ({ mode: 'now' as const }),
	send: async (posts, postId, _now, options) => await posts.publish(postId, options),
});
