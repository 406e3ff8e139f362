const forbiddenName = '__proto__';

/** An answer may spell the name in escapes; then it's read in the careful way, too. */
const mayHoldForbiddenName = (text: string): boolean =>
	text.includes(forbiddenName) || text.includes('\\u00');

const withoutForbiddenName = (name: string, value: unknown): unknown =>
	name === forbiddenName ? undefined : value;

/**
 * Parses JSON; undefined when the text is none. The name `__proto__` is left out: it would become the prototype of
 * whatever copies the value name by name.
 */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text, mayHoldForbiddenName(text) ? withoutForbiddenName : undefined) as unknown;
	} catch {
		return undefined;
	}
}
