import { isObject, ownValue, recordOf } from '../../http/json.js';
import { requestProblems } from '../../http/schemaCheck.js';
import { describedOptionsSchema } from '../requests.js';
import type { Channel } from '../schemas.js';
import { all, here, unknown, valueKeywords, within, type SchemaProblem, type Verdict } from './keywords.js';

/**
 * Checks a value against a JSON Schema. A check has three results: valid, invalid or unknown. Everything that isn't supported is
 * unknown, such as `$ref` and `format`. So everything it finds is certainly wrong, and the service decides about the rest.
 */

type Check = (value: unknown, schema: unknown) => Verdict;

/** Checks one keyword. `argument` is the keyword's value in the schema. */
type Keyword = (value: unknown, argument: unknown, schema: Record<string, unknown>, check: Check) => Verdict;

/** A keyword with schemas. Can't tell if its argument is something else. */
const ofSchemas =
	(keyword: (value: unknown, schemas: unknown[], check: Check) => Verdict): Keyword =>
	(value, argument, _schema, check) =>
		Array.isArray(argument) ? keyword(value, argument, check) : unknown;

/** How many of the schemas a value fits, at least and at most. */
function countFitting(value: unknown, schemas: unknown[], check: Check): [least: number, most: number] {
	const verdicts = schemas.map((schema) => check(value, schema));
	const least = verdicts.filter((verdict) => verdict.length === 0).length;
	return [least, least + verdicts.filter((verdict) => verdict === unknown).length];
}

const isPlain = (argument: unknown): boolean => typeof argument === 'boolean' || isObject(argument);

const namesIn = (argument: unknown): string[] => (isObject(argument) ? Object.keys(argument) : []);

const keywords: Record<string, Keyword> = {
	items: (value, schema, { prefixItems }, check) => {
		if (!Array.isArray(value)) return [];
		if (!isPlain(schema) || prefixItems !== undefined) return unknown;
		return all(value.map((entry, index) => within(index, check(entry, schema))));
	},
	additionalProperties: (value, allowed, { properties, patternProperties }, check) => {
		if (!isObject(value)) return [];
		const described = new Set(namesIn(properties));
		const others = Object.keys(value).filter((name) => !described.has(name));
		if (others.length > 0 && (!isPlain(allowed) || patternProperties !== undefined)) return unknown;
		const verdictOn = (name: string): Verdict =>
			allowed === false ? here("isn't supported by this channel") : check(value[name], allowed);
		return all(others.map((name) => within(name, verdictOn(name))));
	},
	properties: (value, properties, _schema, check) => {
		if (!isObject(value)) return [];
		if (!isObject(properties)) return unknown;
		const names = Object.keys(value).filter((name) => Object.hasOwn(properties, name));
		return all(names.map((name) => within(name, check(value[name], properties[name]))));
	},
	required: (value, names) => {
		if (!isObject(value)) return [];
		if (!Array.isArray(names) || names.some((name) => typeof name !== 'string')) return unknown;
		const missing = (names as string[]).filter((name) => !Object.hasOwn(value, name));
		return all(missing.map((name) => within(name, here('is missing'))));
	},
	allOf: ofSchemas((value, schemas, check) => all(schemas.map((schema) => check(value, schema)))),
	anyOf: ofSchemas((value, schemas, check) => {
		const [least, most] = countFitting(value, schemas, check);
		if (most === 0) return here(`matches none of the ${schemas.length} allowed forms`);
		return least > 0 ? [] : unknown;
	}),
	oneOf: ofSchemas((value, schemas, check) => {
		const [least, most] = countFitting(value, schemas, check);
		if (least > 1 || most === 0) return here(`must have one of the ${schemas.length} allowed forms`);
		return most === 1 && least === 1 ? [] : unknown;
	}),
	not: (value, schema, _schema, check) => {
		const verdict = check(value, schema);
		if (verdict === unknown) return unknown;
		return verdict.length > 0 ? [] : here("isn't allowed");
	},
};

/** Keywords that describe a value and don't check it. */
const annotations = new Set([
	'$comment',
	'$defs',
	'$id',
	'$schema',
	'default',
	'definitions',
	'deprecated',
	'description',
	'examples',
	'nullable',
	'readOnly',
	'title',
	'writeOnly',
]);

const known = new Map<string, Keyword>(Object.entries<Keyword>({ ...valueKeywords, ...keywords }));

/** More parts of a schema than this aren't checked, and none that are nested deeper. A schema could have any size. */
const stepsMax = 10_000;
const depthMax = 100;

function createCheck(): (value: unknown, schema: unknown, depth: number) => Verdict {
	let steps = 0;
	const check = (value: unknown, schema: unknown, depth: number): Verdict => {
		steps += 1;
		if (steps > stepsMax || depth > depthMax) return unknown;
		if (typeof schema === 'boolean') return schema ? [] : here("isn't allowed");
		// In older drafts, nothing beside a reference counts.
		if (!isObject(schema) || schema.$ref !== undefined) return unknown;
		// Another notation for a value that can be null.
		if (value === null && schema.nullable === true) return unknown;
		const inside: Check = (inner, innerSchema) => check(inner, innerSchema, depth + 1);
		const verdictOf = ([name, argument]: [string, unknown]): Verdict =>
			annotations.has(name) ? [] : (known.get(name)?.(value, argument, schema, inside) ?? unknown);
		return all(Object.entries(schema).map(verdictOf));
	};
	return check;
}

/** Lists what is certainly wrong with a value. An invalid schema finds nothing. */
export function checkSchema(value: unknown, schema: unknown): SchemaProblem[] {
	const verdict = createCheck()(value, schema, 0);
	return verdict === unknown ? [] : verdict;
}

/** The limits of the contract, which hold for options with a schema of the channel, too. */
const contractProblems = (options: Record<string, unknown>): SchemaProblem[] =>
	requestProblems(describedOptionsSchema, options).map(({ field, problem }) => ({
		path: field.split('.'),
		problem,
	}));

/**
 * Lists what is wrong with the options of a channel, by its own schema and by the limits of the contract. Nothing for a channel that
 * doesn't describe its options, because the request's check has all limits then.
 */
export function optionProblems(
	options: Record<string, unknown>,
	{ capabilities: { optionsKey }, optionsSchema }: Channel,
): SchemaProblem[] {
	const key = optionsKey ?? '';
	const given = ownValue(options, key);
	if (given === undefined || given === null || !optionsSchema) return [];
	const set = recordOf(Object.entries(given).filter(([, value]) => value !== null));
	const ofChannel = checkSchema(set, optionsSchema).map(({ path, problem }) => ({
		path: [key, ...path],
		problem,
	}));
	const seen = new Set(ofChannel.map(({ path }) => path.join('.')));
	const others = contractProblems({ [key]: given }).filter(({ path }) => !seen.has(path.join('.')));
	return [...ofChannel, ...others];
}
