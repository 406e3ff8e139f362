import type { ScoringClient } from '../../../../client/scoring/index.js';
import type { Resource } from '../../../shared/operation.js';
import { packaging } from './packaging.operation.js';
import { videoHook } from './videoHook.operation.js';

/** Scores of titles, thumbnails and hooks. */
export const score: Resource<ScoringClient> = {
	name: 'Score',
	value: 'score',
	description: 'Score titles, thumbnails and hooks of videos',
	operations: [packaging, videoHook],
};
