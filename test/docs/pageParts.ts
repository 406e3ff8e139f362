import { damages, type Damage } from '../../client/publishing/validation/textRules';
import { disguises } from '../../nodes/SocialPublishing/media/disguises';
import { table } from './markdown';

/** What the check does about a damage of a text. */
const resultOf = ({ isWhole, severity }: Damage): string =>
	isWhole
		? 'An error for a caption that is delivered, otherwise a warning'
		: severity === 'error'
			? 'An error'
			: 'A warning';

/** What nobody writes in a text. */
const damageTable = (): string =>
	table(
		['What the text has', 'Result'],
		damages.map((damage) => [damage.name, resultOf(damage)]),
	);

/** What a file certainly is, although it's declared as an image or a video. */
const disguiseList = (): string =>
	[...new Set(disguises.map(({ name }) => name))].map((name) => `- ${name}`).join('\n');

/** The parts of pages written by `npm run docs`, by page and name. */
export const pageParts: Record<string, Record<string, () => string>> = {
	'docs/media.md': { disguises: disguiseList },
	'docs/texts.md': { damages: damageTable },
};
