import { z } from 'zod/v4';
import { malformed } from './answers';
import { parseMoment } from './clock';
import { isRecord } from './json';

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** A text with a length in this range, in characters (code points, not UTF-16 units or bytes). */
export const text = ({ min = 0, max = Infinity }: { min?: number; max?: number } = {}) =>
	z.string().superRefine((value, context) => {
		const length = value.length <= max ? value.length : [...value].length;
		if (length < min) context.addIssue(`at least ${plural(min, 'character')}`);
		if (length > max) context.addIssue(`at most ${plural(max, 'character')}`);
	});

/** A UUID of any version. Returned in lower case, like all stored IDs. */
export const uuid = z.string().regex(uuidShape, 'must be a UUID').toLowerCase();

/** Turns a time with an offset into milliseconds since 1970. For use in `transform`. */
export const toMoment = (value: string, context: z.RefinementCtx): number => {
	const moment = parseMoment(value);
	if (moment === null) context.addIssue('must be a date-time with a UTC offset');
	return moment ?? 0;
};

/** A date-time with an offset, as milliseconds since 1970. */
export const dateTime = z.string().transform(toMoment);

/** An object with any names and values of one type, such as values by ID. `z.record` would silently drop `__proto__`. */
export const mapOf = <Key extends z.ZodType<string, string>, Value extends z.ZodType>(
	key: Key,
	value: Value,
) =>
	z
		.custom<Record<string, unknown>>((given) => !isRecord(given) || !Object.hasOwn(given, '__proto__'), {
			error: '__proto__ is no name',
		})
		.pipe(z.record(key, value));

const kinds: Readonly<Record<string, string>> = {
	string: 'a string',
	array: 'an array',
	object: 'an object',
	record: 'an object',
	boolean: 'true or false',
	int: 'an integer',
	number: 'a number',
};

const bound = (limit: number | bigint, origin: string): string =>
	origin === 'array' ? plural(Number(limit), 'item') : String(limit);

type Issue = z.core.$ZodRawIssue;
type Words = { [Code in Issue['code']]?: (issue: Extract<Issue, { code: Code }>) => string | undefined };

/** The text for each kind of schema error. Schemas with their own texts keep them. */
const words: Words = {
	invalid_type: ({ expected, format }) =>
		`must be ${kinds[format === 'safeint' ? 'int' : expected] ?? expected}`,
	invalid_value: ({ values }) =>
		values.length === 1 ? `must be ${String(values[0])}` : `must be one of ${values.join(', ')}`,
	invalid_format: ({ pattern }) => `must match ${String(pattern).slice(1, -1)}`,
	invalid_key: ({ issues }) => issues[0]?.message,
	too_small: ({ minimum, inclusive, origin }) =>
		`${inclusive === false ? 'more than' : 'at least'} ${bound(minimum, origin)}`,
	too_big: ({ maximum, origin }) => `at most ${bound(maximum, origin)}`,
	unrecognized_keys: () => 'unknown property',
};

const wordsFor = (issue: Issue): string | undefined => {
	const isMissing = issue.input === undefined && /^invalid_(type|value)$/.test(issue.code);
	return isMissing ? 'is required' : words[issue.code]?.(issue as never);
};

const pathOf = (issue: z.core.$ZodIssue): string => {
	const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
	const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
	return text === '' ? 'body' : text.replace(/^\./, '');
};

/**
 * Reads a value with a schema. Reports unknown properties before other errors.
 *
 * @throws ApiFailure 422 `invalid_request` that names the field.
 */
export const read = <T>(schema: z.ZodType<T>, value: unknown): T => {
	const result = schema.safeParse(value, { error: wordsFor });
	if (result.success) return result.data;
	const { issues } = result.error;
	const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
	throw issue === undefined ? malformed('body', 'is wrong') : malformed(pathOf(issue), issue.message);
};
