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

/** The first `max` characters of a text. Never cuts a character in two. */
export const firstCharacters = (text: string, max: number): string =>
	isLongerThan(text, max) ? [...text.slice(0, 2 * max)].slice(0, max).join('') : text;
