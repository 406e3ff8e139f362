import { object } from '../../api/check';
import type { ScoringRoute } from '../http/route';
import { requireVideo } from '../inputs/missing';
import { videoUrl } from '../inputs/youtube';
import { hookScore } from '../results/hookScore';

/** Scores the first seconds of a video: 10 credits, two at once (S-N21). */
export const videoHook: ScoringRoute<{ youtube_url: string }> = {
	method: 'POST',
	path: '/v1/score/video-hook',
	input: object({ youtube_url: videoUrl }),
	cost: () => 10,
	slots: 2,
	perform: ({ input }) => {
		requireVideo(input.youtube_url);
		return hookScore(input.youtube_url);
	},
};
