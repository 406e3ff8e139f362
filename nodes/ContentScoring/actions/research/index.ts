import type { ScoringClient } from '../../../../client/scoring';
import type { Resource } from '../../../shared/operation';
import { getContentGaps } from './getContentGaps.operation';
import { getNiches } from './getNiches.operation';

/** Research: what a niche is about and what it lacks. */
export const research: Resource<ScoringClient> = {
	name: 'Research',
	value: 'research',
	description: 'Find niches and their content gaps',
	operations: [getContentGaps, getNiches],
};
