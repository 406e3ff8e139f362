import type { output, ZodType, core } from 'zod/v4';
import { InvalidRequestError, UnexpectedResponseError } from './errors';
import { parseJson } from './json';
import type { HttpResponse } from './types';

const quotedList = (values: readonly unknown[]): string =>
	values.map((value) => `'${String(value)}'`).join(', ');

/** The types that a schema may expect, in plain words. */
const typeNames: Record<string, string> = {
	array: 'a list',
	boolean: 'true or false',
	int: 'a whole number',
	number: 'a number',
	object: 'an object',
	record: 'an object',
	string: 'text',
};

type Wording = (issue: never) => string;

/** How the findings of a schema read after a field's name; kinds without an entry bring words of their own. */
const wordings: Record<string, Wording> = {
	invalid_type: ({ expected, message }: core.$ZodIssueInvalidType) => {
		if (!message.startsWith('Invalid input')) return message;
		return message.endsWith('received undefined')
			? 'is missing'
			: `must be ${typeNames[expected] ?? expected}`;
	},
	invalid_value: ({ values }: core.$ZodIssueInvalidValue) => `must be one of ${quotedList(values)}`,
	unrecognized_keys: ({ keys }: core.$ZodIssueUnrecognizedKeys) => `has no property ${quotedList(keys)}`,
	too_small: ({ minimum, message }: core.$ZodIssueTooSmall) =>
		message.startsWith('Too small') ? `must be at least ${minimum}` : message,
	too_big: ({ maximum, message }: core.$ZodIssueTooBig) =>
		message.startsWith('Too big') ? `must be at most ${maximum}` : message,
	invalid_key: ({ path }: core.$ZodIssueInvalidKey) => `names '${String(path.at(-1))}', which isn't a UUID`,
};

const problemOf = (issue: core.$ZodIssue): string => wordings[issue.code]?.(issue as never) ?? issue.message;

/** The path of the field at fault; a key that is none is a fault of the object that has it. */
const fieldOf = ({ code, path }: core.$ZodIssue): string =>
	(code === 'invalid_key' ? path.slice(0, -1) : path).join('.') || 'request';

/** Lists everything in a request that breaks its strict schema. */
export function requestProblems(schema: ZodType, value: unknown): Array<{ field: string; problem: string }> {
	const { error } = schema.safeParse(value);
	return (error?.issues ?? []).map((issue) => ({ field: fieldOf(issue), problem: problemOf(issue) }));
}

/** Checks a request against its strict schema before it is sent; throws an `InvalidRequestError` naming the field. */
export function checked<S extends ZodType>(schema: S, value: unknown): output<S> {
	const { success, data, error } = schema.safeParse(value);
	if (success) return data;
	const issue = error.issues[0] as core.$ZodIssue;
	throw new InvalidRequestError(fieldOf(issue), problemOf(issue));
}

/** Reads an answer's JSON through a schema; an answer of another shape is an `UnexpectedResponseError`. */
export function decode<S extends ZodType>({ status, body }: HttpResponse, schema: S): output<S> {
	const json = parseJson(body);
	if (json === undefined) throw new UnexpectedResponseError(status, "The answer isn't JSON");
	return decodeValue(status, json, schema);
}

/** Checks a part of an answer, already parsed, against a schema. A part of another shape is an `UnexpectedResponseError`. */
export function decodeValue<S extends ZodType>(status: number, value: unknown, schema: S): output<S> {
	const { success, data, error } = schema.safeParse(value);
	if (success) return data;
	const issue = error.issues[0] as core.$ZodIssue;
	const place = issue.path.length > 0 ? `Field '${issue.path.join('.')}' of the answer` : 'The answer';
	throw new UnexpectedResponseError(status, `${place} ${problemOf(issue)}`);
}
