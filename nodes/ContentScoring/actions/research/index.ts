import type { ScoringClient } from '../../../../client/scoring/index.js';
import type { Resource } from '../../../shared/operation.js';
import { getContentGaps } from './getContentGaps.operation.js';
import { getNiches } from './getNiches.operation.js';

/** Research of the niches that the service covers, and of their content gaps. */
export const research: Resource<ScoringClient> = {
	name: 'Research',
	value: 'research',
	description: 'Find niches and their content gaps',
	operations: [getContentGaps, getNiches],
};
