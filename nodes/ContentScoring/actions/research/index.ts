import type { ScoringClient } from '../../../../client/scoring';
import type { Resource } from '../../../shared/operation';
import { getContentGaps } from './getContentGaps.operation';
import { getNiches } from './getNiches.operation';

/** Research of the niches that the service covers, and of their content gaps. */
export const research: Resource<ScoringClient> = {
	name: 'Research',
	value: 'research',
	description: 'Find niches and their content gaps',
	operations: [getContentGaps, getNiches],
};
