import { keyedPostOperation, noContent } from './shared/postOperations';

/** Copies a post into a new draft. */
export const duplicate = keyedPostOperation({
	name: 'Duplicate',
	value: 'duplicate',
	action: 'Duplicate post',
	description:
		'Copy a post into a new draft. Of a partially published post only the channels that did not go out are kept; TikTok settings are not copied.',
	prepare: noContent,
	send: async ({ posts }, postId, _nothing, key) => await posts.duplicate(postId, key),
});
