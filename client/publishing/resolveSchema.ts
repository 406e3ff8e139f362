import { isObject, mapValues, ownValue, without } from '../http/json.js';

/**
 * Resolves what a JSON Schema only points to: local references, alternatives to null, and `allOf` of objects. What can't be resolved for
 * sure stays a `$ref`, about which nothing is known, so that nothing is refused for it.
 */

type JsonSchema = Record<string, unknown>;

/** A schema could have any size, or refer to itself. */
const stepsMax = 5_000;
const depthMax = 30;

/** What isn't known of a schema. */
const unresolved: JsonSchema = { $ref: '#' };

/** Whether nothing is known of a schema. */
export const isUnresolved = (schema: JsonSchema): boolean => schema.$ref !== undefined;

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
