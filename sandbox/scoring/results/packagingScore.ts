import { guessNiche } from './niches';
import { clamp, hashText, Roll, round } from './roll';

/** What is scored: a title, an image, or both. */
export interface Packaging {
	title?: string;
	thumbnail_url?: string;
	thumbnail_base64?: string;
}

export type PackagingMode = 'title' | 'thumbnail' | 'combined';

const imageOf = ({ thumbnail_url, thumbnail_base64 }: Packaging): string | undefined =>
	thumbnail_url ?? thumbnail_base64;

/** The mode follows from the inputs that are there (S15). */
export const modeOf = (packaging: Packaging): PackagingMode => {
	if (imageOf(packaging) === undefined) return 'title';
	return packaging.title === undefined ? 'thumbnail' : 'combined';
};

/** Titles gain by what tends to work: a good length, a number, a question. From 0 to 1. */
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

/** `POST /v1/score/packaging` without its id (contract, section 2): the same packaging, the same result. */
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
