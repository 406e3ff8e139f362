import type { ScoringClient } from '../../../../client/scoring';
import type { Resource } from '../../../shared/operation';
import { channel } from './channel.operation';
import { video } from './video.operation';

/** Benchmarks, which compare a channel or a video with its niche. */
export const benchmark: Resource<ScoringClient> = {
	name: 'Benchmark',
	value: 'benchmark',
	description: 'Compare channels and videos with their niche',
	operations: [channel, video],
};
