/** A JSON Schema as the editor reads it for its preview: types and names, nothing else. */
export interface OutputSchema {
	type: string;
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
	/** n8n's own files carry it at their top. */
	version?: number;
}

const isNothing = (value: unknown): boolean => value === null || value === undefined;

const namesIn = (objects: object[]): string[] => [...new Set(objects.flatMap((one) => Object.keys(one)))];

const valuesOf = (objects: object[], name: string): unknown[] =>
	objects.map((one) => (one as Record<string, unknown>)[name]);

function ofObjects(objects: object[]): OutputSchema {
	const properties = namesIn(objects).map((name) => [name, schemaOf(valuesOf(objects, name))] as const);
	return { type: 'object', properties: Object.fromEntries(properties) };
}

const ofArrays = (arrays: unknown[][]): OutputSchema => {
	const elements = arrays.flat();
	return elements.length === 0 ? { type: 'array' } : { type: 'array', items: schemaOf(elements) };
};

const ofScalars = (values: unknown[]): OutputSchema => {
	const types = new Set(values.map((value) => typeof value));
	if (types.size > 1) throw new Error(`Values of several types: ${JSON.stringify(values)}`);
	return { type: [...types][0] ?? 'null' };
};

/**
 * The schema that all the values fit: what one of them lacks or leaves null is taken from the others.
 * @throws Error when they do not fit together.
 */
export function schemaOf(values: unknown[]): OutputSchema {
	const present = values.filter((value) => !isNothing(value));
	if (present.length === 0) return { type: 'null' };
	if (present.every(Array.isArray)) return ofArrays(present);
	if (present.some(Array.isArray)) throw new Error(`Lists and others: ${JSON.stringify(present)}`);
	return present.every((value) => typeof value === 'object')
		? ofObjects(present as object[])
		: ofScalars(present);
}
