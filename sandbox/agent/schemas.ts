import { optionsSchemas } from '../world/optionsSchemas';
import type { JsonSchema } from './tool';

/** Pieces of the tools' input schemas. What they leave open, the routes' own checks refuse. */

const described = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });

/** Text of any length. */
export const text = (description: string): JsonSchema => ({ type: 'string', description });

/** A UUID. */
export const uuid = (description: string): JsonSchema => ({ type: 'string', format: 'uuid', description });

/** ISO 8601 with an offset. */
export const dateTime = (description: string): JsonSchema => ({
	type: 'string',
	format: 'date-time',
	description,
});

/** One of a few texts. */
export const oneOf = (values: readonly string[], description: string): JsonSchema => ({
	type: 'string',
	enum: values,
	description,
});

/** A whole number. */
export const integer = (minimum: number, maximum: number, description: string): JsonSchema => ({
	type: 'integer',
	minimum,
	maximum,
	description,
});

/** A list of one kind. */
export const list = (items: JsonSchema, maxItems: number, description: string): JsonSchema => ({
	type: 'array',
	items,
	maxItems,
	description,
});

/** The same, or null to clear. */
export const orNull = ({ type, ...schema }: JsonSchema): JsonSchema => ({ ...schema, type: [type, 'null'] });

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
	description: 'Words and options of single channels, by channel id',
};

/** What a post says and where. */
export const draftProperties = {
	accounts: {
		...list({ type: 'string', format: 'uuid' }, 20, 'Ids of the channels, from social_list_accounts'),
		minItems: 1,
	},
	caption: text('The text of the post'),
	title: text('For channels that take one'),
	firstComment: text('For channels that take one'),
	linkUrl: described({ type: 'string', maxLength: 2048 }, 'A link that the post leads to'),
	perAccount,
	mediaAssetIds: list({ type: 'string', format: 'uuid' }, 35, 'Uploaded media, in the order of display'),
	proposedPublishAt: orNull(dateTime('A note for the reviewer: nothing is scheduled because of it')),
} as const;

/** Makes a repeat of the same call harmless for 24 hours. */
export const idempotencyKey: JsonSchema = {
	type: 'string',
	minLength: 1,
	maxLength: 128,
	description: 'Give the same key to repeat a call without doing its work twice',
};

const queueIds: JsonSchema = {
	type: 'object',
	additionalProperties: { type: ['string', 'null'] },
	description: 'Queue ids by channel id; null is the Main queue',
};

/** When a post goes out; the names of the modes differ between tools. */
export const deliveryProperties = (modes: readonly string[]) => ({
	mode: oneOf(modes, 'How to send it'),
	at: dateTime('When, for the mode at'),
	queueIds,
	timezone: text('Name of a time zone'),
});

/** A delivery as create and submit take it. */
export const delivery: JsonSchema = {
	type: 'object',
	properties: deliveryProperties(['queue', 'prioritise', 'now', 'at']),
	required: ['mode'],
	additionalProperties: false,
	description: 'When it goes out',
};
