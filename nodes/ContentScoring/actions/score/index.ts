import type { ScoringClient } from '../../../../client/scoring';
import type { Resource } from '../../../shared/operation';
import { packaging } from './packaging.operation';
import { videoHook } from './videoHook.operation';

/** Scores of titles, thumbnails and hooks. */
export const score: Resource<ScoringClient> = {
	name: 'Score',
	value: 'score',
	description: 'Score titles, thumbnails and hooks of videos',
	operations: [packaging, videoHook],
};
