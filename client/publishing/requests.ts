import { z } from 'zod/v4';
import { dateTime, distinctIds, id, list, recordSchema, textUpTo } from '../http/fieldSchemas.js';
import { mapValues, ownValue } from '../http/json.js';
import { networks, type OptionsKey } from './options/networks.js';
import { postStatuses } from './posts/status.js';
import { deliveryModes, limits } from './values.js';

/**
 * The schemas of all requests (contract sections 2 and 4). They are strict, so unknown properties, values outside the
 * contract's limits and times without an offset are refused before anything is sent.
 */

type Shape = Record<string, z.ZodType>;
/** Values of an object that can be left out. In an update, null clears a value. */
type Values<S extends Shape> = { [K in keyof S]?: z.output<S[K]> | null };

/** The values of one channel that replace those of the post (contract section 2, `perAccount`). */
export interface ChannelOverride {
	caption?: string | null;
	title?: string | null;
	firstComment?: string | null;
	boardId?: string | null;
	options?: { [K in OptionsKey]?: Values<(typeof networks)[K]> | null } | null;
}

export type Overrides = Record<string, ChannelOverride | null>;

/** Null for each option of a network, for an update that clears them and sets others. */
export const clearedOptions = (optionsKey: string): Record<string, null> =>
	mapValues(ownValue<Shape>(networks, optionsKey) ?? {}, () => null);

type Wrap = (field: z.ZodType) => z.ZodType;

/** The schema of overrides. With `canClear`, for an update, each value can also be null. */
function overridesSchema({ canClear }: { canClear: boolean }): z.ZodType<Overrides, Overrides> {
	const wrap: Wrap = (field) => (canClear ? field.nullish() : field.optional());
	const fieldsOf = (shape: Shape) => z.strictObject(mapValues(shape, wrap));
	const channel = fieldsOf({
		caption: z.string(),
		title: z.string(),
		firstComment: z.string(),
		boardId: textUpTo(limits.boardIdMax),
		options: fieldsOf(mapValues<Shape, z.ZodType>(networks, fieldsOf)),
	});
	return recordSchema(id, channel.nullable()) as unknown as z.ZodType<Overrides, Overrides>;
}

/**
 * Options from the channels' own schemas. Those that the contract names must be within its limits. The service can know newer
 * options, and newer values to choose from.
 */
export const describedOptionsSchema = z.looseObject(
	mapValues<Shape, z.ZodType>(networks, (shape) =>
		z
			.looseObject(mapValues(shape, (field) => (field instanceof z.ZodEnum ? z.string() : field).nullish()))
			.nullish(),
	),
);

const accounts = distinctIds.pipe(list(id, limits.accountsMax).min(1, 'must have at least one channel'));
const linkUrl = textUpTo(limits.linkUrlMax);
const mediaAssetIds = list(id, limits.mediaAssetIdsMax);

const atMode = z.strictObject({ mode: z.literal('at'), at: dateTime, timezone: z.string().optional() });
const nowMode = z.strictObject({ mode: z.literal('now'), timezone: z.string().optional() });
const queueMode = z.strictObject({
	mode: z.enum(['queue', 'prioritise']),
	queueIds: recordSchema(id, id.nullable()).optional(),
	timezone: z.string().optional(),
});

/** The delivery in create and submit requests. */
export const deliverySchema = z.discriminatedUnion('mode', [atMode, nowMode, queueMode], {
	error: `must be one of ${deliveryModes.join(', ')}`,
});

/** The body of `POST /posts/{id}/schedule`. It isn't nested, and its mode can't be `now`. */
export const scheduleSchema = z.discriminatedUnion('mode', [atMode, queueMode], {
	error: 'must be one of at, prioritise, queue',
});

/** Body of `POST /posts/`. */
export const createPostSchema = z.strictObject({
	accounts,
	caption: z.string(),
	title: z.string().optional(),
	firstComment: z.string().optional(),
	linkUrl: linkUrl.optional(),
	perAccount: overridesSchema({ canClear: false }).optional(),
	mediaAssetIds: mediaAssetIds.optional(),
	proposedPublishAt: dateTime.nullish(),
	delivery: deliverySchema.optional(),
});

/** The body of `PATCH /posts/{id}`. Values that are left out stay, and null clears a value. */
export const updatePostSchema = z.strictObject({
	accounts: accounts.optional(),
	caption: z.string().optional(),
	title: z.string().nullish(),
	firstComment: z.string().nullish(),
	linkUrl: linkUrl.nullish(),
	perAccount: overridesSchema({ canClear: true }).nullish(),
	mediaAssetIds: mediaAssetIds.optional(),
	proposedPublishAt: dateTime.nullish(),
});

/** Query of `GET /posts/`. */
export const listPostsSchema = z.strictObject({
	status: z.array(z.enum(postStatuses)).optional(),
	accountId: id.optional(),
	updatedSince: dateTime.optional(),
	cursor: id.optional(),
	limit: z.int().min(1).max(limits.listLimitMax).optional(),
});

export type Delivery = z.input<typeof deliverySchema>;
export type Schedule = z.input<typeof scheduleSchema>;
export type CreatePost = z.input<typeof createPostSchema>;
export type UpdatePost = z.input<typeof updatePostSchema>;
export type ListPosts = z.input<typeof listPostsSchema>;
