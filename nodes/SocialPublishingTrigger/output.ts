import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Post } from '../../client/publishing/schemas';
import { perChannel, simplifyChannel, simplifyPost } from '../SocialPublishing/postOutput';
import type { Occurrence } from './changes';
import type { TriggerSettings } from './settings';

type Shape = Pick<TriggerSettings, 'outputPerChannel' | 'simplify'>;

const shown = (post: Post, { simplify }: Shape): IDataObject =>
	simplify ? simplifyPost(post) : (post as IDataObject);

/** Makes items of what happened: each says which event it is, and the previous and the new status. */
export function toItems(
	{ event, previousStatus, post, channel }: Occurrence,
	shape: Shape,
): INodeExecutionData[] {
	const head = { event, previousStatus };
	if (channel) {
		const { id: postId, status: postStatus, caption } = post;
		return [{ json: { ...head, postId, postStatus, caption, ...simplifyChannel(channel) } }];
	}
	if (!shape.outputPerChannel) return [{ json: { ...head, ...shown(post, shape) } }];
	return perChannel(post).map((json) => ({ json: { ...head, ...json } }));
}
