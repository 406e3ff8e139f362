import { keyedPostOperation, noContent } from './shared/postOperations';

/** Takes a post that has not gone out back to a draft. */
export const cancel = keyedPostOperation({
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel a post',
	description:
		'Take a queued, scheduled, failed or held post back to a draft. Needs the permission publish_directly.',
	prepare: noContent,
	send: async ({ posts }, postId, _nothing, key) => await posts.cancel(postId, key),
});
