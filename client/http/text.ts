const surrogatePairs = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/**
 * The length of a text in characters, as the contract's limits (section 8) and JSON Schema count them: an emoji outside
 * the Basic Multilingual Plane is one character, and two units of a JavaScript string.
 */
export const characterCount = (text: string): number =>
	text.length - (text.match(surrogatePairs)?.length ?? 0);

/** Whether a text has more than `max` characters. A text of as many units is not looked through. */
export const isLongerThan = (text: string, max: number): boolean =>
	text.length > max && characterCount(text) > max;

/** The first `max` characters of a text; no character is cut in two. */
export const firstCharacters = (text: string, max: number): string =>
	isLongerThan(text, max) ? [...text.slice(0, 2 * max)].slice(0, max).join('') : text;
