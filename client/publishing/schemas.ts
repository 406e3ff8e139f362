import { z } from 'zod/v4';
import { recordSchema } from '../http/fieldSchemas.js';
import { entrySchema } from './options/schema.js';

/**
 * The schemas of all answers (contract section 2). They are tolerant. Unknown fields are kept, values from open sets are
 * strings, and fields that an older service may not have are optional.
 */

const nullableText = z.string().nullish();

/** `GET /api/v1/me/`. */
export const identitySchema = z.looseObject({
	workspace: z.looseObject({ id: z.string(), name: nullableText }),
	credential: z.looseObject({
		id: z.string(),
		kind: z.string(),
		name: nullableText,
		expiresAt: nullableText,
	}),
	permissions: z.array(z.string()),
	channels: z.array(z.looseObject({ id: z.string(), platform: z.string(), handle: nullableText })),
});

/** What a channel supports. Limits are in characters. */
const capabilitiesSchema = z.looseObject({
	charLimit: z.number().nullish(),
	title: z
		.looseObject({ supported: z.boolean(), required: z.boolean(), maxChars: z.number().nullish() })
		.nullish(),
	firstComment: z.boolean().nullish(),
	link: z.boolean().nullish(),
	boardRequired: z.boolean().nullish(),
	mediaRequired: nullableText,
	optionsKey: nullableText,
});

/** A named queue of a channel. The Main queue is never listed. */
const queueSchema = z.looseObject({ id: z.string(), name: z.string(), categoryId: nullableText });

/** An item of `GET /api/v1/accounts/`. `optionsSchema` is always the schema of the network's entry. */
export const channelSchema = z
	.looseObject({
		id: z.string(),
		platform: z.string(),
		handle: z.string(),
		avatarUrl: nullableText,
		status: z.string(),
		needsReconnect: z.boolean(),
		capabilities: capabilitiesSchema,
		optionsSchema: z.unknown(),
		queues: z.array(queueSchema).default([]),
	})
	.transform((channel) =>
		channel.optionsSchema === undefined
			? channel
			: {
					...channel,
					optionsSchema: entrySchema(channel.optionsSchema, channel.capabilities.optionsKey),
				},
	);

/** Item of `GET /api/v1/accounts/{id}/boards`. */
export const boardSchema = z.looseObject({
	id: z.string(),
	name: z.string(),
	privacy: nullableText,
	pinCount: z.number().nullish(),
});

/** `GET /api/v1/accounts/{id}/tiktok-creator-info`. The duration is in seconds. */
export const tikTokCreatorInfoSchema = z.looseObject({
	username: z.string(),
	nickname: nullableText,
	avatarUrl: nullableText,
	privacyLevelOptions: z.array(z.string()),
	commentDisabled: z.boolean(),
	duetDisabled: z.boolean(),
	stitchDisabled: z.boolean(),
	maxVideoPostDurationSec: z.number().nullish(),
	canPost: z.boolean(),
	cannotPostReason: nullableText,
});

/** `GET /api/v1/accounts/{id}/youtube-categories`. */
export const youTubeCategoriesSchema = z.looseObject({
	regionCode: z.string(),
	categories: z.array(z.looseObject({ id: z.string(), title: z.string() })),
});

const metricsSchema = recordSchema(z.string(), z.number().nullable());

/** A snapshot of a channel. A metric that the network doesn't report is absent, never 0. */
export const channelSnapshotSchema = z.looseObject({
	capturedAt: z.string(),
	windowDays: z.number(),
	metrics: metricsSchema,
});

export const postSnapshotsSchema = z.looseObject({
	accountId: z.string(),
	platform: z.string(),
	snapshots: z.array(z.looseObject({ capturedAt: z.string(), metrics: metricsSchema })),
});

/** One channel of a post, with its result. */
const postChannelSchema = z.looseObject({
	accountId: z.string(),
	platform: z.string(),
	handle: nullableText,
	status: z.string(),
	scheduledAt: nullableText,
	publishedAt: nullableText,
	url: nullableText,
	error: nullableText,
	warnings: z.array(z.looseObject({ code: z.string(), message: nullableText })).default([]),
	queuePosition: z.number().nullish(),
	queueId: nullableText,
	caption: nullableText,
	title: nullableText,
	firstComment: nullableText,
	boardId: nullableText,
	options: z.unknown(),
});

export const postSchema = z.looseObject({
	id: z.string(),
	status: z.string(),
	caption: z.string(),
	title: nullableText,
	firstComment: nullableText,
	linkUrl: nullableText,
	mediaAssetIds: z.array(z.string()).default([]),
	scheduledAt: nullableText,
	proposedPublishAt: nullableText,
	publishedAt: nullableText,
	attentionResolvedAt: nullableText,
	createdAt: z.string(),
	updatedAt: z.string(),
	createdVia: z.looseObject({ credentialId: z.string(), name: nullableText }).nullish(),
	channels: z.array(postChannelSchema),
});

/** One page of `GET /api/v1/posts/`. Send `serverTime` as the next `updatedSince`. */
export const postPageSchema = z.looseObject({
	data: z.array(postSchema),
	nextCursor: z.string().nullable().default(null),
	serverTime: z.string(),
});

/** The answer of a write that returns a post. Some services return only the post, without `routed`. */
export const routedPostSchema = z.union([
	z.looseObject({ post: postSchema, routed: z.string().nullish() }),
	postSchema.transform((post) => ({ post, routed: undefined })),
]);

/** `POST /api/v1/posts/{id}/duplicate`. */
export const duplicateSchema = z.looseObject({
	post: postSchema,
	routed: z.string().nullish(),
	droppedChannels: z
		.array(
			z.looseObject({
				id: z.string(),
				platform: z.string(),
				handle: nullableText,
				status: z.string(),
			}),
		)
		.default([]),
	keptFailedOnly: z.boolean().default(false),
});

export type Identity = z.output<typeof identitySchema>;
export type Channel = z.output<typeof channelSchema>;
export type Board = z.output<typeof boardSchema>;
export type TikTokCreatorInfo = z.output<typeof tikTokCreatorInfoSchema>;
export type YouTubeCategories = z.output<typeof youTubeCategoriesSchema>;
export type ChannelSnapshot = z.output<typeof channelSnapshotSchema>;
export type PostSnapshots = z.output<typeof postSnapshotsSchema>;
export type PostChannel = z.output<typeof postChannelSchema>;
export type Post = z.output<typeof postSchema>;
export type PostPage = z.output<typeof postPageSchema>;
