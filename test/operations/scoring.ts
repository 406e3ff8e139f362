import { scoringSeed } from '../../sandbox/scoring';
import { byId } from '../support/publishingNode';
import type { ScoringExample } from './example';

const { channels, niche, videos } = scoringSeed;
const title = 'How we built a showroom in 30 days';
const thumbnail = { thumbnailFrom: 'url', thumbnailUrl: 'https://pictures.example/thumbnail.png' };

/** An example of each operation of the node Content Scoring. Workflows store these names, so they never change. */
export const scoringExamples: Record<string, ScoringExample> = {
	'score:packaging': {
		parameters: { title },
		otherPrices: [thumbnail, { title, ...thumbnail }],
		shows: 'score',
	},
	'score:videoHook': { parameters: { url: videos.known }, shows: 'clarity' },
	'benchmark:channel': { parameters: { url: channels.known }, shows: 'niche' },
	'benchmark:video': { parameters: { url: videos.known }, shows: 'niche' },
	'research:getNiches': { parameters: {}, shows: 'gap' },
	'research:getContentGaps': { parameters: { niche: byId(niche), filters: { limit: 2 } }, shows: 'gap' },
	'account:get': { parameters: {}, shows: 'plan' },
	'account:getUsage': { parameters: {}, shows: 'credits_remaining' },
};
