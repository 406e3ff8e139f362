import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { PostChannel } from '../../client/publishing/schemas';
import { simplifyChannel, simplifyPost } from '../SocialPublishing/output';
import { isOn, type PostEvent } from './events';
import type { TriggerSettings } from './settings';

type Shape = Pick<TriggerSettings, 'channelIds' | 'outputPerChannel' | 'simplify' | 'zone'>;

function postJson({ event, post, before }: PostEvent, { simplify, zone }: Shape): IDataObject {
	const shown = simplify ? simplifyPost(post, { zone }) : (post as IDataObject);
	return { event, previousStatus: before?.status ?? null, ...shown };
}

function channelJson(
	{ event, post, before }: PostEvent,
	channel: PostChannel,
	{ simplify, zone }: Shape,
): IDataObject {
	return {
		event,
		postId: post.id,
		previousPostStatus: before?.status ?? null,
		postStatus: post.status,
		postCaption: post.caption,
		previousStatus: before?.channels.get(channel.accountId)?.status ?? null,
		...(simplify ? simplifyChannel(channel, post, { zone }) : (channel as IDataObject)),
	};
}

/** The channels of a post that pass the filter. */
const chosenChannels = ({ post }: PostEvent, { channelIds }: Shape): PostChannel[] =>
	post.channels.filter((channel) => channelIds.length === 0 || isOn(channelIds, channel));

/**
 * Converts an event to items with its name, the previous status and the new status. An event of a channel is one item about that
 * channel. An event of a post is one item, or one for each of its channels.
 */
export function toItems(event: PostEvent, shape: Shape): INodeExecutionData[] {
	if (!event.channel && !shape.outputPerChannel) return [{ json: postJson(event, shape) }];
	const channels = event.channel ? [event.channel] : chosenChannels(event, shape);
	return channels.map((channel) => ({ json: channelJson(event, channel, shape) }));
}
