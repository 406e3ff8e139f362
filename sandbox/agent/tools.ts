import type { Route } from '../api/route';
import { routes } from '../api/routes';
import { agentMediaTypes, mediaTypes } from '../media/files';
import { postStatuses } from '../types';
import { optionsSchemas } from '../world/platforms';
import { agentAnalytics, maxBase64Characters, uploadWhole } from './agentRoutes';

/** A JSON Schema. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool. It calls a route of the REST API, so each rule exists only once. */
export interface Tool {
	name: string;
	title: string;
	description: string;
	route: Route;
	/** The argument for `{id}` in the route's path. For uploads it's `uploadId`, which is the media asset's ID (N39). */
	idArgument?: string;
	/** Schemas of the other arguments. They become the query of a GET, or otherwise the body. */
	properties: Readonly<Record<string, JsonSchema>>;
	required?: readonly string[];
	/** Whether the tool deletes or replaces something. */
	isDestructive?: boolean;
}

/** Finds a route by method and path. @throws Error if it doesn't exist, which is a bug in a table of tools. */
const restRoute = (method: Route['method'], path: string): Route => {
	const found = routes.find((route) => route.method === method && route.path === path);
	if (found === undefined) throw new Error(`No route ${method} ${path}`);
	return found;
};

/** The arguments of a tool as a JSON Schema. */
export const inputSchema = ({ idArgument, properties, required = [] }: Tool): JsonSchema => {
	const own = idArgument === undefined ? {} : { [idArgument]: { type: 'string', format: 'uuid' } };
	const all = [...Object.keys(own), ...required];
	return {
		type: 'object',
		properties: { ...own, ...properties },
		...(all.length === 0 ? {} : { required: all }),
		additionalProperties: false,
	};
};

/** Schemas that the tools share. The routes check everything that these schemas don't. */

const described = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });

/** Text of any length. */
const text = (description: string): JsonSchema => ({ type: 'string', description });

/** A UUID. */
const uuid = (description: string): JsonSchema => ({ type: 'string', format: 'uuid', description });

/** ISO 8601 with an offset. */
const dateTime = (description: string): JsonSchema => ({
	type: 'string',
	format: 'date-time',
	description,
});

/** One of a few texts. */
const oneOf = (values: readonly string[], description: string): JsonSchema => ({
	type: 'string',
	enum: values,
	description,
});

/** A whole number. */
const integer = (minimum: number, maximum: number, description: string): JsonSchema => ({
	type: 'integer',
	minimum,
	maximum,
	description,
});

/** A list of values with the same schema. */
const list = (items: JsonSchema, maxItems: number, description: string): JsonSchema => ({
	type: 'array',
	items,
	maxItems,
	description,
});

/** A schema that also allows null, which clears the value. */
const orNull = ({ type, ...schema }: JsonSchema): JsonSchema => ({ ...schema, type: [type, 'null'] });

const overrides = {
	type: 'object',
	additionalProperties: false,
	properties: {
		caption: { type: 'string' },
		title: { type: 'string' },
		firstComment: { type: 'string' },
		boardId: { type: 'string', maxLength: 128 },
		options: {
			type: 'object',
			additionalProperties: false,
			properties: {
				tiktok: optionsSchemas.tiktok?.optionsSchema,
				youtube: optionsSchemas.youtube?.optionsSchema,
				devto: optionsSchemas.devto?.optionsSchema,
				facebook: {
					type: 'object',
					properties: { publishAs: { type: 'string', enum: ['video', 'reel'] } },
				},
			},
		},
	},
};

const perAccount: JsonSchema = {
	type: 'object',
	additionalProperties: overrides,
	description: 'Texts and options for single channels, by channel ID',
};

/** The content and channels of a post. */
const draftProperties = {
	accounts: {
		...list({ type: 'string', format: 'uuid' }, 20, 'IDs of the channels, from the tool that lists them'),
		minItems: 1,
	},
	caption: text('The text of the post'),
	title: text('On channels that support it'),
	firstComment: text('On channels that support it'),
	linkUrl: described({ type: 'string', maxLength: 2048 }, 'A web address the post links to'),
	perAccount,
	mediaAssetIds: list(
		{ type: 'string', format: 'uuid' },
		35,
		'IDs of uploaded media, in the order they are shown',
	),
	proposedPublishAt: orNull(dateTime('A suggestion for the reviewer. It schedules nothing.')),
} as const;

/** Makes it safe to repeat the same call within 24 hours. */
const idempotencyKey: JsonSchema = {
	type: 'string',
	minLength: 1,
	maxLength: 128,
	description: 'Send the same key again to repeat a call without doing its work twice',
};

const queueIds: JsonSchema = {
	type: 'object',
	additionalProperties: { type: ['string', 'null'] },
	description: 'Queue IDs by channel ID. null is the Main queue.',
};

/** When to publish a post. The names of the modes differ between tools. */
const deliveryProperties = (modes: readonly string[]) => ({
	mode: oneOf(modes, 'How to publish'),
	at: dateTime('Time to publish, for the mode at'),
	queueIds,
	timezone: text('Name of a time zone'),
});

/** The delivery of create and submit. */
const delivery: JsonSchema = {
	type: 'object',
	properties: deliveryProperties(['queue', 'prioritise', 'now', 'at']),
	required: ['mode'],
	additionalProperties: false,
	description: 'When to publish',
};

/** Tools that read channels. */
const channelTools: Tool[] = [
	{
		name: 'social_list_accounts',
		title: 'List channels',
		description: 'Lists the channels you can post to, with their limits and queues.',
		route: restRoute('GET', '/accounts/'),
		properties: {},
	},
	{
		name: 'social_list_boards',
		title: 'List boards',
		description: 'Lists the boards of a Pinterest channel, the ones with most pins first.',
		route: restRoute('GET', '/accounts/{id}/boards'),
		idArgument: 'accountId',
		properties: {},
	},
	{
		name: 'social_get_tiktok_creator_info',
		title: 'Get TikTok creator info',
		description: 'Gets what a TikTok account can post now, such as its privacy levels.',
		route: restRoute('GET', '/accounts/{id}/tiktok-creator-info'),
		idArgument: 'accountId',
		properties: {},
	},
	{
		name: 'social_list_youtube_categories',
		title: 'List YouTube categories',
		description: 'Lists the categories a YouTube channel can choose for its videos.',
		route: restRoute('GET', '/accounts/{id}/youtube-categories'),
		idArgument: 'accountId',
		properties: {},
	},
	{
		name: 'social_get_analytics',
		title: 'Get analytics',
		description:
			'Gets analytics snapshots of a channel or a post, newest first. Without an ID, it returns those of all channels.',
		route: agentAnalytics,
		properties: {
			accountId: uuid('A channel'),
			postId: uuid('A post'),
			platformPostId: text('A post, by the id that its network gave it'),
		},
	},
];

/** Tools that read and write drafts. */
const draftTools: Tool[] = [
	{
		name: 'social_list_posts',
		title: 'List posts',
		description: 'Lists posts, newest first. With updatedSince, the oldest change comes first.',
		route: restRoute('GET', '/posts/'),
		properties: {
			status: text(`Only these statuses, joined by commas: ${postStatuses.join(', ')}`),
			accountId: uuid('Only posts on this channel'),
			updatedSince: dateTime('Only posts that changed after this time'),
			cursor: uuid('The nextCursor of the page before'),
			limit: { ...integer(1, 100, 'Posts on a page'), default: 50 },
		},
	},
	{
		name: 'social_get_post',
		title: 'Get post',
		description: 'Gets a post with its result on each channel.',
		route: restRoute('GET', '/posts/{id}'),
		idArgument: 'postId',
		properties: {},
	},
	{
		name: 'social_create_draft',
		title: 'Create draft',
		description: 'Saves a draft. With a delivery, the same call queues, schedules or publishes it.',
		route: restRoute('POST', '/posts/'),
		properties: { ...draftProperties, delivery, idempotencyKey },
		required: ['accounts', 'caption'],
	},
	{
		name: 'social_update_draft',
		title: 'Update draft',
		description: 'Changes a draft. Fields you leave out stay as they are, and null clears a field.',
		route: restRoute('PATCH', '/posts/{id}'),
		idArgument: 'postId',
		properties: {
			...draftProperties,
			title: orNull(draftProperties.title),
			firstComment: orNull(draftProperties.firstComment),
			linkUrl: orNull(draftProperties.linkUrl),
		},
	},
	{
		name: 'social_duplicate_post',
		title: 'Duplicate post',
		description: 'Copies a post to a new draft. It publishes nothing.',
		route: restRoute('POST', '/posts/{id}/duplicate'),
		idArgument: 'postId',
		properties: { idempotencyKey },
	},
	{
		name: 'social_delete_draft',
		title: 'Delete draft',
		description: 'Deletes a post that is not published.',
		route: restRoute('DELETE', '/posts/{id}'),
		idArgument: 'postId',
		properties: {},
		isDestructive: true,
	},
];

/** Tools that publish posts and return them to draft. */
const deliveryTools: Tool[] = [
	{
		name: 'social_submit_post',
		title: 'Submit post',
		description:
			'Queues, schedules or publishes a draft. Without the permission publish_directly, it is sent for approval.',
		route: restRoute('POST', '/posts/{id}/submit'),
		idArgument: 'postId',
		properties: {
			delivery,
			idempotencyKey,
		},
		required: ['delivery'],
	},
	{
		name: 'social_withdraw_post',
		title: 'Withdraw post',
		description: 'Returns a post in review to draft.',
		route: restRoute('POST', '/posts/{id}/withdraw'),
		idArgument: 'postId',
		properties: { idempotencyKey },
	},
	{
		name: 'social_schedule_post',
		title: 'Schedule post',
		description: 'Schedules or queues a post, or changes its time.',
		route: restRoute('POST', '/posts/{id}/schedule'),
		idArgument: 'postId',
		properties: { ...deliveryProperties(['at', 'queue', 'prioritise']), idempotencyKey },
		isDestructive: true,
	},
	{
		name: 'social_publish_now',
		title: 'Publish now',
		description: 'Publishes a post now. Get the post again to see the outcome.',
		route: restRoute('POST', '/posts/{id}/publish'),
		idArgument: 'postId',
		properties: { idempotencyKey },
		isDestructive: true,
	},
	{
		name: 'social_cancel_post',
		title: 'Cancel post',
		description: 'Returns a queued, scheduled, failed or held post to draft.',
		route: restRoute('POST', '/posts/{id}/cancel'),
		idArgument: 'postId',
		properties: { idempotencyKey },
		isDestructive: true,
	},
];

const mediaType = oneOf(mediaTypes, 'What the file is');
const altText = { ...text('Says what is to be seen'), maxLength: 1000 };
const most = Number.MAX_SAFE_INTEGER;

/** Tools that upload media: a whole file in one call, or in parts as over REST. */
const mediaTools: Tool[] = [
	{
		name: 'social_upload_media',
		title: 'Upload media',
		description: 'Uploads a file of up to 20 MB as Base64.',
		route: uploadWhole,
		properties: {
			mediaType: oneOf(agentMediaTypes, 'What the file is'),
			bytesBase64: { ...text('The file as Base64'), maxLength: maxBase64Characters },
			altText,
			idempotencyKey,
		},
		required: ['mediaType', 'bytesBase64'],
	},
	{
		name: 'social_request_media_upload',
		title: 'Request media upload',
		description: 'Starts an upload in parts and returns the URLs of the first parts.',
		route: restRoute('POST', '/media/uploads'),
		properties: { mediaType, sizeBytes: integer(1, most, 'Of the whole file'), altText, idempotencyKey },
		required: ['mediaType', 'sizeBytes'],
	},
	{
		name: 'social_sign_upload_parts',
		title: 'Sign upload parts',
		description: 'Returns the URLs of more parts.',
		route: restRoute('POST', '/media/uploads/{id}/parts'),
		idArgument: 'uploadId',
		properties: {
			fromPart: integer(1, most, 'Number of the first part'),
			count: integer(1, 16, 'How many'),
		},
		required: ['fromPart', 'count'],
	},
	{
		name: 'social_finalize_media_upload',
		title: 'Finalize media upload',
		description: 'Combines the uploaded parts into a media asset.',
		route: restRoute('POST', '/media/uploads/{id}/complete'),
		idArgument: 'uploadId',
		properties: {
			parts: {
				type: 'array',
				minItems: 1,
				items: {
					type: 'object',
					properties: { partNumber: { type: 'integer', minimum: 1 }, etag: { type: 'string' } },
					required: ['partNumber', 'etag'],
					additionalProperties: false,
				},
				description: 'Each part with the ETag that the storage returned',
			},
			durationSec: { type: 'number', exclusiveMinimum: 0, maximum: 86_400 },
			width: integer(1, 16_384, 'In pixels'),
			height: integer(1, 16_384, 'In pixels'),
		},
		required: ['parts'],
	},
];

/** Every tool of the agent endpoint (N26). */
export const tools: readonly Tool[] = [...channelTools, ...draftTools, ...deliveryTools, ...mediaTools];
