import { characterCount, isLongerThan } from '../../http/text';
import { isObject, ownValue, recordOf } from '../../http/json';

/** The keywords of JSON Schema that check a single value without looking inside it. */

/** What is wrong with a value, and where: the names and positions from the root. */
export interface SchemaProblem {
	path: Array<string | number>;
	problem: string;
}

/** Checks one keyword. `argument` is the keyword's value in the schema. */
export type Keyword = (value: unknown, argument: never, schema: Record<string, unknown>) => SchemaProblem[];

const types: Record<string, (value: unknown) => boolean> = {
	array: Array.isArray,
	boolean: (value) => typeof value === 'boolean',
	integer: Number.isInteger,
	null: (value) => value === null,
	number: (value) => typeof value === 'number',
	object: isObject,
	string: (value) => typeof value === 'string',
};

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
/** Writes a value as text. Entries of objects are sorted by name, so equal values have equal texts. */
const canonical = (value: unknown): string =>
	JSON.stringify(value, (_name, entry: unknown) =>
		isObject(entry) ? recordOf(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))) : entry,
	);
const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);
/** A problem of the value itself, not of something inside it. */
export const here = (problem: string): SchemaProblem[] => [{ path: [], problem }];

/** Creates a keyword that applies only to values of one type. */
const about =
	<Value, Argument>(
		type: string,
		isWrong: (value: Value, argument: Argument) => boolean,
		say: (argument: Argument) => string,
	) =>
	(value: unknown, argument: Argument): SchemaProblem[] =>
		ownValue(types, type)?.(value) && isWrong(value as Value, argument) ? here(say(argument)) : [];

/** The supported keywords by name. */
export const valueKeywords: Record<string, Keyword> = {
	maxLength: about<string, number>(
		'string',
		(text, max) => isLongerThan(text, max),
		(max) => `is longer than ${max} characters`,
	),
	minLength: about<string, number>(
		'string',
		(text, min) => characterCount(text) < min,
		(min) => (min === 1 ? "can't be empty" : `is shorter than ${min} characters`),
	),
	pattern: about<string, string>(
		'string',
		(text, pattern) => !new RegExp(pattern, 'u').test(text),
		(pattern) => `doesn't match the pattern ${pattern}`,
	),
	exclusiveMaximum: about<number, number>(
		'number',
		(n, max) => n >= max,
		(max) => `must be less than ${max}`,
	),
	exclusiveMinimum: about<number, number>(
		'number',
		(n, min) => n <= min,
		(min) => `must be more than ${min}`,
	),
	maximum: about<number, number>(
		'number',
		(n, max) => n > max,
		(max) => `must be ${max} or less`,
	),
	minimum: about<number, number>(
		'number',
		(n, min) => n < min,
		(min) => `must be ${min} or more`,
	),
	multipleOf: about<number, number>(
		'number',
		(n, step) => !Number.isInteger(n / step),
		(step) => `must be a multiple of ${step}`,
	),
	maxItems: about<unknown[], number>(
		'array',
		(list, max) => list.length > max,
		(max) => `has more than ${max} entries`,
	),
	minItems: about<unknown[], number>(
		'array',
		(list, min) => list.length < min,
		(min) => `has fewer than ${min} entries`,
	),
	uniqueItems: about<unknown[], boolean>(
		'array',
		(list, unique) => unique && new Set(list.map(canonical)).size < list.length,
		() => 'has a duplicate entry',
	),
	const: (value, only: unknown) => (same(value, only) ? [] : here(`must be ${show(only)}`)),
	enum: (value, allowed: unknown[]) =>
		allowed.some((one) => same(one, value)) ? [] : here(`must be one of ${allowed.map(show).join(', ')}`),
	type: (value, allowed: string | string[]) => {
		const names = [allowed].flat();
		return names.some((name) => ownValue(types, name)?.(value))
			? []
			: here(`must be of type ${names.join(' or ')}`);
	},
};
