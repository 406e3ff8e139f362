import { z } from 'zod/v4';
import { bounds, gapTypes } from './values';

/**
 * Requests are checked before they are sent, answers are passed on as they come: what the scoring API answers is only
 * partly specified, so that a field may be missing or new (contract section 2, wire details S-N3 to S-N17).
 */

const text = (max: number) => z.string().min(1, 'is empty').max(max, `is longer than ${max} characters`);
const url = text(bounds.urlMax);

/** Input of the packaging score, in the library's names. */
export const packagingSchema = z
	.strictObject({
		title: text(bounds.titleMax).optional(),
		thumbnailUrl: url.optional(),
		thumbnailBase64: text(bounds.thumbnailBase64Max).optional(),
	})
	.refine(({ title, thumbnailUrl, thumbnailBase64 }) => title ?? thumbnailUrl ?? thumbnailBase64, {
		error: 'needs a title or a thumbnail',
		path: ['title'],
	})
	.refine(({ thumbnailUrl, thumbnailBase64 }) => !(thumbnailUrl && thumbnailBase64), {
		error: 'is given twice: as a URL and as Base64',
		path: ['thumbnailUrl'],
	});

/** Input of the hook score. */
export const videoHookSchema = z.strictObject({ youtubeUrl: url });

/** Input of both benchmarks. */
export const benchmarkSchema = z.strictObject({ url });

/** Input of the content gaps; what is left out is the service's default. */
export const contentGapsSchema = z.strictObject({
	niche: z.string().min(1, 'is empty'),
	gapType: z.array(z.enum(gapTypes)).optional(),
	limit: z.int('must be a whole number').min(1, 'must be 1 or more').optional(),
	minScore: z.number().min(0, 'must be 0 or more').optional(),
});

/** An answer that is an object. */
export const answerSchema = z.record(z.string(), z.unknown());

const lists = ['niches', 'gaps', 'content_gaps', 'data', 'results', 'items'];

/** An answer that holds a list: bare, or under one of the names such services use. */
export const listSchema = z
	.union([z.array(answerSchema), answerSchema])
	.transform((answer) =>
		Array.isArray(answer) ? { items: answer, answer: {} } : { items: findList(answer), answer },
	)
	.refine(({ items }) => items !== undefined, { error: 'holds no list' });

function findList(answer: Record<string, unknown>): Array<Record<string, unknown>> | undefined {
	const list = lists.map((name) => answer[name]).find(Array.isArray);
	return list as Array<Record<string, unknown>> | undefined;
}

export type PackagingInput = z.input<typeof packagingSchema>;
export type ContentGapsInput = z.input<typeof contentGapsSchema>;
/** An answer as it came, with snake_case names. */
export type Answer = z.output<typeof answerSchema>;
