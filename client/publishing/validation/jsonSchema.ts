import { isObject } from '../../http/json';
import { here, valueKeywords, type Keyword, type SchemaProblem } from './valueKeywords';

/**
 * Checks a value against a JSON Schema. It supports the keywords that describe settings and ignores all others, such as `$ref`
 * and `format`. So everything it finds is certainly wrong, and the service decides about the rest.
 */

const within = (step: string | number, problems: SchemaProblem[]): SchemaProblem[] =>
	problems.map(({ path, problem }) => ({ path: [step, ...path], problem }));

const entriesOf = (value: unknown) => (isObject(value) ? Object.entries(value) : []);

const fitsOne = (value: unknown, schemas: unknown[]): number =>
	schemas.filter((schema) => checkSchema(value, schema).length === 0).length;

const listKeywords: Record<string, Keyword> = {
	items: (value, schema: unknown) =>
		Array.isArray(value) ? value.flatMap((entry, index) => within(index, checkSchema(entry, schema))) : [],
};

const objectKeywords: Record<string, Keyword> = {
	additionalProperties: (value, allowed: unknown, { properties }) =>
		entriesOf(value)
			.filter(([name]) => !Object.hasOwn((properties ?? {}) as object, name))
			.flatMap(([name, entry]) =>
				within(
					name,
					allowed === false ? here("isn't supported by this channel") : checkSchema(entry, allowed),
				),
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
	...valueKeywords,
	...listKeywords,
	...objectKeywords,
	allOf: (value, schemas: unknown[]) => schemas.flatMap((schema) => checkSchema(value, schema)),
	anyOf: (value, schemas: unknown[]) =>
		fitsOne(value, schemas) > 0 ? [] : here(`matches none of the ${schemas.length} allowed forms`),
	not: (value, schema: unknown) => (checkSchema(value, schema).length > 0 ? [] : here("isn't allowed")),
	oneOf: (value, schemas: unknown[]) =>
		fitsOne(value, schemas) === 1 ? [] : here(`must have one of the ${schemas.length} allowed forms`),
};

/** Applies a keyword. Ignores a keyword with an invalid argument, because that is the service's mistake, not the user's. */
function apply(keyword: Keyword, ...call: Parameters<Keyword>): SchemaProblem[] {
	try {
		return keyword(...call);
	} catch {
		return [];
	}
}

/** Lists what is wrong with a value. An invalid schema finds nothing. */
export function checkSchema(value: unknown, schema: unknown): SchemaProblem[] {
	if (schema === false) return here("isn't allowed");
	if (!isObject(schema)) return [];
	return Object.entries(schema).flatMap(([name, argument]) => {
		const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
		return keyword ? apply(keyword, value, argument as never, schema) : [];
	});
}
