import { copyTikTokOption, readFinishCopy } from '../../item/copies.js';
import { keyedPostOperation } from './postOperations.js';

/** Copies a post into a new draft. */
export const duplicate = keyedPostOperation({
	name: 'Duplicate',
	value: 'duplicate',
	action: 'Duplicate existing post',
	description:
		"Copy a post into a new draft. The copy of a partially published post has only the channels that weren't published.",
	options: [copyTikTokOption],
	send: async ({ posts }, postId, key) => await posts.duplicate(postId, key),
	readFinish: readFinishCopy,
});
