import { notFound, unworkable } from '../api/failure';
import type { Call } from '../api/route';
import type { PostRecord } from '../world/records';
import { isVisible } from './list';

type Asked = Pick<Call, 'world' | 'credential'>;

/**
 * A post that the key may see. Everything else is 404: no such post, a deleted one, one of another workspace, one
 * that targets a channel the key cannot see (N25), and an id that is no UUID.
 */
export const visiblePost = ({ world, credential }: Asked, id: string): PostRecord => {
	const post = world.posts.get(id);
	if (post === undefined || !isVisible(credential, post)) throw notFound('id: there is no such post');
	return post;
};

/** A post that the key may change: one that the person who made the key wrote. @throws ApiFailure 404, 422 (N25) */
export const ownPost = (asked: Asked, id: string): PostRecord => {
	const post = visiblePost(asked, id);
	if (post.authorId === asked.credential.personId) return post;
	throw unworkable('id', 'somebody else wrote this post; it can be read and duplicated, but not changed');
};
