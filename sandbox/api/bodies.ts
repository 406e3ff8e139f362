import { z } from 'zod/v4';
import { malformed } from '../http/answers';
import { isRecord } from '../http/json';
import { dateTime, mapOf, text, toMoment, uuid } from '../http/schema';
import { mediaTypes } from '../media/files';
import { postStatuses, type PostStatus } from '../types';
import { privacyLevels } from '../world/platforms';

/** Strict schemas of all requests. They refuse unknown properties. */

const { strictObject, optional, nullable } = z;

const accounts = z.array(uuid).min(1).max(20);
const mediaAssetIds = z.array(uuid).max(35);
const idempotencyKey = optional(text({ min: 1, max: 128 }));

const isOtherScheme = (address: string): boolean =>
	URL.canParse(address) && !/^https?:$/.test(new URL(address).protocol);

const linkUrl = text({ max: 2048 });

const isTimeZone = (name: string): boolean => {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
};

/**
 * Refuses what no document says (N46): a link with another scheme than http and https, and a time zone that doesn't exist. A link
 * without a scheme is left to the network.
 *
 * @throws ApiFailure 422
 */
export const refuseMore = (body: unknown): void => {
	if (!isRecord(body)) return;
	const { linkUrl: link, timezone: zone, delivery: nested } = body;
	if (typeof link === 'string' && isOtherScheme(link))
		throw malformed('linkUrl', 'must be an http or https address');
	const at = isRecord(nested) ? nested['timezone'] : zone;
	if (typeof at !== 'string' || isTimeZone(at)) return;
	throw malformed(nested === undefined ? 'timezone' : 'delivery.timezone', 'must be the name of a time zone');
};

const timezone = optional(z.string());
const queueIds = optional(mapOf(uuid, nullable(uuid)));

/** A separate schema for each mode, so that fields of other modes are unknown properties. */
const deliveryShapes = {
	queue: { mode: z.literal('queue'), queueIds, timezone },
	prioritise: { mode: z.literal('prioritise'), queueIds, timezone },
	now: { mode: z.literal('now'), timezone },
	at: { mode: z.literal('at'), at: dateTime, timezone },
};

const modeMustBe = (modes: string) => ({
	error: ({ code }: { code?: string }) => (code === 'invalid_union' ? `must be one of ${modes}` : undefined),
});

const delivery = z.discriminatedUnion(
	'mode',
	[
		strictObject(deliveryShapes.queue),
		strictObject(deliveryShapes.prioritise),
		strictObject(deliveryShapes.now),
		strictObject(deliveryShapes.at),
	],
	modeMustBe('queue, prioritise, now, at'),
);

/** An uploaded image, or a frame of the video. */
const thumbnail = strictObject({
	coverFrame: optional(z.literal(true)),
	assetId: optional(uuid),
}).superRefine(({ coverFrame, assetId }, context) => {
	const path = ['assetId'];
	if (coverFrame === undefined && assetId === undefined) {
		context.addIssue({ code: 'custom', path, message: 'is required' });
	}
	if (coverFrame !== undefined && assetId !== undefined) {
		context.addIssue({ code: 'custom', path, message: 'unknown property' });
	}
});

/** The options of each platform, with their allowed values. */
const options = {
	tiktok: {
		privacyLevel: z.enum(privacyLevels),
		allowComment: z.boolean(),
		allowDuet: z.boolean(),
		allowStitch: z.boolean(),
		disclose: z.boolean(),
		brandOrganic: z.boolean(),
		brandContent: z.boolean(),
		aiGenerated: z.boolean(),
		coverMs: z.int().min(0),
		autoAddMusic: z.boolean(),
	},
	devto: {
		tags: z.array(text({ max: 100 })).max(20),
		canonicalUrl: text({ max: 2048 }),
	},
	youtube: {
		privacyStatus: z.enum(['public', 'unlisted', 'private']),
		madeForKids: z.boolean(),
		tags: z.array(text({ min: 1, max: 500 })).max(500),
		categoryId: z.string().regex(/^\d{1,4}$/),
		thumbnail,
	},
	facebook: { publishAs: z.enum(['video', 'reel']) },
};

/** All options of a platform, each optional. `wrap` decides whether they can be null. */
const optionsOf = (platform: keyof typeof options, wrap: (field: z.ZodType) => z.ZodType) =>
	strictObject(
		Object.fromEntries(
			Object.entries<z.ZodType>(options[platform]).map(([name, field]) => [name, optional(wrap(field))]),
		),
	);

const asGiven = (platform: keyof typeof options) => optional(optionsOf(platform, (field) => field));
const asChange = (platform: keyof typeof options) => optional(nullable(optionsOf(platform, nullable)));

/** `options` of a create. Nothing in it can be null. */
const givenOptions = strictObject({
	tiktok: asGiven('tiktok'),
	devto: asGiven('devto'),
	youtube: asGiven('youtube'),
	facebook: asGiven('facebook'),
});

/** `options` of a PATCH. The entry of a platform and each of its fields can be null. */
const optionChanges = strictObject({
	tiktok: asChange('tiktok'),
	devto: asChange('devto'),
	youtube: asChange('youtube'),
	facebook: asChange('facebook'),
});

const givenOverrides = strictObject({
	caption: optional(text()),
	title: optional(text()),
	firstComment: optional(text()),
	boardId: optional(text({ max: 128 })),
	options: optional(givenOptions),
});

const overrideChanges = strictObject({
	caption: optional(nullable(text())),
	title: optional(nullable(text())),
	firstComment: optional(nullable(text())),
	boardId: optional(nullable(text({ max: 128 }))),
	options: optional(nullable(optionChanges)),
});

/** Changes to the override of one channel. Null clears a value, and values that are left out stay. */
export type OverrideChanges = z.infer<typeof overrideChanges>;

/** `POST /posts/`. Only `proposedPublishAt` and the values of `perAccount` can be null. */
export const createBody = strictObject({
	accounts,
	caption: text(),
	title: optional(text()),
	firstComment: optional(text()),
	linkUrl: optional(linkUrl),
	perAccount: optional(mapOf(uuid, nullable(givenOverrides))),
	mediaAssetIds: optional(mediaAssetIds),
	proposedPublishAt: optional(nullable(dateTime)),
	delivery: optional(delivery),
	idempotencyKey,
});
export type CreateBody = z.infer<typeof createBody>;

/** `PATCH /posts/{id}`. Null clears a value, and null for `perAccount` the overrides of all channels (P74, N50). */
export const editBody = strictObject({
	accounts: optional(accounts),
	caption: optional(text()),
	title: optional(nullable(text())),
	firstComment: optional(nullable(text())),
	linkUrl: optional(nullable(linkUrl)),
	perAccount: optional(nullable(mapOf(uuid, nullable(overrideChanges)))),
	mediaAssetIds: optional(mediaAssetIds),
	proposedPublishAt: optional(nullable(dateTime)),
});
export type EditBody = z.infer<typeof editBody>;

/** `POST /posts/{id}/submit`. */
export const submitBody = strictObject({ delivery, idempotencyKey });
export type SubmitBody = z.infer<typeof submitBody>;

/** The body of duplicate, publish, cancel and withdraw. Withdraw ignores the key (N20, N39). */
export const keyOnlyBody = strictObject({ idempotencyKey });

/**
 * `POST /posts/{id}/schedule` (N9). The fields of the delivery aren't nested. The default mode is `at`, and `now` isn't
 * allowed.
 */
export const scheduleBody = z
	.preprocess(
		(value) => (isRecord(value) ? { ...value, mode: value['mode'] ?? 'at' } : value),
		z.discriminatedUnion(
			'mode',
			[
				strictObject({ ...deliveryShapes.at, idempotencyKey }),
				strictObject({ ...deliveryShapes.queue, idempotencyKey }),
				strictObject({ ...deliveryShapes.prioritise, idempotencyKey }),
			],
			modeMustBe('at, queue, prioritise'),
		),
	)
	.transform(({ idempotencyKey: _key, ...rest }) => rest);
export type ScheduleBody = z.infer<typeof scheduleBody>;

/** `POST /media/uploads` (N1). It has no file name and no MIME type, because the service finds out the type from the bytes. */
export const startBody = strictObject({
	mediaType: z.enum(mediaTypes),
	sizeBytes: z.int().min(1),
	altText: optional(text({ max: 1000 })),
	idempotencyKey,
});
export type StartBody = z.infer<typeof startBody>;

/** `POST /media/uploads/{id}/parts` (N4). Its body can't have an idempotency key (N23). */
export const partsBody = strictObject({ fromPart: z.int().min(1), count: z.int().min(1).max(16) });
export type PartsBody = z.infer<typeof partsBody>;

const pixels = z.int().min(1).max(16_384);

/** `POST /media/uploads/{id}/complete` (N5). Its body can't have an idempotency key (N23). */
export const completeBody = strictObject({
	parts: z.array(strictObject({ partNumber: z.int().min(1), etag: text({ min: 1 }) })).min(1),
	durationSec: optional(z.number().gt(0).max(86_400)),
	width: optional(pixels),
	height: optional(pixels),
});
export type CompleteBody = z.infer<typeof completeBody>;

/** A number in a query, written as text. */
const wholeNumber = (min: number, max: number) =>
	z
		.string()
		.regex(/^-?\d{1,9}$/, { error: 'must be an integer', abort: true })
		.transform(Number)
		.pipe(z.number().min(min).max(max));

const isStatus = (text: string): text is PostStatus => postStatuses.some((status) => status === text);

const statuses = z
	.string()
	.refine((value) => value.split(',').every(isStatus), `must be one of ${postStatuses.join(', ')}`)
	.transform((value): ReadonlySet<PostStatus> => new Set(value.split(',').filter(isStatus)));

/** A time, and the text that it was written as. A poll without changes gets the text back. */
const since = z.string().transform((given, context) => ({ given, moment: toMoment(given, context) }));

/** `GET /posts/`. */
export const listQuery = strictObject({
	status: optional(statuses),
	accountId: optional(uuid),
	updatedSince: optional(since),
	cursor: optional(uuid),
	limit: optional(wholeNumber(1, 100)),
});
export type ListQuery = z.infer<typeof listQuery>;

/** `GET /analytics/accounts/{id}`. The only window is 30 days. */
export const windowQuery = strictObject({ windowDays: optional(wholeNumber(30, 30)) });

/** The query of all other routes. */
export const noQuery = strictObject({});
