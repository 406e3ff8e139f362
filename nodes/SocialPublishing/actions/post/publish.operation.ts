import { notice } from '../../../shared/fields';
import { deliveringOperation } from './shared/postOperations';

/** Publishes a post now. */
export const publish = deliveringOperation({
	name: 'Publish',
	value: 'publish',
	action: 'Publish a post',
	description:
		'Publish a post now; the result on each channel comes later. Needs the permission publish_directly; without it use Submit.',
	fields: [notice('liveNotice', 'The post goes live at once when the workflow runs.')],
	read: () => ({ mode: 'now' as const }),
	send: async (posts, postId, _now, options) => await posts.publish(postId, options),
});
