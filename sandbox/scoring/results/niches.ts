import { clamp, round, type Roll } from './roll';

/** A catalogued niche. */
export interface Niche {
	slug: string;
	name: string;
	/** What its videos are about; also the words that a title is recognised by. */
	topics: readonly [string, ...string[]];
}

/** The catalogue. */
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
		topics: ['hand plane', 'workbench build', 'dovetail joints', 'table saw', 'wood finish', 'small shop'],
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

/** The niche with this slug, if there is one. */
export const nicheBySlug = (slug: string): Niche | undefined => niches.find((niche) => niche.slug === slug);

/** A niche that a text was put into, and how sure that is (0 to 1). */
export interface NicheGuess {
	niche: Niche;
	confidence: number;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];

const hits = ({ name, topics }: Niche, words: readonly string[]): number => {
	const known = new Set(wordsOf([name, ...topics].join(' ')));
	return words.filter((word) => known.has(word)).length;
};

/** Puts a text into a niche: by its words, else any, and less sure. */
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
