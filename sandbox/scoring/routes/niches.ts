import { object } from '../../api/check';
import type { ScoringRoute } from '../http/route';
import { gapsOf } from '../results/gaps';
import { niches as catalogue } from '../results/niches';

/** Lists the niches: 1 credit each time (S-N8). */
export const niches: ScoringRoute<object> = {
	method: 'GET',
	path: '/v1/research/niches',
	input: object({}),
	cost: () => 1,
	perform: () => ({
		niches: catalogue.map((niche) => ({
			slug: niche.slug,
			name: niche.name,
			gap_count: gapsOf(niche).length,
		})),
	}),
};
