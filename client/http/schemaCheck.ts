import { quote } from './redact.js';
import type { output, ZodType, core } from 'zod/v4';
import { InvalidRequestError, UnexpectedResponseError, type ErrorDetails } from './errors.js';
import { parseJson } from './json.js';
import type { HttpResponse } from './types.js';

const quotedList = (values: readonly unknown[]): string =>
	values.map((value) => quote(String(value))).join(', ');

/** The types of a schema as people call them. */
export const typeNames: Record<string, string> = {
	array: 'a list',
	boolean: 'true or false',
	int: 'a whole number',
	integer: 'a whole number',
	null: 'empty',
	number: 'a number',
	object: 'an object',
	record: 'an object',
	string: 'text',
};

/** What a wrong value is, if people don't see that anyway. */
const kindNames: Record<string, string> = { array: 'a list', object: 'an object' };

/** Says what a wrong value of a request is. */
export function butIs(value: unknown): string {
	if (value === undefined || value === null) return '';
	const kind = Array.isArray(value) ? 'array' : typeof value;
	return `, but it is ${kindNames[kind] ?? (kind === 'string' ? quote(value as string) : String(value))}`;
}

/** Says what a wrong value of an answer is, of which nothing is quoted, because it can have anything. */
function butReceived(message: string): string {
	const [, received = ''] = /received (\w+)$/.exec(message) ?? [];
	return received in kindNames ? `, but it is ${kindNames[received]}` : '';
}

type Wording = (issue: never) => string;

/** What a schema error says after the field's name. Kinds that aren't listed use the schema's own message. */
const wordings: Record<string, Wording> = {
	invalid_type: ({ expected, input, message }: core.$ZodIssueInvalidType) => {
		if (!message.startsWith('Invalid input')) return message;
		if (message.endsWith('received undefined')) return 'is missing';
		return `must be ${typeNames[expected] ?? expected}${butIs(input) || butReceived(message)}`;
	},
	invalid_value: ({ input, values }: core.$ZodIssueInvalidValue) =>
		`must be one of ${quotedList(values)}${butIs(input)}`,
	unrecognized_keys: ({ keys }: core.$ZodIssueUnrecognizedKeys) => `has no property ${quotedList(keys)}`,
	too_small: ({ minimum, message }: core.$ZodIssueTooSmall) =>
		message.startsWith('Too small') ? `must be at least ${minimum}` : message,
	too_big: ({ maximum, message }: core.$ZodIssueTooBig) =>
		message.startsWith('Too big') ? `must be at most ${maximum}` : message,
	invalid_key: ({ path }: core.$ZodIssueInvalidKey) =>
		`names ${quote(String(path.at(-1)))}, which isn't an ID`,
};

const problemOf = (issue: core.$ZodIssue): string => wordings[issue.code]?.(issue as never) ?? issue.message;

/** Returns the path of a wrong field. For an unknown property, that is the object that has the property. */
const fieldOf = ({ code, path }: core.$ZodIssue): string =>
	(code === 'invalid_key' ? path.slice(0, -1) : path).join('.') || 'request';

/** Lists everything in a request that doesn't match its strict schema. */
export function requestProblems(schema: ZodType, value: unknown): Array<{ field: string; problem: string }> {
	const { error } = schema.safeParse(value, { reportInput: true });
	return (error?.issues ?? []).map((issue) => ({ field: fieldOf(issue), problem: problemOf(issue) }));
}

/**
 * Checks a request against its strict schema before it's sent. Throws an `InvalidRequestError` that names the first wrong
 * field.
 */
export function checked<S extends ZodType>(schema: S, value: unknown): output<S> {
	const { success, data, error } = schema.safeParse(value, { reportInput: true });
	if (success) return data;
	const issue = error.issues[0] as core.$ZodIssue;
	throw new InvalidRequestError(fieldOf(issue), problemOf(issue));
}

/** Returns what an error says about an answer. */
type Describe = (response: HttpResponse) => Pick<ErrorDetails, 'requestId' | 'envelope'>;

const unexpected = (response: HttpResponse, problem: string, describe?: Describe): UnexpectedResponseError =>
	new UnexpectedResponseError(response.status, problem, {
		...describe?.(response),
		request: response.request,
	});

/**
 * Reads the JSON of an answer with a schema. Throws an `UnexpectedResponseError` if the answer doesn't match, with what
 * `describe` says about the answer.
 */
export function decode<S extends ZodType>(response: HttpResponse, schema: S, describe?: Describe): output<S> {
	const json = parseJson(response.body);
	if (json === undefined) throw unexpected(response, "The answer isn't JSON", describe);
	return decodeValue(response, json, schema, describe);
}

/** Reads a parsed part of an answer with a schema. Throws an `UnexpectedResponseError` if it doesn't match. */
export function decodeValue<S extends ZodType>(
	response: HttpResponse,
	value: unknown,
	schema: S,
	describe?: Describe,
): output<S> {
	const { success, data, error } = schema.safeParse(value);
	if (success) return data;
	const issue = error.issues[0] as core.$ZodIssue;
	const place = issue.path.length > 0 ? `Field '${issue.path.join('.')}' of the answer` : 'The answer';
	throw unexpected(response, `${place} ${problemOf(issue)}`, describe);
}
