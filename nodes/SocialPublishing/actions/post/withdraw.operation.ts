import { noContent, postWriteOperation } from './shared/postOperations';

/** Takes a post back from Review. */
export const withdraw = postWriteOperation({
	name: 'Withdraw',
	value: 'withdraw',
	action: 'Withdraw a post',
	description:
		'Take a post that waits for approval back to a draft. Not part of the base contract: a service may not offer it.',
	prepare: noContent,
	send: async ({ posts }, postId) => await posts.withdraw(postId),
});
