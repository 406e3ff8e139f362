import { clamp, Roll, round } from './roll';

/** A niche of the catalog. */
export interface Niche {
	slug: string;
	name: string;
	/** The topics of its videos. A title that contains one of these words belongs to the niche. */
	topics: readonly [string, ...string[]];
}

/** The catalog of niches. */
export const niches: readonly [Niche, ...Niche[]] = [
	{
		slug: 'home-cooking',
		name: 'Home cooking',
		topics: [
			'weeknight pasta',
			'sourdough bread',
			'one pan dinners',
			'meal prep',
			'knife skills',
			'fried rice',
		],
	},
	{
		slug: 'personal-finance',
		name: 'Personal finance',
		topics: ['index funds', 'emergency savings', 'budget apps', 'student loans', 'first home', 'side income'],
	},
	{
		slug: 'home-fitness',
		name: 'Home fitness',
		topics: [
			'kettlebell workout',
			'pull ups',
			'mobility routine',
			'running plan',
			'home gym',
			'core training',
		],
	},
	{
		slug: 'tech-reviews',
		name: 'Tech reviews',
		topics: ['budget phone', 'mechanical keyboard', 'mini pc', 'noise cancelling', 'smart home', 'e reader'],
	},
	{
		slug: 'indie-games',
		name: 'Indie games',
		topics: ['roguelike deckbuilder', 'cozy games', 'pixel art', 'speedrun', 'game jam', 'city builder'],
	},
	{
		slug: 'budget-travel',
		name: 'Budget travel',
		topics: [
			'night trains',
			'carry on packing',
			'hostel tips',
			'weekend city trip',
			'van camping',
			'cheap flights',
		],
	},
	{
		slug: 'woodworking',
		name: 'Woodworking',
		topics: [
			'hand plane',
			'workbench build',
			'dovetail joints',
			'table saw',
			'wood finish',
			'small shop',
			'furniture showroom',
		],
	},
	{
		slug: 'web-development',
		name: 'Web development',
		topics: [
			'typescript tips',
			'css layout',
			'react forms',
			'api design',
			'web performance',
			'workflow automation',
		],
	},
];

/** Finds the niche with this slug. */
export const nicheBySlug = (slug: string): Niche | undefined => niches.find((niche) => niche.slug === slug);

/** The niche of a text, and how certain it is (0 to 1). */
interface NicheGuess {
	niche: Niche;
	confidence: number;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];

const hits = ({ name, topics }: Niche, words: readonly string[]): number => {
	const known = new Set(wordsOf([name, ...topics].join(' ')));
	return words.filter((word) => known.has(word)).length;
};

/** Chooses a niche by the words of a text. If no word matches, chooses any niche, with less certainty. */
export const guessNiche = (text: string, roll: Roll): NicheGuess => {
	const words = wordsOf(text);
	const [best] = niches
		.map((niche) => ({ niche, count: hits(niche, words) }))
		.sort((a, b) => b.count - a.count);
	if (best === undefined || best.count === 0) {
		return { niche: roll.pick('niche', niches), confidence: roll.number('confidence', 0.25, 0.55, 2) };
	}
	const confidence = clamp(0.6 + best.count * 0.12 + roll.fraction('confidence') * 0.05, 0, 0.98);
	return { niche: best.niche, confidence: round(confidence, 2) };
};

/** The types of gaps (contract, section 2), in the contract's order. */
export const gapTypes = ['underserved', 'stale', 'competitive'] as const;
type GapType = (typeof gapTypes)[number];

/** The types that are used by default. `competitive` must be requested (S16). */
export const defaultGapTypes: readonly GapType[] = ['underserved', 'stale'];

type Range = readonly [number, number];

/**
 * The ranges of each type. The components are in hundredths, where supply is the amount of existing videos and recency their
 * age. `ageDays` is the age of the existing videos in days.
 */
const ranges: Readonly<Record<GapType, Record<'supply' | 'recency' | 'ageDays', Range>>> = {
	underserved: { supply: [2, 35], recency: [30, 90], ageDays: [90, 900] },
	stale: { supply: [25, 60], recency: [70, 100], ageDays: [500, 1800] },
	competitive: { supply: [65, 98], recency: [5, 40], ageDays: [3, 200] },
};

const explanations: Readonly<Record<GapType, string>> = {
	underserved: 'Many people search for this and few good videos answer',
	stale: 'The videos that rank are old, and the demand has stayed',
	competitive: 'Demand is high, and so is the number of good videos',
};

const forms: readonly ((topic: string) => string)[] = [
	(topic) => `${topic} for beginners`,
	(topic) => `${topic} mistakes`,
	(topic) => `${topic} on a budget`,
	(topic) => `${topic} in 10 minutes`,
	(topic) => `is ${topic} worth it`,
	(topic) => `${topic} before and after`,
];

const competitors = (title: string, ageDays: Range, roll: Roll) =>
	['Plain & Simple', 'Workshop Nine', 'Field Notes'].map((channel_title) => ({
		title: `${title}: the full guide`,
		channel_title,
		subscriber_count: roll.number(`${channel_title} subscribers`, 2000, 1_200_000),
		view_count: roll.number(`${channel_title} views`, 5000, 3_000_000),
		age_days: roll.number(`${channel_title} age`, ...ageDays),
	}));

const evidenceOf = (title: string, topic: string, ageDays: Range, roll: Roll) => {
	const top_competitors = competitors(title, ageDays, roll);
	return {
		newest_quality_video_age_days: Math.min(...top_competitors.map(({ age_days }) => age_days)),
		trends_appearance_count: roll.number('trends', 0, 12),
		autocomplete_rank: roll.number('autocomplete', 1, 10),
		residual_outlier_count: roll.number('outliers', 0, 6),
		top_competitors,
		related_queries: [`${topic} tips`, `best ${topic}`, `${topic} explained`],
	};
};

/** The components of a gap, from 0 to 1 (S-N25). */
const componentsOf = (type: GapType, roll: Roll) => ({
	demand: round(roll.number('demand', 20, 99) / 100, 2),
	supply: round(roll.number('supply', ...ranges[type].supply) / 100, 2),
	recency: round(roll.number('recency', ...ranges[type].recency) / 100, 2),
});

const gapOf = (topic: string, canonical_title: string, roll: Roll) => {
	const gap_type = roll.pick('type', gapTypes);
	const components = componentsOf(gap_type, roll);
	const { demand, supply, recency } = components;
	return {
		canonical_title,
		opportunity_score: round(50 * demand + 30 * (1 - supply) + 20 * recency, 1),
		gap_type,
		components,
		explanation: explanations[gap_type],
		suggested_angles: [
			`Test it for a week: ${topic}`,
			`Answer the three questions on ${topic} that come first`,
		],
		evidence: evidenceOf(canonical_title, topic, ranges[gap_type].ageDays, roll),
	};
};

/** A content gap (S-N9). */
type Gap = ReturnType<typeof gapOf>;

/** The share of a niche's possible titles that are gaps. */
const gapShare = 0.85;

/** All gaps of a niche, best first. */
export const gapsOf = ({ slug, topics }: Niche): Gap[] =>
	topics
		.flatMap((topic) => forms.map((form) => ({ topic, title: form(topic) })))
		.map(({ topic, title }) => ({ topic, title, roll: new Roll(`gap ${slug} ${title}`) }))
		.filter(({ roll }) => roll.fraction('is a gap') < gapShare)
		.map(({ topic, title, roll }) => gapOf(topic, title, roll))
		.sort((a, b) => b.opportunity_score - a.opportunity_score);
