import { object, oneOf, optional, type Check, type Checked } from '../../api/check';
import { ApiFailure } from '../../api/failure';
import type { ScoringRoute } from '../http/route';
import { badRequest } from '../http/readRequest';
import { words } from '../inputs/words';
import { defaultGapTypes, gapsOf, gapTypes, type GapType } from '../results/gaps';
import { nicheBySlug } from '../results/niches';

const defaultLimit = 20;

const numberIn =
	(shape: RegExp, min: number, max: number): Check<number> =>
	(value, path) => {
		const number = typeof value === 'string' && shape.test(value) ? Number(value) : NaN;
		if (number >= min && number <= max) return number;
		throw badRequest(path, `must be a number from ${min}${max === Infinity ? '' : ` to ${max}`}`);
	};

const gapType = oneOf(gapTypes);

/** The values joined by commas, however often the parameter is given (S-N6). */
const types: Check<readonly GapType[]> = (value, path) =>
	String(value)
		.split(',')
		.map((each) => gapType(each, path));

const shape = {
	niche: words(100),
	gap_type: optional(types),
	limit: optional(numberIn(/^\d+$/, 1, Infinity)),
	min_score: optional(numberIn(/^\d+(\.\d+)?$/, 0, 100)),
};

/** Lists the content gaps of a niche, best first: 5 credits (S-N6, S-N9). */
export const contentGaps: ScoringRoute<Checked<typeof shape>> = {
	method: 'GET',
	path: '/v1/research/content-gaps',
	input: object(shape),
	lists: ['gap_type'],
	cost: () => 5,
	perform: ({ input }) => {
		const niche = nicheBySlug(input.niche);
		if (niche === undefined) throw new ApiFailure(404, 'niche_not_found', `There is no niche ${input.niche}`);
		const { gap_type = defaultGapTypes, limit = defaultLimit, min_score = 0 } = input;
		const gaps = gapsOf(niche).filter(
			(gap) => gap_type.includes(gap.gap_type) && gap.opportunity_score >= min_score,
		);
		return { niche: { slug: niche.slug, name: niche.name }, gaps: gaps.slice(0, limit) };
	},
};
