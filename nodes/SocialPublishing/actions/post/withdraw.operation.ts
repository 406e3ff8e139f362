import { postWriteOperation } from './postOperations.js';

/** Returns a post that is waiting for approval to draft. */
export const withdraw = postWriteOperation({
	name: 'Withdraw',
	value: 'withdraw',
	action: 'Withdraw post from review',
	description:
		"Return a post that is waiting for approval to draft. Use 'Cancel' for a post that is scheduled or queued. Some services don't offer this.",
	send: async ({ posts }, postId) => await posts.withdraw(postId),
});
