/**
 * Objects whose names come from a workflow, a file or an answer. There `__proto__`, `constructor` and `prototype` are names
 * like any other: nothing is inherited, and setting one changes nothing else.
 */
export type ForeignRecord<T> = Record<string, T>;

/** Makes such an object, with no prototype, out of entries. */
export function recordOf<T>(entries: Iterable<readonly [string, T]>): ForeignRecord<T> {
	const record = Object.create(null) as ForeignRecord<T>;
	for (const [name, value] of entries) record[name] = value;
	return record;
}

/** The value under a name that comes from outside; undefined for what an object only inherits. */
export const ownValue = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
	Object.hasOwn(table, name) ? table[name] : undefined;
