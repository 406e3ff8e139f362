import type { Niche } from './niches';
import { round, type Roll } from './roll';

const ratios = { view_to_sub_ratio: 0.6, like_to_view_ratio: 0.08, comment_to_view_ratio: 0.012 } as const;

type Ratio = keyof typeof ratios;

const ratioNames = Object.keys(ratios) as Ratio[];

const mapRatios = <T>(give: (name: Ratio, top: number) => T): Record<Ratio, T> =>
	Object.fromEntries(ratioNames.map((name) => [name, give(name, ratios[name])])) as Record<Ratio, T>;

/** Engagement and where it stands among the niche, as whole percentiles from 0 to 100 (S-N10, S-N25). */
export const engagementOf = (roll: Roll) => {
	const percentiles = mapRatios((name) => roll.number(`${name} percentile`, 3, 98));
	const sum = ratioNames.reduce((total, name) => total + percentiles[name], 0);
	return {
		engagement: mapRatios((name, top) => round((top * percentiles[name]) / 100, 4)),
		engagement_percentiles: { ...percentiles, overall: round(sum / ratioNames.length, 0) },
	};
};

/** How the titles of a channel or of a niche are made (S-N25). */
export const titlePatterns = (roll: Roll) => ({
	mean_length_chars: roll.number('length', 32, 68, 1),
	mean_length_words: roll.number('words', 5, 12, 1),
	share_with_question_mark: roll.number('questions', 0.05, 0.4, 2),
	share_with_number: roll.number('numbers', 0.1, 0.6, 2),
	median_uppercase_ratio: roll.number('uppercase', 0.05, 0.3, 2),
	share_with_emoji: roll.number('emoji', 0, 0.3, 2),
});

const strengths = [
	[0.75, 'strong'],
	[0.5, 'moderate'],
	[0, 'weak'],
] as const;

/** What a benchmark says of the niche that it compares with. */
export const nicheComparison = ({ slug, name, topics }: Niche, confidence: number, roll: Roll) => ({
	slug,
	name,
	match_score: confidence,
	match_strength: strengths.find(([least]) => confidence >= least)?.[1] ?? 'weak',
	engagement: mapRatios((ratio, top) => ({ p50: round(top * roll.number(`${ratio} p50`, 0.35, 0.6, 2), 4) })),
	title_patterns: {
		...titlePatterns(roll),
		common_niche_phrases: topics.map((phrase) => ({
			phrase,
			frequency: roll.number(`${phrase} frequency`, 0.01, 0.2, 3),
			used_by_channel: roll.fraction(`${phrase} used`) > 0.5,
		})),
	},
});
