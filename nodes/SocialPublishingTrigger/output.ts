import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { PostChannel } from '../../client/publishing/schemas';
import { simplifyChannel, simplifyPost } from '../SocialPublishing/postOutput';
import type { Occurrence } from './changes';
import type { TriggerSettings } from './settings';

type Shape = Pick<TriggerSettings, 'channelIds' | 'outputPerChannel' | 'simplify'>;

function postJson({ event, post, before }: Occurrence, { simplify }: Shape): IDataObject {
	const shown = simplify ? simplifyPost(post) : (post as IDataObject);
	return { event, previousStatus: before?.status ?? null, ...shown };
}

function channelJson(
	{ event, post, before }: Occurrence,
	channel: PostChannel,
	{ simplify }: Shape,
): IDataObject {
	return {
		event,
		postId: post.id,
		previousPostStatus: before?.status ?? null,
		postStatus: post.status,
		postCaption: post.caption,
		previousStatus: before?.channels.get(channel.accountId)?.status ?? null,
		...(simplify ? simplifyChannel(channel) : (channel as IDataObject)),
	};
}

/** The channels of a post that the user wants to hear about. */
const chosenChannels = ({ post }: Occurrence, { channelIds }: Shape): PostChannel[] =>
	post.channels.filter(({ accountId }) => channelIds.length === 0 || channelIds.includes(accountId));

/**
 * Makes items of what happened: each says which event it is, and the previous and the new status. Events of a channel
 * are about that channel; events of a post are one item, or one for each of its channels.
 */
export function toItems(occurrence: Occurrence, shape: Shape): INodeExecutionData[] {
	const { channel } = occurrence;
	if (!channel && !shape.outputPerChannel) return [{ json: postJson(occurrence, shape) }];
	const channels = channel ? [channel] : chosenChannels(occurrence, shape);
	return channels.map((one) => ({ json: channelJson(occurrence, one, shape) }));
}
