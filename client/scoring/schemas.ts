import { z } from 'zod/v4';
import { recordSchema } from '../http/fieldSchemas.js';
import { isObject } from '../http/json.js';
import { gapTypes } from './values.js';

/**
 * Requests are checked before they are sent. Answers are returned as they come, because the scoring API is only partly
 * specified and fields can be missing or new (contract section 11, wire details S-N3 to S-N17).
 */

/** A text of any length, because the contract has no limits. The service refuses what it doesn't accept. */
const text = z.string().min(1, 'is empty');

/** Input of the packaging score, with the library's names. */
export const packagingSchema = z
	.strictObject({ title: text.optional(), thumbnailUrl: text.optional(), thumbnailBase64: text.optional() })
	.refine(({ title, thumbnailUrl, thumbnailBase64 }) => title ?? thumbnailUrl ?? thumbnailBase64, {
		error: 'needs a title or a thumbnail',
		path: ['title'],
	});

/** Input of the hook score. */
export const videoHookSchema = z.strictObject({ youtubeUrl: text });

/** Input of the channel benchmark and the video benchmark. */
export const benchmarkSchema = z.strictObject({ url: text });

/** Input of the content gaps. The service has a default for everything that is left out. */
export const contentGapsSchema = z.strictObject({
	niche: z.string().min(1, 'is empty'),
	gapType: z.array(z.enum(gapTypes)).optional(),
	limit: z.int('must be a whole number').min(1, 'must be 1 or more').optional(),
	minScore: z.number().optional(),
});

const notEmpty = (value: object) => Object.keys(value).length > 0;

/** An answer that isn't empty. A list is wrapped into an object, under `data`. */
export const answerSchema = z
	.union([z.array(z.unknown()), recordSchema(z.string(), z.unknown())])
	.refine(notEmpty, { error: 'is empty' })
	.transform((answer): Record<string, unknown> => (Array.isArray(answer) ? { data: answer } : answer));

/** An answer with a benchmark. Some servers wrap the benchmark in `payload`. */
export const benchmarkAnswerSchema = answerSchema.transform((answer) =>
	isObject(answer.payload) && notEmpty(answer.payload) ? answer.payload : answer,
);

/** An answer with a list, as it came. */
export const listSchema = z.union([
	z.array(z.unknown()),
	recordSchema(z.string(), z.unknown()).refine(notEmpty, { error: 'is empty' }),
]);

/** An answer with a list, either bare or under one of several common names. */
export type ListAnswer = z.output<typeof listSchema>;

export type PackagingInput = z.input<typeof packagingSchema>;
export type ContentGapsInput = z.input<typeof contentGapsSchema>;
/** An answer with the service's snake_case names. */
export type ScoringAnswer = z.output<typeof answerSchema>;
