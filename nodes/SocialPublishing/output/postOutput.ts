import type { IDataObject, IExecuteFunctions, INodeProperties, JsonObject } from 'n8n-workflow';
import { recordOf, withoutEmpty } from '../../../client/http/json.js';
import type { Post, PostChannel } from '../../../client/publishing/schemas.js';
import { findAddresses } from '../../../client/publishing/text/links.js';
import type { Operation, OperationResult } from '../../shared/operation.js';
import { sentences } from '../../shared/errorTexts.js';
import { inZone } from '../../shared/dates.js';
import { outputFields, readOutputShape, type Shape } from '../../shared/fields.js';
import { itemJson, withOwn } from '../../shared/items.js';
import { plainName } from '../../shared/names.js';
import { isTool, type ParameterReader, type RunItem } from '../../shared/parameters.js';
import { isUnset, pickFields } from '../../shared/values.js';
import { addFindings, lostMediaOf, problemsOfDraft } from '../words/findings.js';
import { nameOf, platformNames } from '../words/labels.js';
import { textChanges } from '../words/textChanges.js';
import { toldTimezone } from '../../shared/timezone.js';
import { uploadedFile } from '../media/uploadedFiles.js';
import { orderedChannel, withinPost } from './order.js';
import { tell, type WrittenPost } from './results.js';
import { ownText, postSentence, type ToldPost } from './sentences.js';

/** The option that returns an item for each channel of a post. */
export const outputPerChannelOption: INodeProperties = {
	displayName: 'One Item per Channel',
	name: 'outputPerChannel',
	type: 'boolean',
	default: false,
	description: 'Whether to return an item with status, URL and failure reason for each channel of the post',
};

/** Fields that the node adds to a post after a write. */
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
	'serverTime',
] as const;

/** Fields of a post that few posts have. */
const rareFields = ['proposedPublishAt', 'attentionResolvedAt'] as const;

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

/** What an output needs besides the post. */
export interface View {
	/** The time zone of all times in the output, such as Europe/Berlin. */
	zone: string;
	/** Returns what is known about a file that this execution has uploaded. If it's missing, the output has no `media`. */
	fileOf?(assetId: string): IDataObject | undefined;
	operation?: string;
	/** Returns what the option 'Adapt Text' has changed for a channel. Undefined if the user doesn't want changes. */
	textChangesOf?(channelId: string): string[] | undefined;
	/** Returns what keeps a draft from being published, in sentences. @param channelId Default: on all of its channels */
	problemsOf?(channelId?: string): readonly string[] | undefined;
	/** Returns that a file of the post is missing, in a sentence. */
	lostOf?(): string;
}

const timeNames = [
	'attentionResolvedAt',
	'createdAt',
	'proposedPublishAt',
	'publishedAt',
	'scheduledAt',
	'updatedAt',
];

/** Converts the times in an output to a time zone. */
function withTimesIn(zone: string, values: IDataObject): IDataObject {
	const local = { ...values };
	for (const name of timeNames) {
		if (name in values) local[name] = inZone(values[name], zone) as IDataObject[string];
	}
	return local;
}

/** Copies fields of a channel. After `platform` comes `network`, the name that people know. */
export const pickChannelFields = (channel: IDataObject, names: readonly string[]): IDataObject =>
	recordOf(
		Object.entries(pickFields(channel, names)).flatMap(([name, value]): Array<[string, typeof value]> => {
			if (name === 'handle' && typeof value === 'string') return [[name, plainName(value)]];
			if (name !== 'platform') return [[name, value]];
			return [
				[name, value],
				['network', nameOf(platformNames, String(value))],
			];
		}),
	);

/** The addresses of texts and the post's link, each once, in their order. */
const addressesIn = (texts: Array<string | null | undefined>, { linkUrl }: Post): string[] => [
	...new Set([
		...texts.flatMap((text) => findAddresses(text ?? '').map((address) => address.text)),
		...(linkUrl ? [linkUrl] : []),
	]),
];

/** Where channels have published a post, in their order. */
const publishedUrls = (channels: readonly PostChannel[]): string[] =>
	channels.flatMap(({ url }) => (url ? [url] : []));

/**
 * Returns the addresses of a post: `urls` are those of its channels, and `textLinks` those in its caption, its overrides and its
 * first comments, and its own link.
 */
const addressesOfPost = (post: Post) => ({
	urls: publishedUrls(post.channels),
	textLinks: addressesIn(
		[
			post.caption,
			...post.channels.map(({ caption }) => caption),
			post.firstComment,
			...post.channels.map(({ firstComment }) => firstComment),
		],
		post,
	),
});

/** What the node adds to every channel that has an item of its own: its network, and the addresses that the post has on it. */
export const ownFieldsOfChannel = (channel: PostChannel, post: Post) => ({
	network: nameOf(platformNames, channel.platform),
	urls: publishedUrls([channel]),
	textLinks: addressesIn(
		[channel.caption ?? post.caption, ownText(channel.firstComment, post.firstComment)],
		post,
	),
});

/** Shortens one channel of a post to its status, times, URL, error, warnings and content. */
export function simplifyChannel(
	channel: PostChannel,
	post: Post,
	{ zone, textChangesOf }: View,
): IDataObject {
	const textChanges = textChangesOf?.(channel.accountId);
	return orderedChannel({
		...itemJson(withTimesIn(zone, pickChannelFields(channel as IDataObject, channelFields))),
		caption: channel.caption ?? post.caption,
		title: ownText(channel.title, post.title),
		firstComment: ownText(channel.firstComment, post.firstComment),
		boardId: channel.boardId ?? null,
		...(textChanges ? { textChanges } : {}),
	});
}

const mediaOf = ({ mediaAssetIds }: Post, fileOf: NonNullable<View['fileOf']>): IDataObject[] =>
	mediaAssetIds.map((assetId) => ({ assetId, ...fileOf(assetId) }));

const sentenceOf = (post: Post, view: View, channel?: PostChannel): string =>
	sentences(
		postSentence(post, {
			...view,
			problems: view.problemsOf?.(channel?.accountId),
			...(channel ? { channel } : {}),
		}),
		view.lostOf?.() ?? '',
	);

/** Tells the run which post a write has returned for an item. Without `routed`, the post was only read. */
function tellPost(item: RunItem, post: WrittenPost, messagesOf: () => readonly string[]): void {
	if (post.routed) tell(item, { written: post, messages: messagesOf() });
}

/**
 * Tells the run about a post whose output is that of {@link simplifyPost} or {@link wholePost}.
 * @param answer what the service returned besides the post
 */
export const tellShownPost = (item: RunItem, post: Post, view: View, answer: object = {}): void =>
	tellPost(item, { ...post, ...answer }, () => [sentenceOf(post, view)]);

/** Says that a post was saved, but not delivered. Its status alone is that of a draft that was wanted. */
const actionOf = (post: ToldPost) => (post.deliveryError ? { action: 'notDelivered' } : {});

/** What the node adds to every post: a sentence that says what was done or how the post is, and its addresses. */
const ownFieldsOf = (post: Post, view: View) => ({
	message: sentenceOf(post, view),
	...actionOf(post),
	...addressesOfPost(post),
});

/** A post with all its fields, and what the node adds. */
export const wholePost = (post: Post, view: View, own = ownFieldsOf(post, view)): IDataObject =>
	withOwn(own, post as IDataObject);

/**
 * Shortens a post to what most workflows need: caption, status, times, addresses, media, and the content and result of each channel.
 * Rare fields appear only if they have a value.
 */
export const simplifyPost = (post: Post, view: View, own = ownFieldsOf(post, view)): IDataObject => ({
	...withTimesIn(view.zone, {
		...pickFields(post as IDataObject, postFields),
		...withoutEmpty(pickFields(post as IDataObject, rareFields)),
	}),
	...own,
	...(view.fileOf ? { media: mediaOf(post, view.fileOf) } : {}),
	channels: post.channels.map((channel) => withinPost(simplifyChannel(channel, post, view))),
});

/** Leaves out captions of channels that are the post's, so that a model reads a text only once. */
const withoutSameCaptions = (simple: IDataObject, { caption: ofPost }: Post): IDataObject => ({
	...simple,
	channels: (simple.channels as IDataObject[]).map(({ caption, ...channel }) =>
		caption === ofPost ? channel : { ...channel, caption },
	),
});

/**
 * Returns one object for each channel of a post. Each also has the fields that a write adds to the post. A post without channels,
 * such as a copy that couldn't keep any, becomes one object.
 */
function channelOutputs(post: Post, shape: Shape, view: View): IDataObject[] {
	const { id, status: postStatus } = post;
	const ofPost: IDataObject = {
		message: sentenceOf(post, view),
		id,
		postStatus,
		...actionOf(post),
		...pickFields(post as IDataObject, [...writeFields, 'serverTime']),
		...withoutEmpty(pickFields(post as IDataObject, ['attentionResolvedAt'])),
	};
	if (post.channels.length === 0) return [ofPost];
	const last: IDataObject = {
		...withTimesIn(view.zone, pickFields(post as IDataObject, ['updatedAt'])),
		...(view.fileOf ? { media: mediaOf(post, view.fileOf) } : {}),
	};
	const ofRawPost = {
		...ofPost,
		...pickFields(post as IDataObject, [
			'attentionResolvedAt',
			'createdAt',
			'createdVia',
			'mediaAssetIds',
			'updatedAt',
		]),
		postCaption: post.caption,
	};
	return post.channels.map((channel) => {
		const own = { message: sentenceOf(post, view, channel), ...ownFieldsOfChannel(channel, post) };
		const raw = withOwn({ ...ofRawPost, ...own }, channel as IDataObject);
		const selectable = { ...(post as IDataObject), ...withoutEmpty(raw), ...own };
		const simple = withOwn({ ...ofPost, ...own }, { ...simplifyChannel(channel, post, view), ...last });
		return shape({ raw, simple, selectable });
	});
}

const selectableFields = [
	...new Set<string>([...postFields, ...rareFields]),
	'channels',
	'createdAt',
	'createdVia',
	'firstComment',
	'linkUrl',
	'media',
	'mediaAssetIds',
	'message',
	'textLinks',
	'title',
	'urls',
];

/** The fields that set how much of a listed post an operation returns. */
export const listedPostOutputFields: INodeProperties[] = outputFields(selectableFields);

/** The fields that set how much of a post an operation returns. */
export const postOutputFields: INodeProperties[] = outputFields(
	selectableFields.filter((name) => name !== 'serverTime'),
);

/** Returns the view of a run: the workflow's time zone, and the files that the execution has uploaded. */
export const viewOf = (context: IExecuteFunctions): View => ({
	zone: context.getTimezone(),
	fileOf: (assetId) => pickFields(uploadedFile(context, assetId) as IDataObject, ['fileName', 'mediaType']),
});

/** Converts a post to the output that the user chose, and tells the run about it if a write has returned it. */
export type PostOutput = (post: Post) => OperationResult;

/** The channels of a post that have an output of their own. Undefined if the post has one output. */
export const ownOutputs = (parameters: ParameterReader, { channels }: Post): PostChannel[] | undefined =>
	parameters.option(outputPerChannelOption) && channels.length > 0 ? channels : undefined;

/** What hints say about the outputs of a post, one sentence each. */
export function postMessages(parameters: ParameterReader, post: Post): string[] {
	// A hint of its own lists the problems.
	const view: View = {
		...readView(parameters),
		problemsOf: () => problemsOfDraft(parameters) && [],
		lostOf: () => '',
	};
	return (ownOutputs(parameters, post) ?? [undefined]).map((channel) => sentenceOf(post, view, channel));
}

function readView(parameters: ParameterReader): View {
	return {
		...viewOf(parameters.context),
		zone: toldTimezone(parameters),
		operation: String(parameters.value('operation', '')),
		problemsOf: (channelId) => problemsOfDraft(parameters, channelId),
		lostOf: () => lostMediaOf(parameters),
		textChangesOf: (channelId) =>
			textChanges(parameters)
				?.filter((adapted) => adapted.accountId === channelId)
				.flatMap(({ changes }) => changes),
	};
}

/** Reads {@link postOutputFields} and the option 'One Item per Channel'. Call it before the operation's first write. */
export function readPostOutput(parameters: ParameterReader): PostOutput {
	const toOutput = readShapedOutput(parameters);
	return (post) => {
		tellPost(parameters, post, () => postMessages(parameters, post));
		return toOutput(post);
	};
}

function readShapedOutput(parameters: ParameterReader): PostOutput {
	const shape = readOutputShape(parameters);
	const view = readView(parameters);
	if (parameters.option(outputPerChannelOption)) {
		return (post) =>
			channelOutputs(post, shape, view).map((output, index) =>
				addFindings(
					parameters,
					output,
					post.channels.map(({ accountId }) => accountId).filter((_id, other) => other !== index),
				),
			);
	}
	return (post) => {
		const own = ownFieldsOf(post, view);
		const [raw, full] = [wholePost(post, view, own), simplifyPost(post, view, own)];
		const simple = isTool(parameters.context) ? withoutSameCaptions(full, post) : full;
		return addFindings(parameters, shape({ raw, simple, selectable: { ...raw, ...full } }));
	};
}

const inputJson = ({ context, itemIndex }: RunItem): IDataObject =>
	context.getInputData()[itemIndex]?.json ?? {};

/**
 * Returns the texts of a post that an operation doesn't read, if the input item is that post, such as one from Get Many. A row of a table
 * can have the ID of a post, and a text that the post doesn't have.
 */
export function textsInItem(item: RunItem, postId: string): IDataObject {
	const { id, caption, title, updatedAt } = inputJson(item);
	return id === postId && !isUnset(updatedAt) ? withoutEmpty({ caption, title }) : {};
}

/** What an operation on one post says of its item when it fails: the post's ID, and the texts of the item if it names the post. */
export const ofOnePost = {
	failedFacts: ['postId'],
	describeFailed: (parameters: ParameterReader): JsonObject => {
		const { postId = '' } = parameters.textsOfFailed(['postId']);
		const { id = '', postId: other = '', caption, title } = inputJson(parameters);
		return (postId === id || postId === other ? withoutEmpty({ caption, title }) : {}) as JsonObject;
	},
} satisfies Pick<Operation<unknown>, 'describeFailed' | 'failedFacts'>;

/** Returns the caption of an item that failed, for its error. Empty if the caption isn't text or can't be read. */
export const captionOf = (parameters: ParameterReader) => parameters.textOfFailed('caption');
