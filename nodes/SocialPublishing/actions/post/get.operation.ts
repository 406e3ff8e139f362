import { readsAtOnce } from '../../../shared/fields';
import { postOperation } from './shared/postOperations';

/** Reads one post. */
export const get = postOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a post',
	description: 'Read a post with its result on every channel',
	itemsAtOnce: readsAtOnce,
	run: async ({ posts }, postId) => await posts.get(postId),
});
