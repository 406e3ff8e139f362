import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** What a locator field lists. */
export interface LocatorOptions {
	/** Title Case, e.g. `Post`. */
	displayName: string;
	/** Parameter name, e.g. `postId`. */
	name: string;
	description: string;
	/** Method under `methods.listSearch`. */
	searchListMethod: string;
	placeholder: string;
}

const uuidPattern = '^\\s*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\s*$';

const idValidation = [{ type: 'regex', properties: { regex: uuidPattern, errorMessage: 'An ID is a UUID' } }];

/** A field that takes one thing from a searchable list, or its id. */
export function locator({ searchListMethod, placeholder, ...field }: LocatorOptions): INodeProperties {
	const typeOptions = { searchListMethod, searchable: true };
	return {
		...field,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', placeholder, typeOptions },
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 6f9619ff-8b86-4d01-b42d-00c04fc964ff',
				validation: idValidation,
			},
		],
	};
}

/** The pair of fields of every Get Many operation. */
export const returnAllFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/** Reads the pair: how many results at the most, undefined for all. */
export function readMaxItems(context: IExecuteFunctions, itemIndex: number): number | undefined {
	if (context.getNodeParameter('returnAll', itemIndex, false)) return undefined;
	return context.getNodeParameter('limit', itemIndex, 50) as number;
}

/** Shortens big objects to what workflows mostly use. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Texts that n8n prescribes for fields whose options are loaded. */
export const dynamicDescription =
	'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';
