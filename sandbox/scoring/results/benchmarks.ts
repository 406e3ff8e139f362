import { dayMs } from '../../http/clock';
import { guessNiche, type Niche } from './niches';
import { hashText, Roll, round } from './roll';

const ratios = { view_to_sub_ratio: 0.6, like_to_view_ratio: 0.08, comment_to_view_ratio: 0.012 } as const;

type Ratio = keyof typeof ratios;

const ratioNames = Object.keys(ratios) as Ratio[];

const mapRatios = <T>(give: (name: Ratio, top: number) => T): Record<Ratio, T> =>
	Object.fromEntries(ratioNames.map((name) => [name, give(name, ratios[name])])) as Record<Ratio, T>;

/** Engagement, and how it ranks in the niche, as whole percentiles from 0 to 100 (S-N10, S-N25). */
const engagementOf = (roll: Roll) => {
	const percentiles = mapRatios((name) => roll.number(`${name} percentile`, 3, 98));
	const sum = ratioNames.reduce((total, name) => total + percentiles[name], 0);
	return {
		engagement: mapRatios((name, top) => round((top * percentiles[name]) / 100, 4)),
		engagement_percentiles: { ...percentiles, overall: round(sum / ratioNames.length, 0) },
	};
};

/** Statistics about the titles of a channel or a niche (S-N25). */
const titlePatterns = (roll: Roll) => ({
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

/** The part of a benchmark about the niche. */
const nicheComparison = ({ slug, name, topics }: Niche, confidence: number, roll: Roll) => ({
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

const channelNames = [
	'Plain & Simple',
	'The Slow Kitchen',
	'Workshop Nine',
	'Second Draft',
	'Night Shift',
	'Field Notes',
	'Small Wins',
];

/** A name from an address: `@acme-studio` becomes Acme Studio. */
const titleOf = (address: string): string =>
	(address.split('/').at(-1) ?? address)
		.replace(/^@/, '')
		.split(/[._-]+/)
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ');

const exemplars = (roll: Roll) =>
	roll.sample('exemplars', channelNames, roll.number('exemplar count', 2, 5)).map((title) => ({
		title,
		subscriber_count: roll.number(`${title} subscribers`, 40_000, 2_500_000),
	}));

const channelId = (address: string): string =>
	/^channel\/(.+)$/.exec(address)?.[1] ?? `UC${hashText('channel', address).slice(0, 22)}`;

/** The answer of `POST /v1/benchmark/channel` (contract, section 2, and S-N10). */
export const channelBenchmark = (address: string) => {
	const roll = new Roll(`channel ${address}`);
	const { niche, confidence } = guessNiche(titleOf(address), roll);
	return {
		channel: {
			channel_id: channelId(address),
			title: titleOf(address),
			subscriber_count: roll.number('subscribers', 900, 900_000),
			video_count: roll.number('videos', 12, 640),
			...engagementOf(roll),
			sample_window_days: 90,
			title_patterns: titlePatterns(roll),
		},
		niche: {
			...nicheComparison(niche, confidence, new Roll(`niche ${niche.slug}`)),
			exemplar_channels: exemplars(new Roll(`niche ${niche.slug}`)),
		},
	};
};

const videoNumbers = (roll: Roll) => {
	const view_count = roll.number('views', 800, 2_000_000);
	return {
		view_count,
		like_count: Math.round(view_count * roll.number('likes', 0.01, 0.08, 4)),
		comment_count: Math.round(view_count * roll.number('comments', 0.001, 0.012, 4)),
	};
};

/** When a video was published: some day in 2025. */
const publishedAt = (roll: Roll): string =>
	new Date(Date.UTC(2025, 0, 1) + roll.number('day', 0, 364) * dayMs).toISOString();

/** The answer of `POST /v1/benchmark/video` (contract, section 2, and S-N11). */
export const videoBenchmark = (videoId: string) => {
	const roll = new Roll(`video ${videoId}`);
	const { niche, confidence } = guessNiche('', roll);
	const topic = roll.pick('topic', niche.topics);
	const title = `What nobody tells you about ${topic}`;
	return {
		video: {
			video_id: videoId,
			title,
			channel_title: roll.sample('channel', channelNames, 1)[0],
			published_at: publishedAt(roll),
			...videoNumbers(roll),
			...engagementOf(roll),
			title_patterns: {
				length_chars: title.length,
				has_question: false,
				has_number: false,
				has_emoji: false,
				fits_niche_patterns: roll.fraction('fits') > 0.4,
			},
		},
		niche: nicheComparison(niche, confidence, new Roll(`niche ${niche.slug}`)),
	};
};
