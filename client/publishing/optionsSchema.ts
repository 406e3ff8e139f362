import { ownValue } from '../http/records';

type Schema = Record<string, unknown>;

const isObject = (value: unknown): value is Schema =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** A schema of an object; that may be one of its forms, the other being null. */
function describesObject(schema: unknown): boolean {
	if (!isObject(schema)) return false;
	const forms = [schema.anyOf, schema.oneOf].filter(Array.isArray).flat();
	return asList(schema.type).includes('object') || isObject(schema.properties) || forms.some(describesObject);
}

/**
 * The schema of `options.<optionsKey>`, which the service gives in two shapes: by itself, or inside of the schema of
 * `options` (wire details N41). Told apart by a property of that name that describes an object. Anything else stays as it is.
 */
export function entrySchema(given: unknown, optionsKey: string | null | undefined): unknown {
	if (!isObject(given) || !isObject(given.properties)) return given;
	const inner = ownValue(given.properties, optionsKey ?? '');
	return describesObject(inner) ? inner : given;
}
