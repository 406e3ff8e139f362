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

/** Whether a value is an object with named entries: neither null nor a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Objects whose names come from a workflow, a file or an answer. There `__proto__`, `constructor` and `prototype` are names
 * like any other: nothing is inherited, and setting one changes nothing else.
 */
type ForeignRecord<T> = Record<string, T>;

/** Makes such an object, with no prototype, out of entries. */
export function recordOf<T>(entries: Iterable<readonly [string, T]>): ForeignRecord<T> {
	const record = Object.create(null) as ForeignRecord<T>;
	for (const [name, value] of entries) record[name] = value;
	return record;
}

/** The value under a name that comes from outside; undefined for what an object only inherits. */
export const ownValue = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
	Object.hasOwn(table, name) ? table[name] : undefined;
