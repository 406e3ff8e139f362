import { asObject, isObject, mapValues, ownValue, without } from '../../http/json.js';

/**
 * Reads the JSON Schemas of the service: those of a channel's options, for the form and the check, and those of tools. What a schema only
 * points to is resolved first: local references, alternatives to null, and `allOf` of objects. What can't be resolved for sure stays a
 * `$ref`, about which nothing is known, so that nothing is refused for it.
 */

type JsonSchema = Record<string, unknown>;

/** A schema could have any size, or refer to itself. */
const stepsMax = 5_000;
const depthMax = 30;

/** What isn't known of a schema. */
const unresolved: JsonSchema = { $ref: '#' };

const isUnresolved = (schema: JsonSchema): boolean => schema.$ref !== undefined;

/** Returns what a local reference such as `#/$defs/Tags` points to. */
function targetOf(root: unknown, ref: unknown): unknown {
	if (typeof ref !== 'string' || !ref.startsWith('#/')) return undefined;
	let target = root;
	for (const part of ref.slice(2).split('/')) {
		const name = part.replace(/~1/g, '/').replace(/~0/g, '~');
		target = isObject(target) ? ownValue(target, name) : undefined;
	}
	return target;
}

const isNull = (schema: unknown): boolean =>
	isObject(schema) && (schema.type === 'null' || ('const' in schema && schema.const === null));

/** Keywords whose meaning depends on the other parts of an `allOf`. */
const dependent = new Set(['additionalProperties', 'patternProperties', 'unevaluatedProperties']);

/** Combines two schemas that both apply. Keywords that can't be combined for sure are left out. */
function both(one: JsonSchema, other: JsonSchema): JsonSchema {
	const combined: JsonSchema = { ...one };
	for (const [name, value] of Object.entries(other)) {
		const before = ownValue(one, name);
		if (before === undefined) combined[name] = value;
		else if (name === 'properties' && isObject(before) && isObject(value)) {
			const merged = mapValues(value, (schema, property) => bothOrOne(ownValue(before, property), schema));
			combined[name] = { ...before, ...merged };
		} else if (name === 'required' && Array.isArray(before) && Array.isArray(value)) {
			combined[name] = [...new Set<unknown>([...before, ...value])];
		} else if (JSON.stringify(before) !== JSON.stringify(value)) delete combined[name];
	}
	return combined;
}

const bothOrOne = (one: unknown, other: unknown): unknown =>
	isObject(one) && isObject(other) ? both(one, other) : (one ?? other);

const withoutDependent = (schema: JsonSchema): JsonSchema =>
	Object.fromEntries(Object.entries(schema).filter(([name]) => !dependent.has(name)));

/** Resolves a schema. Returns another value unchanged. */
export function resolveSchema(root: unknown): unknown {
	let steps = 0;
	const resolve = (given: unknown, depth: number, path: readonly unknown[]): unknown => {
		if (!isObject(given)) return given;
		steps += 1;
		if (steps > stepsMax || depth > depthMax) return unresolved;
		const inside = (schema: unknown): unknown => resolve(schema, depth + 1, path);
		const { $ref, allOf, anyOf, oneOf } = given;
		const own = without(given, '$ref', '$defs', 'definitions', 'allOf', 'anyOf', 'oneOf');
		const { properties, items, additionalProperties } = own;
		let schema: JsonSchema = {
			...own,
			...(isObject(properties) ? { properties: mapValues(properties, inside) } : {}),
			...(isObject(items) ? { items: inside(items) } : {}),
			...(isObject(additionalProperties) ? { additionalProperties: inside(additionalProperties) } : {}),
		};
		const add = (other: unknown): void => {
			const isKnown = isObject(other) && other.$ref === undefined && schema.$ref === undefined;
			schema = isKnown ? both(schema, other) : unresolved;
		};
		if ($ref !== undefined) {
			const target = targetOf(root, $ref);
			add(path.includes($ref) ? unresolved : resolve(target, depth + 1, [...path, $ref]));
		}
		if (Array.isArray(allOf)) {
			const parts = allOf.map(inside);
			for (const part of parts) {
				add(isObject(part) && parts.length > 1 ? withoutDependent(part) : part);
			}
		}
		for (const [name, forms] of [
			['anyOf', anyOf],
			['oneOf', oneOf],
		] as const) {
			if (!Array.isArray(forms)) continue;
			const others = forms.map(inside).filter((form) => !isNull(form));
			if (others.length < forms.length) schema = { ...schema, nullable: true };
			if (others.length === 1) add(others[0]);
			else schema = { ...schema, [name]: others };
		}
		return schema;
	};
	return resolve(root, 0, []);
}

const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

/** Whether a schema describes an object, possibly as one of several forms, such as an object or null. */
function describesObject(schema: unknown): boolean {
	if (!isObject(schema)) return false;
	const forms = [schema.anyOf, schema.oneOf].filter(Array.isArray).flat();
	return listOf(schema.type).includes('object') || isObject(schema.properties) || forms.some(describesObject);
}

/**
 * Returns the schema of `options.<optionsKey>`. The service sends it alone, or inside the schema of `options` (wire detail
 * N41). In the second case, the schema has a property with that name that describes an object.
 */
export function entrySchema(schema: unknown, optionsKey: string | null | undefined): unknown {
	const given = resolveSchema(schema);
	if (!isObject(given) || !isObject(given.properties)) return given;
	const inner = ownValue(given.properties, optionsKey ?? '');
	return describesObject(inner) ? inner : given;
}

const plainTypes = ['array', 'boolean', 'number', 'object', 'string'] as const;

/** How someone enters a value. */
type FieldType = (typeof plainTypes)[number] | 'dateTime' | 'options';

/** A property of an object, as a form needs it. */
interface SchemaField {
	name: string;
	type: FieldType;
	/** The values to choose from, for the type `options`. */
	values: unknown[];
	isRequired: boolean;
}

/**
 * The type of the field for a value, which can always be left empty instead of null. A value that can have several types is entered as
 * text, and one of an unknown type as JSON. The service checks both.
 */
function typeOf(schema: JsonSchema): FieldType {
	const { type, format, anyOf, oneOf, enum: values } = schema;
	if (isUnresolved(schema)) return 'object';
	if (Array.isArray(values)) return 'options';
	if (format === 'date-time') return 'dateTime';
	const forms = listOf(anyOf ?? oneOf);
	if (forms.length > 0 && forms.every((form) => isObject(form) && form.type === 'object')) return 'object';
	const [only, ...others] = listOf(type).filter((one) => one !== 'null');
	if (only === 'integer' && others.length === 0) return 'number';
	return plainTypes.find((one) => one === only && others.length === 0) ?? 'string';
}

/** Lists the properties that a schema describes, those that are required first. */
export function fieldsIn(schema: unknown): SchemaField[] {
	const { required, properties } = asObject(resolveSchema(schema));
	return Object.entries(asObject(properties))
		.map(([name, property]) => ({
			name,
			type: typeOf(asObject(property)),
			values: listOf(asObject(property).enum),
			isRequired: listOf(required).includes(name),
		}))
		.sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}
