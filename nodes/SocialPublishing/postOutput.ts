import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Post, PostChannel } from '../../client/publishing/schemas';
import { pickFields, type ParameterReader } from '../shared/parameters';
import type { OperationResult } from '../shared/operation';

/** The option that splits a post into its channels. */
export const outputPerChannelOption: INodeProperties = {
	displayName: 'One Item per Channel',
	name: 'outputPerChannel',
	type: 'boolean',
	default: false,
	description:
		'Whether to return an item for each channel of the post, with its status, URL, error and warnings, instead of one for the post',
};

/** What a write says besides its post. */
export const writeFields = ['routed', 'droppedChannels', 'keptFailedOnly', 'deliveryError'] as const;

const postFields = [
	'id',
	'status',
	'routed',
	'caption',
	'scheduledAt',
	'publishedAt',
	'updatedAt',
	...writeFields,
] as const;

const channelFields = [
	'accountId',
	'platform',
	'handle',
	'status',
	'scheduledAt',
	'publishedAt',
	'url',
	'error',
	'warnings',
] as const;

/** One channel of a post: where it stands and what came of it. */
export const simplifyChannel = (channel: PostChannel): IDataObject =>
	pickFields(channel as IDataObject, channelFields);

/** A post as most workflows need it: what it says, where it stands, and what came of it on each channel. */
export const simplifyPost = (post: Post): IDataObject => ({
	...pickFields(post as IDataObject, postFields),
	channels: post.channels.map(simplifyChannel),
});

/**
 * A post as one object for each of its channels, each with what a write says besides the post. A post without channels,
 * such as a copy that could keep none, is one object.
 */
export function perChannel(post: Post): IDataObject[] {
	const { id: postId, status: postStatus } = post;
	const ofPost = { postId, postStatus, ...pickFields(post as IDataObject, writeFields) };
	if (post.channels.length === 0) return [ofPost];
	return post.channels.map((channel) => ({ ...ofPost, ...simplifyChannel(channel) }));
}

/** Shapes a post by the fields 'Simplify' and 'One Item per Channel'. */
export function toOutput(parameters: ParameterReader, post: Post): OperationResult {
	const { outputPerChannel } = parameters.options;
	if (outputPerChannel) return perChannel(post);
	return parameters.flag('simplify', true) ? simplifyPost(post) : (post as IDataObject);
}
