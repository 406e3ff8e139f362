import { characterCount, shortened } from '../../http/text.js';
import type { Finding, FindingCode, Severity } from '../findings.js';
import type { PostToCheck } from './types.js';

/** Something that nobody writes, but that a workflow can leave in a text. */
interface Damage {
	shape: RegExp;
	code: Extract<FindingCode, 'textBroken' | 'textUnwritten'>;
	severity: Severity;
	/** What was found, as the end of a sentence that starts with the field. */
	has: (found: string) => string;
	advice: string;
}

/** The longest placeholder to look for, so that the time grows linearly with the text. */
const placeholderMax = 200;

/** The most characters of a placeholder to show, including the ellipsis. */
const shownMax = 41;

const left = (shape: RegExp, advice: string): Damage => ({
	shape,
	code: 'textUnwritten',
	severity: 'warning',
	has: (found) => `has '${shortened(found, shownMax)}'`,
	advice,
});

const checkExpression = 'Check the expression that makes the text';

const damages: readonly Damage[] = [
	{
		// With `u`, halves that belong together are one character.
		shape: /\p{Cs}/gu,
		code: 'textBroken',
		severity: 'error',
		has: () => 'has half a character',
		advice:
			"An earlier node cut the text inside an emoji or a rare character. In an expression, [...text].slice(0, 100).join('') cuts between characters",
	},
	{
		shape: /\0/g,
		code: 'textBroken',
		severity: 'error',
		has: () => 'has a NUL character',
		advice: 'Remove it, such as with .replaceAll("\\u0000", "") in the expression',
	},
	{
		shape: /\uFFFD/g,
		code: 'textUnwritten',
		severity: 'warning',
		has: () => 'has the sign for a lost character (\uFFFD)',
		advice: 'An earlier node read the text with another encoding than the one it was written in',
	},
	left(/\[object \w+\]/g, 'An object was used as text. Choose one of its fields in the expression'),
	left(/(?<![\w.])(?:undefined|NaN)(?![\w(])/g, checkExpression),
	left(/\bInvalid Date(?:Time)?\b/g, "A date in the expression couldn't be read"),
	left(/#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!)/g, "The spreadsheet's formula has an error"),
	left(
		new RegExp(`\\{\\{[^{}]{0,${placeholderMax}}\\}\\}`, 'g'),
		"The expression wasn't evaluated. Switch the field to Expression, and use one pair of braces for each value",
	),
];

/** Where a text stands: the field as a path, and the text. */
type PlacedText = [field: string, text: string];

/** Finds all texts in a value, with their paths. */
function textsIn(value: unknown, path: string): PlacedText[] {
	if (typeof value === 'string') return [[path, value]];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, entry]) => textsIn(entry, `${path}.${name}`));
}

/** Describes each kind of damage in a text once, with the position of the first and how many follow. */
const damagesIn = ([field, text]: PlacedText): Finding[] =>
	damages.flatMap(({ shape, code, severity, has, advice }) => {
		const [first, ...others] = text.matchAll(shape);
		if (!first) return [];
		const position = characterCount(text.slice(0, first.index)) + 1;
		const more =
			others.length === 0 ? '' : ` and ${others.length} more time${others.length === 1 ? '' : 's'}`;
		const problem = `${has(first[0])} at character ${position}${more}. ${advice}`;
		return [{ code, severity, field, problem }];
	});

/**
 * Finds what nobody writes in the texts of a post: half characters and NUL, which can't be sent as they are, and words that an
 * expression or a spreadsheet leaves when it fails.
 */
export const textFindings = ({
	caption,
	title,
	firstComment,
	linkUrl,
	perAccount,
	media,
}: PostToCheck): Finding[] => {
	const ofPost = Object.entries({ caption, title, firstComment, linkUrl, perAccount });
	const ofFiles = media.map(({ altText = '' }): PlacedText => ['altText', altText]);
	return [...ofPost.flatMap(([name, value]) => textsIn(value, name)), ...ofFiles].flatMap(damagesIn);
};
