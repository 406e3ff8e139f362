import { createHash } from 'node:crypto';

/** Whether a value is an object, not null or an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of an object without one of its properties. */
export const omit = <T extends object, K extends string>(object: T, name: K): Omit<T, K> =>
	Object.fromEntries(Object.entries(object).filter(([each]) => each !== name)) as Omit<T, K>;

/** Sorts the properties of a value, so that equal content has equal text. */
const ordered = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(ordered);
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.keys(value)
			.sort()
			.map((name) => [name, ordered(value[name])]),
	);
};

/** A hash of a value. The order of properties doesn't matter. */
export const hashOf = (value: unknown): string =>
	createHash('sha256')
		.update(JSON.stringify(ordered(value)))
		.digest('hex');
