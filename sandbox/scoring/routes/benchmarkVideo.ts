import { object } from '../../api/check';
import type { ScoringRoute } from '../http/route';
import { requireVideo } from '../inputs/missing';
import { videoUrl } from '../inputs/youtube';
import { videoBenchmark } from '../results/benchmarks';

/** Compares a video with its niche: 3 credits. */
export const benchmarkVideo: ScoringRoute<{ url: string }> = {
	method: 'POST',
	path: '/v1/benchmark/video',
	input: object({ url: videoUrl }),
	cost: () => 3,
	perform: ({ input }) => {
		requireVideo(input.url);
		return videoBenchmark(input.url);
	},
};
