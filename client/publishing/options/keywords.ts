import { isObject, ownValue, recordOf } from '../../http/json.js';
import { butIs, typeNames } from '../../http/schemaCheck.js';
import { characterCount, isLongerThan, listed } from '../../http/text.js';
import { fitsPattern } from './patterns.js';

/** What is wrong with a value, and where: the names and positions from the root. */
export interface SchemaProblem {
	path: Array<string | number>;
	problem: string;
}

/** The result of a check that can't tell, for example because the schema has a keyword that isn't supported. */
export const unknown = 'unknown';

/** The result of a check: what is certainly wrong, or `unknown`. A valid value has no problems. */
export type Verdict = SchemaProblem[] | typeof unknown;

/** A problem of the value itself, not of something inside it. */
export const here = (problem: string): SchemaProblem[] => [{ path: [], problem }];

/** A verdict about something inside a value, such as the entry of a list. */
export const within = (step: string | number, verdict: Verdict): Verdict =>
	verdict === unknown ? unknown : verdict.map(({ path, problem }) => ({ path: [step, ...path], problem }));

/** The verdict about a value that must pass all checks. A problem is certain, even if another check can't tell. */
export function all(verdicts: Verdict[]): Verdict {
	const problems = verdicts.flatMap((verdict) => (verdict === unknown ? [] : verdict));
	return problems.length === 0 && verdicts.includes(unknown) ? unknown : problems;
}

/** Checks one keyword for a value, without looking inside it. `argument` is the keyword's value in the schema. */
type ValueKeyword = (value: unknown, argument: unknown) => Verdict;

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
/**
 * Creates a keyword that applies only to values of one type.
 * @param isWrong undefined if that isn't known
 * @param problem what is wrong, with `$` in place of the argument
 */
const about =
	<Value, Argument>(
		[valueType, argumentType]: [keyof typeof types, keyof typeof types],
		isWrong: (value: Value, argument: Argument) => boolean | undefined,
		problem: string,
	): ValueKeyword =>
	(value, argument) => {
		if (!ownValue(types, valueType)?.(value)) return [];
		const wrong = ownValue(types, argumentType)?.(argument)
			? isWrong(value as Value, argument as Argument)
			: undefined;
		if (wrong === undefined) return unknown;
		return wrong ? here(problem.replace('$', () => String(argument))) : [];
	};

/**
 * Whether a number is a multiple of another one. Decimal fractions such as 0.1 aren't exact in binary, so 0.3 / 0.1 isn't quite
 * 3. Undefined where it could be only this error.
 */
function isMultiple(n: number, step: number): boolean | undefined {
	const times = n / step;
	if (!(step > 0) || Number.isInteger(times)) return step > 0 ? true : undefined;
	return Math.abs(times - Math.round(times)) > Math.abs(times) * Number.EPSILON * 4 ? false : undefined;
}

const isFalse = (answer: boolean | undefined): boolean | undefined =>
	answer === undefined ? undefined : !answer;

const ofNumber = (isWrong: (n: number, argument: number) => boolean | undefined, problem: string) =>
	about<number, number>(['number', 'number'], isWrong, problem);

const ofList = (isWrong: (list: unknown[], argument: number) => boolean, problem: string) =>
	about<unknown[], number>(['array', 'number'], isWrong, problem);

/** The supported keywords by name. */
export const valueKeywords: Record<string, ValueKeyword> = {
	maxLength: about<string, number>(['string', 'number'], isLongerThan, 'is longer than $ characters'),
	minLength: (value, min) =>
		about<string, number>(
			['string', 'number'],
			(text, least) => characterCount(text) < least,
			min === 1 ? "can't be empty" : 'is shorter than $ characters',
		)(value, min),
	pattern: about<string, string>(
		['string', 'string'],
		(text, pattern) => isFalse(fitsPattern(text, pattern)),
		"doesn't match the pattern $",
	),
	exclusiveMaximum: ofNumber((n, max) => n >= max, 'must be less than $'),
	exclusiveMinimum: ofNumber((n, min) => n <= min, 'must be more than $'),
	maximum: ofNumber((n, max) => n > max, 'must be $ or less'),
	minimum: ofNumber((n, min) => n < min, 'must be $ or more'),
	multipleOf: ofNumber((n, step) => isFalse(isMultiple(n, step)), 'must be a multiple of $'),
	maxItems: ofList((list, max) => list.length > max, 'has more than $ entries'),
	minItems: ofList((list, min) => list.length < min, 'has fewer than $ entries'),
	uniqueItems: about<unknown[], boolean>(
		['array', 'boolean'],
		(list, unique) => unique && new Set(list.map(canonical)).size < list.length,
		'has a duplicate entry',
	),
	const: (value, only) => (canonical(value) === canonical(only) ? [] : here(`must be ${show(only)}`)),
	enum: (value, allowed) => {
		if (!Array.isArray(allowed)) return unknown;
		const text = canonical(value);
		return allowed.some((one) => canonical(one) === text)
			? []
			: here(`must be one of ${listed(allowed.map(show))}${butIs(value)}`);
	},
	type: (value, allowed) => {
		const names = [allowed].flat();
		const isKnown = (name: unknown): name is string => typeof name === 'string' && Object.hasOwn(types, name);
		if (!names.every(isKnown)) return unknown;
		return names.some((name) => ownValue(types, name)?.(value))
			? []
			: here(`must be ${names.map((name) => typeNames[name] ?? name).join(' or ')}${butIs(value)}`);
	},
};
