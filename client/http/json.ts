const forbiddenName = '__proto__';

/** Whether a text can contain the name `__proto__`, possibly with escaped characters. Only then does parsing need a reviver. */
const mayHoldForbiddenName = (text: string): boolean =>
	text.includes(forbiddenName) || text.includes('\\u00');

const withoutForbiddenName = (name: string, value: unknown): unknown =>
	name === forbiddenName ? undefined : value;

/**
 * Parses JSON. Returns undefined if the text isn't JSON. Leaves out the name `__proto__`, because copying such a value name by
 * name would change the prototype of the copy.
 */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text, mayHoldForbiddenName(text) ? withoutForbiddenName : undefined) as unknown;
	} catch {
		return undefined;
	}
}

/** Whether a value is an object with named entries, so neither null nor a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it's an object. Otherwise, an empty object. */
export const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/**
 * Creates an object from entries whose names come from a workflow, a file or an answer. It has no prototype, so `__proto__`,
 * `constructor` and `prototype` are names like any other.
 */
export function recordOf<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
	const record = Object.create(null) as Record<string, T>;
	for (const [name, value] of entries) record[name] = value;
	return record;
}

/** The value under a name that comes from outside. Ignores inherited properties. */
export const ownValue = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
	Object.hasOwn(table, name) ? table[name] : undefined;

/** Creates an object with the same names and other values. */
export const mapValues = <T, Value>(
	values: Readonly<Record<string, T>>,
	map: (value: T, name: string) => Value,
): Record<string, Value> =>
	recordOf(Object.entries(values).map(([name, value]) => [name, map(value, name)] as const));

/** Returns an object without some of its values. */
export const without = (values: Record<string, unknown>, ...names: string[]): Record<string, unknown> =>
	recordOf(Object.entries(values).filter(([name]) => !names.includes(name)));

/** Copies an object without the entries that are undefined. */
export const withoutUndefined = <T extends object>(values: T): T =>
	recordOf(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** Copies an object without entries that are null or undefined, which expressions return for missing values. */
export const withoutEmpty = <T extends object>(values: T): T =>
	recordOf(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as T;

/** Chooses between two values with the same name. `path` is where they are. */
type Choose = (before: unknown, after: unknown, path: string[]) => unknown;

/**
 * Merges two objects name by name, down to a depth.
 * @param choose decides where not both values are objects, or at that depth. Default: the later value
 */
export function merged(
	before: Readonly<Record<string, unknown>>,
	after: Readonly<Record<string, unknown>>,
	{ choose = (_before, value) => value, depth = Infinity }: { choose?: Choose; depth?: number } = {},
	path: string[] = [],
): Record<string, unknown> {
	const result = recordOf(Object.entries(before));
	for (const [name, value] of Object.entries(after)) {
		const place = [...path, name];
		const former = ownValue(before, name);
		if (isObject(former) && isObject(value) && place.length < depth) {
			result[name] = merged(former, value, { choose, depth }, place);
		} else result[name] = Object.hasOwn(before, name) ? choose(former, value, place) : value;
	}
	return result;
}
