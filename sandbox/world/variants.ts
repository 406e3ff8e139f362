/**
 * Where the service was seen to answer in more than one way: the ways by name, the usual one first.
 * - `optionsSchema` (N41): the schema of `options.<optionsKey>` itself, or that of `options` around it.
 * - `times` (N42): end in `+00:00`, or in `Z`.
 * - `entityTags` (N42): the same for the same content, or a new one for every answer.
 * - `createErrors` (N43): name the draft that was saved before them, or don't.
 * - `approval` (N37): in a workspace that needs approval, `schedule` and `publish` go to Review, or are refused.
 */
export const variantValues = {
	optionsSchema: ['entry', 'options'],
	times: ['offset', 'Z'],
	entityTags: ['content', 'fresh'],
	createErrors: ['with post_id', 'without post_id'],
	approval: ['review', 'refuse'],
} as const;

/** One way for each of {@link variantValues}. */
export type Variants = { -readonly [K in keyof typeof variantValues]: (typeof variantValues)[K][number] };

/** The usual ways. */
export const usualVariants: Readonly<Variants> = {
	optionsSchema: 'entry',
	times: 'offset',
	entityTags: 'content',
	createErrors: 'with post_id',
	approval: 'review',
};
