/** Characters of which a reader sees nothing: spaces of all kinds, line breaks, control characters and marks of direction. */
const unseen = String.raw`\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800`;

/** Patterns of one character, because a repetition in a text of many megabytes can exceed the stack of regular expressions. */
const visible = new RegExp(`[^${unseen}]`, 'u');

/** Whether a text has nothing that a reader could see. A blank text never counts as entered. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** What can stand at the end of an emoji, such as in the flag of Scotland. */
const endOfEmoji = String.raw`\p{Variation_Selector}\u{E0020}-\u{E007F}`;

const seen = new RegExp(`[^${unseen}]|[${endOfEmoji}]`, 'u');

/** The character at a position, which can have two units. Empty at the end. */
export function characterAt(text: string, position: number): string {
	const code = text.codePointAt(position);
	return code === undefined ? '' : String.fromCodePoint(code);
}

/** The character that ends at a position, which can have two units. */
export const characterBefore = (text: string, end: number): string =>
	/[\uD800-\uDBFF][\uDC00-\uDFFF]/.exec(text.slice(end - 2, end))?.[0] ?? text.slice(end - 1, end);

/** Removes what a reader doesn't see from the ends of a value, such as of a time or an address that was copied. */
export function trimmed(text: string): string {
	if (isBlank(text)) return '';
	let end = text.length;
	for (let last = characterBefore(text, end); !seen.test(last); last = characterBefore(text, end))
		end -= last.length;
	return text.slice(text.search(seen), end);
}

/** Other characters than spaces and line breaks, and than those of emoji. */
const unseenInside = new RegExp(
	`(?![ \\t\\n\\r${endOfEmoji}]|\\u200D\\p{Extended_Pictographic})[${unseen}]`,
	'gu',
);

/** Writes characters that a reader doesn't see by their codes, such as [U+200B], to show why a value is refused. */
export const withUnseen = (text: string): string =>
	text.replace(
		unseenInside,
		(character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
	);

const surrogatePairs = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/**
 * The length of a text as the contract (section 8) and JSON Schema count it. An emoji outside the Basic Multilingual Plane
 * counts as one character, although it takes two units of a JavaScript string.
 */
export const characterCount = (text: string): number =>
	text.length - (text.match(surrogatePairs)?.length ?? 0);

/** Whether a text has more than `max` characters. Counts them only if the string has more than `max` units. */
export const isLongerThan = (text: string, max: number): boolean =>
	text.length > max && characterCount(text) > max;

/** Returns the last position up to `max` between two characters as a reader sees them, such as a letter with its accents. */
export const betweenGraphemes = (text: string, max: number): number =>
	new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text).containing(max)?.index ?? max;

/** Returns the position after so many code points. */
export function positionAfter(text: string, count: number): number {
	let position = 0;
	for (let left = count; left > 0 && position < text.length; left--)
		position += (text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1;
	return position;
}

/**
 * The first characters of a text, up to `max`. Leaves out a character that a reader would see cut in two, unless the text has only that
 * one, such as a letter with a thousand accents.
 */
export function firstCharacters(text: string, max: number): string {
	if (!isLongerThan(text, max)) return text;
	const end = positionAfter(text, max);
	return text.slice(0, betweenGraphemes(text, end) || end);
}

/**
 * A text as it's compared with others. Blanks at the ends of lines and the kind of line break don't count, because a spreadsheet on
 * Windows and the service write them in their own way.
 */
export const comparableText = (text: string): string =>
	text
		.replace(/\r\n?/g, '\n')
		.split('\n')
		.map((line) => line.trimEnd())
		.join('\n')
		.trim();

const listedMax = 20;

/** Joins texts for a message. Counts those after the first 20. */
export const listed = (texts: readonly string[]): string => {
	const more = texts.length - listedMax;
	const shown = texts.slice(0, listedMax).join(', ');
	return more > 0 ? `${shown} and ${more} more` : shown;
};

const sentenceList = new Intl.ListFormat('en');

/** Joins names as a sentence does: `a, b, and c`. */
export const inSentence = (names: Iterable<string>): string => sentenceList.format(names);

/** Shortens a text to `max` characters, including the ellipsis. */
export const shortened = (text: string, max: number): string =>
	isLongerThan(text, max) ? `${firstCharacters(text, max - 1)}…` : text;

/** The first line of a text, shortened to 81 characters. Ends after a word if there is one in its second half. */
export function firstLine(text: string): string {
	const line = text.trim().split('\n', 1)[0] ?? '';
	if (!isLongerThan(line, 81)) return line;
	const start = firstCharacters(line, 80);
	const end = start.lastIndexOf(' ');
	return `${end > start.length / 2 ? start.slice(0, end) : start}…`;
}

const english = new Intl.NumberFormat('en-US');

/** Writes a number with commas between thousands and up to three decimals, such as `8,294,400`. */
export const numberText = (value: number): string => english.format(value);

/** How many characters a text has and may have, such as `2,300 of 2,200 characters`. */
export const charactersOf = (count: number, max: number): string =>
	`${numberText(count)} of ${numberText(max)} characters`;

/** Counts something, such as `1 post` or `2 posts`. */
export const counted = (count: number, word: string): string =>
	`${numberText(count)} ${word}${count === 1 ? '' : 's'}`;

/** Whether two times are the same moment, or both are missing. */
export const isSameTime = (one: unknown, other: unknown): boolean =>
	typeof one === 'string' && typeof other === 'string'
		? Date.parse(one) === Date.parse(other)
		: (one ?? null) === (other ?? null);
