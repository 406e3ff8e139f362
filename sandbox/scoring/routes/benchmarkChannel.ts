import { object } from '../../api/check';
import type { ScoringRoute } from '../http/route';
import { requireChannel } from '../inputs/missing';
import { channelAddress } from '../inputs/youtube';
import { channelBenchmark } from '../results/benchmarks';

/** Compares a channel with its niche: 5 credits, five at once (S-N21). */
export const benchmarkChannel: ScoringRoute<{ url: string }> = {
	method: 'POST',
	path: '/v1/benchmark/channel',
	input: object({ url: channelAddress }),
	cost: () => 5,
	slots: 5,
	perform: ({ input }) => {
		requireChannel(input.url);
		return channelBenchmark(input.url);
	},
};
