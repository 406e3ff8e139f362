import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { ParameterError } from './errors.js';
import type { ParameterReader } from './parameters.js';
import { pick, pickFields, shown, toNumber } from './values.js';

/**
 * Sorts by English text and ignores case. Doesn't use `localeCompare`, because its first call loads the rules of all languages.
 * That would slow down n8n's start more than all menus of this package together.
 */
export const sortedBy = <T>(items: readonly T[], textOf: (item: T) => string): T[] =>
	items
		.map((item) => ({ item, key: textOf(item).toLowerCase() }))
		.sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
		.map(({ item }) => item);

/** The texts and properties of a locator field. */
interface LocatorOptions {
	/** Title Case, e.g. `Post`. */
	displayName: string;
	/** Parameter name, e.g. `postId`. */
	name: string;
	description: string;
	/** The name of a method in `methods.listSearch`. */
	searchListMethod: string;
	placeholder: string;
	/** An example of an ID, if the IDs aren't UUIDs. */
	idExample?: string;
	/** An example of a name. If it's set, the field accepts names as well as IDs. */
	nameExample?: string;
	/** Whether the field can be empty. */
	isOptional?: boolean;
	hint?: string;
}

/**
 * Creates a field in which the user chooses an entry of a searchable list, or enters an ID or, if entries have names, a name. The
 * node checks the ID when it runs. n8n would stop a check by a pattern after a quarter of a second, which a busy machine can
 * exceed, and fail the run.
 */
export function locator({
	searchListMethod,
	placeholder,
	idExample = '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
	nameExample,
	isOptional,
	...texts
}: LocatorOptions): INodeProperties {
	const { displayName, ...others } = texts;
	const typeOptions = { searchListMethod, searchable: true };
	const byName = { placeholder: `e.g. ${nameExample ?? ''}` };
	const byId = { placeholder: `e.g. ${idExample}` };
	const field: INodeProperties = {
		displayName,
		...others,
		...(isOptional ? {} : { required: true }),
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', placeholder, typeOptions },
			{ displayName: 'By Name', name: 'name', type: 'string', ...byName },
			{ displayName: 'By ID', name: 'id', type: 'string', ...byId },
		],
	};
	const hasNames = nameExample !== undefined;
	return { ...field, modes: field.modes?.filter(({ name }) => hasNames || name !== 'name') };
}

/** Creates a highlighted text in the form. It has no value. */
export const notice = (name: string, text: string, show?: Record<string, string[]>): INodeProperties => ({
	displayName: text,
	name,
	type: 'notice',
	default: '',
	...(show ? { displayOptions: { show } } : {}),
});

/** Sorts the fields of a collection alphabetically, as n8n's rules require. */
export const sorted = (fields: INodeProperties[]): INodeProperties[] =>
	sortedBy(fields, ({ displayName }) => displayName);

const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

/** The largest number of results to return. */
export const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
};

/** 'Return All' and 'Limit', the fields of every Get Many operation. */
export const returnAllFields: INodeProperties[] = [
	returnAllField,
	{ ...limitField, displayOptions: { show: { returnAll: [false] } } },
];

/**
 * Reads {@link returnAllFields}. Returns the maximum number of results, or undefined for all. Throws a `ParameterError` if
 * 'Limit' isn't a whole number above 0.
 */
export function readMaxItems(parameters: ParameterReader): number | undefined {
	if (parameters.flag(returnAllField)) return undefined;
	const given: unknown = parameters.value('limit', 50);
	const limit = toNumber(given);
	if (Number.isInteger(limit) && limit > 0) return limit;
	throw new ParameterError(
		`'Limit' can't be ${shown(given)}`,
		"Enter a whole number above 0, or turn on 'Return All'",
	);
}

/** The switch that reduces large objects to the fields that most workflows use. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/**
 * Fields that choose how much of a response to return: the switch 'Simplify', or for tools the list 'Output'. The list also
 * offers single fields, so a model reads no more than it needs. {@link readOutputShape} reads both.
 * @param names the fields that can be selected, by their names in the output
 */
export const outputFields = (names: readonly string[]): INodeProperties[] => [
	{ ...simplifyField, displayOptions: { show: { '@tool': [false] } } },
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Raw', value: 'raw', description: 'All fields' },
			{ name: 'Selected Fields', value: 'fields', description: 'Only the fields that you choose' },
			{ name: 'Simplified', value: 'simple', description: 'The most useful fields' },
		],
		default: 'simple',
		description: 'How much of the response to return',
		displayOptions: { show: { '@tool': [true] } },
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		options: sortedBy(
			names.map((name) => ({ name: titleOf(name), value: name })),
			({ name }) => name,
		),
		default: [],
		required: true,
		description: 'The fields to return',
		displayOptions: { show: { '@tool': [true], output: ['fields'] } },
	},
];

/** The forms in which an operation can return an object. */
interface Shapes {
	raw: IDataObject;
	/** The fields that most workflows need. */
	simple: IDataObject;
	/** The object from which single fields are selected. Default `raw`. */
	selectable?: IDataObject;
}

/** Returns an object in the form that the user chose. */
export type Shape = (shapes: Shapes) => IDataObject;

const shapeReaders: Record<string, (parameters: ParameterReader) => Shape> = {
	raw: () => (shapes) => shapes.raw,
	simple: () => (shapes) => shapes.simple,
	fields: (parameters) => {
		const names = parameters.list('fields');
		if (names.length > 0) return ({ raw, selectable = raw }) => pickFields(selectable, names);
		throw new ParameterError("'Fields' is empty", "Choose at least one field, or 'Simplified' in 'Output'.");
	},
};

/**
 * Reads {@link outputFields}. Throws a `ParameterError` for values that can't be used. Operations call it before their first
 * write, so nothing is done if it throws.
 */
export function readOutputShape(parameters: ParameterReader): Shape {
	const choice = parameters.value('output', '') || (parameters.flag(simplifyField) ? 'simple' : 'raw');
	return pick(shapeReaders, choice, 'Output')(parameters);
}

const acronyms = /\b(ai|id|ids|url)\b/gi;

/** Converts a field name to a title: `proposedPublishAt` to `Proposed Publish At`, and `aiGenerated` to `AI Generated`. */
export function titleOf(name: string): string {
	const words = name.replace(/[_-]+/g, ' ').replace(/([a-z0-9])([A-Z])/g, '$1 $2');
	const titled = words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
	return titled.replace(acronyms, (word) => word.toUpperCase().replace(/S$/, 's'));
}

const parallelRequestsMax = 20;

/** The option of writes for sending several items in parallel. */
export const parallelRequestsOption: INodeProperties = {
	displayName: 'Parallel Requests',
	name: 'parallelRequests',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: parallelRequestsMax, numberPrecision: 0 },
	default: 1,
	description:
		'How many items to send at the same time. With more than one, posts can reach a queue in a different order. The service accepts 120 writes a minute, so 300 posts take at least 2 minutes.',
};

/** Reads 'Parallel Requests'. Throws a `ParameterError` if it isn't a whole number within its limits. */
export function readParallelRequests(parameters: ParameterReader): number {
	const { parallelRequests = 1 } = parameters.options;
	const count = toNumber(parallelRequests);
	if (Number.isInteger(count) && count >= 1 && count <= parallelRequestsMax) return count;
	throw new ParameterError(
		`'Parallel Requests' can't be ${shown(parallelRequests)}`,
		`Enter a whole number from 1 to ${parallelRequestsMax}`,
	);
}

/** How many items run in parallel in operations that only read. Enough to hide the network's latency. */
export const parallelReads = 10;

/** The condition that shows a field only if another field has one of these values. */
export const shownWhen = (name: string, ...values: string[]): INodeProperties['displayOptions'] => ({
	show: { [name]: values },
});

/** A collection of fields that the user adds one by one. */
export const collectionField = (
	displayName: string,
	name: string,
	placeholder: string,
	options: INodeProperties[],
): INodeProperties => ({
	displayName,
	name,
	type: 'collection',
	placeholder,
	default: {},
	options: sorted(options),
});

/** The collection 'Options' at the end of a form. */
export const optionsField = (options: INodeProperties[]): INodeProperties =>
	collectionField('Options', 'options', 'Add Option', options);
