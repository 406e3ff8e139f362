import { damages, type Damage } from '../../client/publishing/validation/textRules';
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

/** The parts of pages written by `npm run docs`, by page and name. */
export const pageParts: Record<string, Record<string, () => string>> = {
	'docs/texts.md': { damages: damageTable },
};
