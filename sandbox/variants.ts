/**
 * The variants of the service's behavior, where it was seen to differ. The first value is the usual one.
 * - `optionsSchema` (N41): the schema of `options.<optionsKey>`, of the whole `options`, or of the whole with a reference to that of the
 *   channel, alone, as one of two forms, or in `allOf`
 * - `creator` (N51): the schema of TikTok's options lists the levels of the creator. Or it lists all levels, and the creator can
 *   use only two of them, without comments, duets and stitches
 * - `times` (N42): end in `+00:00`, or in `Z`, or have no fractions of a second
 * - `entityTags` (N42): the same tag for the same content, or a new tag for every answer
 * - `createErrors` (N43): if the delivery is refused, create keeps the draft and names it, or saves nothing
 * - `changeOrder` (N24): a list with `updatedSince` begins with the oldest change, or with the newest one
 * - `changesRequested`: refuse to edit a post with requested changes, return it to draft with its first edit, let it be
 *   withdrawn, or let it be edited and withdrawn. The contract says none of these.
 * - `dates`: every answer has a `Date` header, or none has one. The contract doesn't mention the header.
 * - `metricsHistory`: metrics have the last three snapshots, or those of two weeks. The contract doesn't say how many there are.
 * - `optionalFields`: what an answer can lack or can have as null is sent, or is missing, or is null
 * - `uploads` (N2): the names in the answers that start an upload, or only the URLs as a list
 * - `uploaded` (N6): everything about a finished file, only its ID under one of several names, or nothing
 * - `failedKeys` (N23): after a 5xx, an idempotency key continues its request, is forgotten, or gets the same 5xx again. Only the
 *   profile `documents` has this variant. `observed` always forgets it.
 * - `duplicates` (N31): a duplicate that is published leaves the original alone, or resolves it
 * - `refusals`: a 401 and a 403 are an error of the API, or an HTML page of a proxy
 * - `approval` (N37): in a workspace that requires approval, `schedule` and `publish` send the post to review, or are refused
 */
export const variantValues = {
	optionsSchema: ['entry', 'options', 'reference', 'reference or null', 'one of', 'all of'],
	creator: ['in schema', 'restricted'],
	times: ['offset', 'Z', 'whole seconds'],
	entityTags: ['content', 'fresh'],
	createErrors: ['with post_id', 'without post_id'],
	changeOrder: ['oldest first', 'newest first'],
	changesRequested: ['refuse', 'edit', 'withdraw', 'edit and withdraw'],
	dates: ['sent', 'missing'],
	metricsHistory: ['hours', 'weeks'],
	approval: ['review', 'refuse'],
	refusals: ['json', 'html'],
	optionalFields: ['sent', 'missing', 'null'],
	uploads: ['mediaAssetId', 'assetId', 'id', 'uploadId', 'list'],
	uploaded: ['everything', 'id', 'mediaAssetId', 'assetId', 'asset', 'media', 'data', 'nothing'],
	failedKeys: ['kept', 'forgotten', 'refused again'],
	duplicates: ['alone', 'resolve'],
} as const;

/** One value for each variant in {@link variantValues}. */
export type Variants = { -readonly [K in keyof typeof variantValues]: (typeof variantValues)[K][number] };

/** Fields that an answer can lack. */
export const optionalFields = <T extends object>({ optionalFields: how }: Variants, fields: T): Partial<T> =>
	how === 'missing' ? {} : fields;

/** A value for which the contract says "or null". */
export const orNull = <T>({ optionalFields: how }: Variants, value: T): T | null =>
	how === 'null' ? null : value;

/** The usual variants. */
export const usualVariants: Readonly<Variants> = {
	optionsSchema: 'entry',
	creator: 'in schema',
	times: 'offset',
	entityTags: 'content',
	createErrors: 'with post_id',
	changeOrder: 'oldest first',
	changesRequested: 'refuse',
	dates: 'sent',
	metricsHistory: 'hours',
	approval: 'review',
	refusals: 'json',
	optionalFields: 'sent',
	uploads: 'mediaAssetId',
	uploaded: 'everything',
	failedKeys: 'kept',
	duplicates: 'alone',
};
