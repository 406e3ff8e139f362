import { keyedPostOperation } from './postOperation';

/** Publishes a post now. */
export const publish = keyedPostOperation({
	name: 'Publish',
	value: 'publish',
	action: 'Publish a post',
	description:
		'Publish a post now; the result on each channel comes later. Needs the permission publish_directly; without it use Submit.',
	run: async (posts, postId, key) => await posts.publish(postId, key),
});
