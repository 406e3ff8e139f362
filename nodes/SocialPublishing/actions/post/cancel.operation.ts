import { keyedPostOperation } from './postOperations.js';

/** Returns a scheduled, queued, failed or on-hold post to draft. */
export const cancel = keyedPostOperation({
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel scheduled or queued post',
	description:
		"Return a scheduled, queued, failed or on-hold post to draft, for example to update it. Use 'Withdraw' for a post that is waiting for approval. Requires the publish_directly permission.",
	send: async ({ posts }, postId, key) => await posts.cancel(postId, key),
});
