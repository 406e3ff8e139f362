import { guessNiche } from './niches';
import { clamp, hashText, Roll, round } from './roll';

/** What to score: a title, an image, or both. */
interface Packaging {
	title?: string;
	thumbnail_url?: string;
	thumbnail_base64?: string;
}

export type PackagingMode = 'title' | 'thumbnail' | 'combined';

const imageOf = ({ thumbnail_url, thumbnail_base64 }: Packaging): string | undefined =>
	thumbnail_url ?? thumbnail_base64;

/** The mode, which depends on the inputs (S15). */
export const modeOf = (packaging: Packaging): PackagingMode => {
	if (imageOf(packaging) === undefined) return 'title';
	return packaging.title === undefined ? 'thumbnail' : 'combined';
};

/** Scores a title from 0 to 1. A good length, a number and a question increase the score. */
const scoreTitle = (title: string): number => {
	const gains = [
		title.length >= 30 && title.length <= 65 ? 0.12 : 0,
		/\d/.test(title) ? 0.08 : 0,
		title.includes('?') ? 0.04 : 0,
	];
	const base = new Roll(`title ${title}`).number('score', 0.12, 0.76, 3);
	return gains.reduce((sum, gain) => sum + gain, base);
};

const scoreImage = (image: string): number =>
	new Roll(`image ${hashText(image)}`).number('score', 0.1, 0.95, 3);

const scoreOf = ({ title }: Packaging, image: string | undefined): number => {
	const parts = [
		...(title === undefined ? [] : [scoreTitle(title)]),
		...(image === undefined ? [] : [scoreImage(image)]),
	];
	return clamp(parts.reduce((sum, part) => sum + part, 0) / parts.length, 0.01, 0.99);
};

/** `POST /v1/score/packaging` without its ID (contract, section 2). The same packaging has the same result. */
export const packagingScore = (packaging: Packaging) => {
	const image = imageOf(packaging);
	const score = round(scoreOf(packaging, image), 3);
	const roll = new Roll(`packaging ${packaging.title ?? ''} ${hashText(image ?? '')}`);
	const { niche, confidence } = guessNiche(packaging.title ?? '', roll);
	return {
		score,
		percentile: round(100 * score ** 0.8, 0),
		raw_score: round(Math.log(score / (1 - score)), 4),
		mode: modeOf(packaging),
		niche_slug: niche.slug,
		niche_label: niche.name,
		niche_confidence: confidence,
	};
};

/** Archetypes of hooks. The first four were seen (S-N13). The others are made up, because the list is open. */
export const archetypes = [
	'curiosity_gap',
	'promise',
	'bold_claim',
	'pattern_interrupt',
	'direct_question',
	'story_opening',
	'surprising_number',
	'problem_first',
	'demonstration',
	'social_proof',
	'challenge',
	'contrarian_take',
	'direct_address',
] as const;

/** The five dimensions (S-N12), with a text for a strong and for a weak hook. */
const dimensions = {
	clarity: {
		strong: 'The subject is clear at once',
		weak: 'It takes a while to see what the video is about',
		advice: 'Name the subject in the first sentence',
	},
	specificity: {
		strong: 'Names and numbers make the promise concrete',
		weak: 'The promise stays general',
		advice: 'Replace one general word with a number or a name',
	},
	tension: {
		strong: 'An open question keeps viewers watching',
		weak: 'Nothing is left open',
		advice: 'Show the result first and explain it later',
	},
	visual_energy: {
		strong: 'The picture moves from the first frame on',
		weak: 'The first shot stands still',
		advice: 'Cut to a close-up within two seconds',
	},
	pace: {
		strong: 'No second is wasted',
		weak: 'The greeting takes too long',
		advice: 'Leave out the greeting',
	},
} as const;

type Dimension = keyof typeof dimensions;

const names = Object.keys(dimensions) as Dimension[];

/** The difference from the best hooks of the niche. One video in eight has none. */
const deltaOf = (roll: Roll, overall: number): number | null =>
	roll.fraction('no delta') < 0.125 ? null : overall - roll.number('niche top', 70, 92);

/**
 * `POST /v1/score/video-hook` (contract, section 2, and S-N12), about the first 6 seconds of a video. Scores are whole numbers
 * (S-N25).
 */
export const hookScore = (videoId: string) => {
	const roll = new Roll(`hook ${videoId}`);
	const scores = Object.fromEntries(names.map((name) => [name, roll.number(name, 2, 10)])) as Record<
		Dimension,
		number
	>;
	const ranked = [...names].sort((a, b) => scores[b] - scores[a]);
	const weakest = ranked.slice(-2).reverse();
	const overall = names.reduce((sum, name) => sum + scores[name], 0) * 2;
	const [primary, secondary] = roll.sample('archetype', archetypes, 2);
	return {
		primary_archetype: primary,
		secondary_archetype: secondary,
		scores,
		overall_score: overall,
		strengths: ranked.slice(0, 2).map((name) => dimensions[name].strong),
		weaknesses: weakest.map((name) => dimensions[name].weak),
		suggestions: weakest.map((name) => dimensions[name].advice),
		delta_vs_niche_top: deltaOf(roll, overall),
		key_differences_vs_top: weakest.map((name) => `Top videos of the niche do better in ${name}`),
		transcript: 'Six seconds, one board and a mistake that almost everybody makes.',
		visual_summary: 'A close-up of two hands, then a quick cut to the finished result.',
	};
};
