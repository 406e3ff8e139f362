import { ownValue } from '../../shared/parameters';
import type { FieldType, IDataObject, ResourceMapperField } from 'n8n-workflow';

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const asList = (value: unknown): unknown[] =>
	Array.isArray(value) ? value : value === undefined ? [] : [value];

/** A schema that allows one thing or null is a schema of that thing. */
function withoutNull(schema: IDataObject): IDataObject {
	const types = asList(schema.type).filter((type) => type !== 'null');
	const variants = asList(schema.anyOf ?? schema.oneOf).filter(isObject);
	const [only, ...more] = variants.filter(({ type }) => type !== 'null');
	if (types.length === 0 && only !== undefined && more.length === 0) return { ...schema, ...only };
	return types.length === 1 ? { ...schema, type: types[0] as string } : schema;
}

const fieldTypes: Record<string, FieldType> = {
	array: 'array',
	boolean: 'boolean',
	integer: 'number',
	number: 'number',
	object: 'object',
	string: 'string',
};

/** How an argument is typed in. What has several types is left to the service, as text. */
function typeOf({ type, format, anyOf, oneOf, enum: values }: IDataObject): FieldType {
	if (Array.isArray(values)) return 'options';
	if (format === 'date-time') return 'dateTime';
	const variants = asList(anyOf ?? oneOf);
	if (variants.length > 0 && variants.every((variant) => isObject(variant) && variant.type === 'object')) {
		return 'object';
	}
	return ownValue(fieldTypes, String(type)) ?? 'string';
}

const toOptions = (values: unknown): ResourceMapperField['options'] =>
	asList(values).map((value) => ({ name: String(value), value: value as string }));

const acronyms = /\b(ai|id|ids|url)\b/gi;

/** The words of an argument's name: `proposedPublishAt` becomes `Proposed Publish At`, and `aiGenerated` `AI Generated`. */
function label(name: string): string {
	const words = name.replace(/[_-]+/g, ' ').replace(/([a-z0-9])([A-Z])/g, '$1 $2');
	const titled = words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
	return titled.replace(acronyms, (word) => word.toUpperCase().replace(/S$/, 's'));
}

/** How the fields of a form are called. */
interface Naming {
	/** Makes a field's id of the property's name; unique in the form. */
	id: (name: string) => string;
	/** Stands behind the label: the editor cuts what is long at its end. */
	suffix: string;
}

const plainNaming: Naming = { id: (name) => name, suffix: '' };

function toField(
	name: string,
	given: unknown,
	isRequired: boolean,
	{ id, suffix }: Naming,
): ResourceMapperField {
	const schema = withoutNull(isObject(given) ? given : {});
	const type = typeOf(schema);
	return {
		id: id(name),
		displayName: `${label(name)}${suffix}`,
		required: isRequired,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		removed: !isRequired,
		type,
		...(type === 'options' ? { options: toOptions(schema.enum) } : {}),
	};
}

/** The form of what a JSON Schema of an object describes; required properties stand first and cannot be taken out of it. */
export function toForm(schema: unknown, naming: Naming = plainNaming): ResourceMapperField[] {
	const { required: names, properties: described }: IDataObject = isObject(schema) ? schema : {};
	const required = asList(names);
	const properties = isObject(described) ? described : {};
	return Object.entries(properties)
		.map(([name, property]) => toField(name, property, required.includes(name), naming))
		.sort((a, b) => Number(b.required) - Number(a.required));
}
