import { z } from 'zod/v4';
import { dateTime, id, list, recordSchema, textUpTo } from '../http/fieldSchemas';
import { overridesSchema } from './overrides';
import { deliveryModes, limits, postStatuses } from './values';

/**
 * What the service takes (contract sections 2 and 4). Sending is strict: unknown properties, values outside the
 * contract's bounds and times without an offset are refused before anything is sent.
 */

/** Each channel once, whatever the case of its id. */
function distinct(ids: string[]): string[] {
	const seen = new Set<string>();
	return ids.filter((channelId) => seen.size < seen.add(channelId.toLowerCase()).size);
}

const accounts = z
	.array(id)
	.transform(distinct)
	.pipe(list(id, limits.accountsMax).min(1, 'needs at least one channel'));
const linkUrl = textUpTo(limits.linkUrlMax);
const mediaAssetIds = list(id, limits.mediaAssetIdsMax);

const queueIds = recordSchema(id, id.nullable()).optional();
const timezone = z.string().optional();
const atMode = z.strictObject({ mode: z.literal('at'), at: dateTime, timezone });
const nowMode = z.strictObject({ mode: z.literal('now'), timezone });
const queueMode = z.strictObject({ mode: z.enum(['queue', 'prioritise']), queueIds, timezone });

/** The delivery object of create and submit. */
export const deliverySchema = z.discriminatedUnion('mode', [atMode, nowMode, queueMode], {
	error: `must be one of ${deliveryModes.join(', ')}`,
});

/** Body of `POST /posts/{id}/schedule`: flat, and never `now`. */
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

/** Body of `PATCH /posts/{id}`: what is left out keeps its value, null clears. */
export const updatePostSchema = z.strictObject({
	accounts: accounts.optional(),
	caption: z.string().optional(),
	title: z.string().nullish(),
	firstComment: z.string().nullish(),
	linkUrl: linkUrl.nullish(),
	perAccount: overridesSchema({ canClear: true }).optional(),
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
