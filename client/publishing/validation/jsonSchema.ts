/**
 * Checks a value against a JSON Schema. The keywords that describe settings are here; others, such as `$ref` and
 * `format`, are passed over: what this finds is wrong for certain, and the service has the last word on the rest.
 */

/** What is wrong, and where in the value: names and positions from the root. */
export interface SchemaProblem {
	path: Array<string | number>;
	problem: string;
}

type Schema = Record<string, unknown>;
/** Looks at one keyword; `argument` is what the schema says under it. */
type Keyword = (value: unknown, argument: never, schema: Schema) => SchemaProblem[];

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

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
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const lengthOf = (text: string): number => [...text].length;
const here = (problem: string): SchemaProblem[] => [{ path: [], problem }];

const within = (step: string | number, problems: SchemaProblem[]): SchemaProblem[] =>
	problems.map(({ path, problem }) => ({ path: [step, ...path], problem }));

/** A keyword that says something about values of one type alone. */
const about =
	<Value, Argument>(
		type: string,
		isWrong: (value: Value, argument: Argument) => boolean,
		say: (argument: Argument) => string,
	) =>
	(value: unknown, argument: Argument): SchemaProblem[] =>
		types[type]?.(value) && isWrong(value as Value, argument) ? here(say(argument)) : [];

const entriesOf = (value: unknown) => (isObject(value) ? Object.entries(value) : []);

const fitsOne = (value: unknown, schemas: unknown[]): number =>
	schemas.filter((schema) => checkSchema(value, schema).length === 0).length;

const textKeywords: Record<string, Keyword> = {
	maxLength: about<string, number>(
		'string',
		(text, max) => lengthOf(text) > max,
		(max) => `is longer than ${max} characters`,
	),
	minLength: about<string, number>(
		'string',
		(text, min) => lengthOf(text) < min,
		(min) => (min === 1 ? 'must not be empty' : `is shorter than ${min} characters`),
	),
	pattern: about<string, string>(
		'string',
		(text, pattern) => !new RegExp(pattern, 'u').test(text),
		(pattern) => `does not fit the pattern ${pattern}`,
	),
};

const numberKeywords: Record<string, Keyword> = {
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
};

const listKeywords: Record<string, Keyword> = {
	items: (value, schema: unknown) =>
		Array.isArray(value) ? value.flatMap((entry, index) => within(index, checkSchema(entry, schema))) : [],
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
		(list, unique) => unique && new Set(list.map((entry) => JSON.stringify(entry))).size < list.length,
		() => 'has an entry twice',
	),
};

const objectKeywords: Record<string, Keyword> = {
	additionalProperties: (value, allowed: unknown, { properties }) =>
		entriesOf(value)
			.filter(([name]) => !(name in ((properties ?? {}) as object)))
			.flatMap(([name, entry]) =>
				within(name, allowed === false ? here('is not known to this channel') : checkSchema(entry, allowed)),
			),
	properties: (value, properties: Record<string, unknown>) =>
		entriesOf(value)
			.filter(([name]) => Object.hasOwn(properties, name))
			.flatMap(([name, entry]) => within(name, checkSchema(entry, properties[name]))),
	required: (value, names: string[]) =>
		isObject(value)
			? names
					.filter((name) => !Object.hasOwn(value, name))
					.flatMap((name) => within(name, here('is missing')))
			: [],
};

const keywords: Record<string, Keyword> = {
	...textKeywords,
	...numberKeywords,
	...listKeywords,
	...objectKeywords,
	allOf: (value, schemas: unknown[]) => schemas.flatMap((schema) => checkSchema(value, schema)),
	anyOf: (value, schemas: unknown[]) =>
		fitsOne(value, schemas) > 0 ? [] : here(`fits none of the ${schemas.length} allowed forms`),
	const: (value, only: unknown) => (same(value, only) ? [] : here(`must be ${show(only)}`)),
	enum: (value, allowed: unknown[]) =>
		allowed.some((one) => same(one, value)) ? [] : here(`must be one of ${allowed.map(show).join(', ')}`),
	not: (value, schema: unknown) => (checkSchema(value, schema).length > 0 ? [] : here('is not allowed')),
	oneOf: (value, schemas: unknown[]) =>
		fitsOne(value, schemas) === 1 ? [] : here(`must have one of the ${schemas.length} allowed forms`),
	type: (value, allowed: string | string[]) => {
		const names = [allowed].flat();
		return names.some((name) => types[name]?.(value)) ? [] : here(`must be of type ${names.join(' or ')}`);
	},
};

/** Lists what is wrong with a value; a schema that is none, or cannot be read, finds nothing. */
export function checkSchema(value: unknown, schema: unknown): SchemaProblem[] {
	if (schema === false) return here('is not allowed');
	if (!isObject(schema)) return [];
	return Object.entries(schema).flatMap(([name, argument]) => {
		const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
		return keyword ? keyword(value, argument as never, schema) : [];
	});
}
