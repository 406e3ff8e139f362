import { scoringSeed } from '../../sandbox/scoring';
import { byId } from '../support/nodeUnderTest';
import type { ScoringExample } from './example';

const { channels, niche, videos } = scoringSeed;
const title = 'How we built a showroom in 30 days';
const thumbnail = { thumbnailFrom: 'url', thumbnailUrl: 'https://pictures.example/thumbnail.png' };

/** An example of each operation of the node Content Scoring. Workflows store these names, so they never change. */
export const scoringExamples: Record<string, ScoringExample> = {
	'score:packaging': {
		parameters: { title },
		otherPrices: [thumbnail, { title, ...thumbnail }],
		returns: { mode: 'title', niche_slug: 'woodworking', percentile: 90, creditsCost: 1 },
		shows: 'score',
	},
	'score:videoHook': {
		parameters: { url: videos.known },
		returns: { primary_archetype: 'direct_address', overall_score: 52, creditsCost: 10 },
		shows: 'clarity',
	},
	'benchmark:channel': {
		parameters: { url: channels.known },
		returns: { title: 'Acmestudio', video_count: 333, creditsCost: 5 },
		shows: 'niche',
	},
	'benchmark:video': {
		parameters: { url: videos.known },
		returns: { channel_title: 'The Slow Kitchen', niche_match_strength: 'moderate', creditsCost: 3 },
		shows: 'niche',
	},
	'research:getNiches': {
		parameters: {},
		returns: { slug: 'home-cooking', name: 'Home cooking', gap_count: 31, creditsCost: 1 },
		shows: 'gap',
	},
	'research:getContentGaps': {
		parameters: { niche: byId(niche), filters: { limit: 2 } },
		returns: { gap_type: 'underserved', niche_slug: 'home-cooking', creditsCost: 5 },
		shows: 'gap',
	},
	'account:get': {
		parameters: {},
		returns: { email: 'pro@acme.example', plan: { name: 'pro' } },
		shows: 'plan',
	},
	'account:getUsage': {
		parameters: {},
		returns: { credits_remaining: 50_000, recent_activity: [] },
		shows: 'credits_remaining',
	},
};
