import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Post, PostChannel } from '../../client/publishing/schemas';
import type { OperationResult, Hint } from '../shared/operation';
import { outputFields, readOutputShape, type Shape } from '../shared/fields';
import { pickFields, withoutEmpty, type ParameterReader } from '../shared/parameters';
import { channelLabel } from './labels';

/** The option that splits a post into its channels. */
export const outputPerChannelOption: INodeProperties = {
	displayName: 'One Item per Channel',
	name: 'outputPerChannel',
	type: 'boolean',
	default: false,
	description: 'Whether to return an item with status, URL and error for each channel of the post',
};

/** Fields that the node adds to a post after a write. */
export const writeFields = ['routed', 'droppedChannels', 'keptFailedOnly', 'deliveryError'] as const;

const postFields = [
	'id',
	'status',
	'routed',
	'caption',
	'scheduledAt',
	'proposedPublishAt',
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

/** Shortens one channel of a post to its status, its URL, and what went wrong. */
export const simplifyChannel = (channel: PostChannel): IDataObject =>
	pickFields(channel as IDataObject, channelFields);

/** Shortens a post to what most workflows need: caption, status, times, and the result on each channel. */
export const simplifyPost = (post: Post): IDataObject => ({
	...pickFields(post as IDataObject, postFields),
	channels: post.channels.map(simplifyChannel),
});

/**
 * A post as one object for each of its channels, each with what a write says besides the post. A post without channels,
 * such as a copy that could keep none, is one object.
 */
function perChannel(post: Post, shape: Shape): IDataObject[] {
	const { id: postId, status: postStatus } = post;
	const ofPost: IDataObject = {
		postId,
		postStatus,
		...pickFields(post as IDataObject, ['attentionResolvedAt', ...writeFields]),
	};
	if (post.channels.length === 0) return [ofPost];
	return post.channels.map((channel) => {
		const raw = { ...ofPost, ...(channel as IDataObject) };
		const selectable = { ...(post as IDataObject), ...withoutEmpty(raw) };
		return shape({ raw, simple: { ...ofPost, ...simplifyChannel(channel) }, selectable });
	});
}

/** The fields for how much of a post an operation returns. */
export const postOutputFields: INodeProperties[] = outputFields([
	...new Set(postFields),
	'attentionResolvedAt',
	'channels',
	'createdAt',
	'createdVia',
	'firstComment',
	'linkUrl',
	'mediaAssetIds',
	'title',
]);

/** Returns a post as the user wants to see it. */
export type PostOutput = (post: Post) => OperationResult;

/** Reads {@link postOutputFields} and the option 'One Item per Channel', before the operation's first write. */
export function readPostOutput(parameters: ParameterReader): PostOutput {
	const shape = readOutputShape(parameters);
	if (parameters.option(outputPerChannelOption)) return (post) => perChannel(post, shape);
	return (post) => {
		const [raw, simple] = [post as IDataObject, simplifyPost(post)];
		return shape({ raw, simple, selectable: { ...raw, ...simple } });
	};
}

const objectsIn = (value: unknown): IDataObject[] =>
	Array.isArray(value)
		? value.filter((one): one is IDataObject => typeof one === 'object' && one !== null)
		: [];

const channelText = ({ id, handle, platform }: IDataObject): string =>
	channelLabel(platform as string, handle as string | null, id as string);

const channelTexts = (channels: IDataObject[]): string => [...new Set(channels.map(channelText))].join(', ');

/** A rule that looks for one thing in an output that people should know about. Returns a hint if it finds it. */
type Rule = (outputs: IDataObject[]) => Hint | undefined;

/** Counts posts, not items: with One Item per Channel, several items belong to one post. */
const sentForApproval: Rule = (outputs) => {
	const inReview = outputs.filter(({ routed }) => routed === 'pending_approval');
	const { size } = new Set(inReview.map(({ id, postId }) => postId ?? id));
	if (size === 0) return undefined;
	const [posts, them] = size === 1 ? ['The post was', 'it'] : [`${size} posts were`, 'them'];
	return {
		message: `${posts} sent for approval, because the API key can't publish directly or the workspace requires approval. A reviewer must approve ${them} first.`,
		type: 'info',
	};
};

const needsReconnect: Rule = (outputs) => {
	const broken = outputs.filter((channel) => channel.needsReconnect === true);
	if (broken.length === 0) return undefined;
	return {
		message: `Can't publish to ${channelTexts(broken)}. Reconnect the channel in the web app.`,
		type: 'warning',
	};
};

const leftOut: Rule = (outputs) => {
	const dropped = outputs.flatMap(({ droppedChannels }) => objectsIn(droppedChannels));
	if (dropped.length === 0) return undefined;
	return {
		message: `The copy doesn't include ${channelTexts(dropped)}, because nothing can be published there. Check the channel in the web app.`,
		type: 'warning',
	};
};

const rules: Rule[] = [sentForApproval, needsReconnect, leftOut];

/** Hints to show above the output of a run. */
export const outputHints = (outputs: IDataObject[]): Hint[] =>
	rules.map((rule) => rule(outputs)).filter((hint) => hint !== undefined);
