import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { ParameterError } from './errors';
import { recordOf, toList, type RunItem } from './parameters';

/** Where n8n puts files into the JSON, in workflows that are set up to combine both. */
const filesInJson = '_files';

/** A binary field with what n8n knows of its file. */
export type BinaryField = [name: string, binary: IBinaryData];

const isBinary = (value: unknown): value is IBinaryData =>
	typeof value === 'object' && value !== null && 'mimeType' in value && ('data' in value || 'id' in value);

/** Elsewhere, what stands there is data like any other: it may come from anybody, and name a file of another workflow. */
const combinesFiles = (context: IExecuteFunctions): boolean =>
	context.getWorkflowSettings().binaryMode === 'combined';

function fieldsOf({ context, itemIndex }: RunItem): BinaryField[] {
	const { json = {}, binary = {} } = context.getInputData()[itemIndex] ?? {};
	const inJson = combinesFiles(context) ? json[filesInJson] : undefined;
	const files = recordOf([...Object.entries(inJson ?? {}), ...Object.entries(binary)]);
	return Object.entries(files).filter((field): field is BinaryField => isBinary(field[1]));
}

function missing(name: string, there: BinaryField[]): ParameterError {
	const names = there.map(([field]) => `'${field}'`).join(', ');
	return new ParameterError(
		`The item has no binary field '${name}'`,
		there.length > 0
			? `It has ${names}. Name one of these`
			: 'It has no file at all. Let the node before this one read or download one',
	);
}

function find(name: string, there: BinaryField[]): BinaryField {
	const found = there.find(([field]) => field === name);
	if (found) return found;
	throw missing(name, there);
}

/** The file in a binary field of an item; a field that is not there is a `ParameterError`. */
export const readBinaryField = (item: RunItem, name: string): IBinaryData => find(name, fieldsOf(item))[1];

/**
 * The files a user names: fields in the order of a list, `*` for all of the item, or the file itself by an expression. A
 * field that is not there is a `ParameterError`.
 */
export function readBinaryFields(item: RunItem, value: unknown): BinaryField[] {
	if (isBinary(value)) return [[value.fileName ?? 'file', value]];
	const there = fieldsOf(item);
	const names = toList(value);
	return names.join() === '*' ? there : names.map((name) => find(name, there));
}
