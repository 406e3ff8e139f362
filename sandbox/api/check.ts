import { parseMoment } from '../world/moments';
import { malformed } from './failure';

/** Reads a value strictly, or throws a 422 `invalid_request` that names `path`. */
export type Check<T> = (value: unknown, path: string) => T;

/** A property that may be left out. */
export interface OptionalCheck<T> {
	readonly optional: Check<T>;
}

type Shape = Record<string, Check<unknown> | OptionalCheck<unknown>>;
type OptionalNames<S> = { [K in keyof S]: S[K] extends OptionalCheck<unknown> ? K : never }[keyof S];
type Read<C> = C extends OptionalCheck<infer T> ? T : C extends Check<infer T> ? T : never;

/** What a check of an object with this shape gives. */
export type Checked<S> = { [K in Exclude<keyof S, OptionalNames<S>>]: Read<S[K]> } & {
	[K in OptionalNames<S>]?: Read<S[K]>;
};

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version, in either case. */
export const isUuid = (text: string): boolean => uuidShape.test(text);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Any text whose length in characters (not in bytes) lies within the bounds. */
export const text =
	({ min = 0, max = Infinity }: { min?: number; max?: number } = {}): Check<string> =>
	(value, path) => {
		if (typeof value !== 'string') throw malformed(path, 'must be a string');
		const length = value.length <= max ? value.length : [...value].length;
		if (length < min) throw malformed(path, `at least ${plural(min, 'character')}`);
		if (length > max) throw malformed(path, `at most ${plural(max, 'character')}`);
		return value;
	};

export const pattern =
	(shape: RegExp): Check<string> =>
	(value, path) => {
		if (typeof value === 'string' && shape.test(value)) return value;
		throw malformed(path, `must match ${shape.source}`);
	};

export const truth: Check<boolean> = (value, path) => {
	if (typeof value !== 'boolean') throw malformed(path, 'must be true or false');
	return value;
};

export const integer =
	(min: number, max = Infinity): Check<number> =>
	(value, path) => {
		if (typeof value !== 'number' || !Number.isInteger(value)) throw malformed(path, 'must be an integer');
		if (value < min) throw malformed(path, `at least ${min}`);
		if (value > max) throw malformed(path, `at most ${max}`);
		return value;
	};

export const oneOf =
	<T extends string>(values: readonly T[]): Check<T> =>
	(value, path) => {
		const found = values.find((each) => each === value);
		if (found === undefined) throw malformed(path, `must be one of ${values.join(', ')}`);
		return found;
	};

/** A UUID; given back in lower case, as ids are kept. */
export const uuid: Check<string> = (value, path) => {
	if (typeof value !== 'string' || !isUuid(value)) throw malformed(path, 'must be a UUID');
	return value.toLowerCase();
};

/** A date-time with an offset, as milliseconds since 1970. */
export const dateTime: Check<number> = (value, path) => {
	const moment = typeof value === 'string' ? parseMoment(value) : null;
	if (moment === null) throw malformed(path, 'must be a date-time with a UTC offset');
	return moment;
};

export const nullable =
	<T>(check: Check<T>): Check<T | null> =>
	(value, path) =>
		value === null ? null : check(value, path);

export const optional = <T>(check: Check<T>): OptionalCheck<T> => ({ optional: check });

export const list =
	<T>(check: Check<T>, { min = 0, max = Infinity }: { min?: number; max?: number } = {}): Check<T[]> =>
	(value, path) => {
		if (!Array.isArray(value)) throw malformed(path, 'must be an array');
		if (value.length < min) throw malformed(path, `at least ${plural(min, 'item')}`);
		if (value.length > max) throw malformed(path, `at most ${plural(max, 'item')}`);
		return value.map((item, index) => check(item, `${path}[${index}]`));
	};

const inside = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const requireRecord = (value: unknown, path: string): Record<string, unknown> => {
	if (isRecord(value)) return value;
	throw malformed(path === '' ? 'body' : path, 'must be an object');
};

/** An object with free names of one kind (ids, say). */
export const mapOf =
	<T>(name: Check<string>, check: Check<T>): Check<Record<string, T>> =>
	(value, path) => {
		const entries = Object.entries(requireRecord(value, path));
		return Object.fromEntries(
			entries.map(([key, item]) => [name(key, inside(path, key)), check(item, inside(path, key))]),
		);
	};

/** An object with exactly these properties: any other is refused. */
export const object =
	<S extends Shape>(shape: S): Check<Checked<S>> =>
	(value, path) => {
		const given = requireRecord(value, path);
		const unknown = Object.keys(given).find((name) => !Object.hasOwn(shape, name));
		if (unknown !== undefined) throw malformed(inside(path, unknown), 'unknown property');
		const read = Object.entries(shape).flatMap(([name, check]) => {
			const isGiven = given[name] !== undefined;
			if (typeof check !== 'function') {
				return isGiven ? [[name, check.optional(given[name], inside(path, name))]] : [];
			}
			if (!isGiven) throw malformed(inside(path, name), 'is required');
			return [[name, check(given[name], inside(path, name))]];
		});
		return Object.fromEntries(read) as Checked<S>;
	};
