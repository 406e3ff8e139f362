import { parallelReads } from '../../../shared/fields.js';
import { postOperation } from './postOperations.js';

export const get = postOperation({
	name: 'Get',
	value: 'get',
	action: 'Get post',
	description: 'Read a post with its result on every channel',
	parallelRequests: parallelReads,
	run: async ({ posts }, postId) => await posts.get(postId),
});
