import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { ParameterError } from '../../../shared/errors';
import { recordOf } from '../../../shared/parameters';
import { contentFields } from './fields';

/** What clearing a field sends: null, but an empty list where the contract takes no null. */
const clearedValues: IDataObject = {
	firstComment: null,
	linkUrl: null,
	mediaAssetIds: [],
	proposedPublishAt: null,
	title: null,
};

/** The field that names what an update empties. */
export const clearField: INodeProperties = {
	displayName: 'Fields to Clear',
	name: 'clearFields',
	type: 'multiOptions',
	options: contentFields.map(({ displayName, name }) => ({ name: displayName, value: name })),
	default: [],
	description: 'Fields to empty. A field named neither here nor under Update Fields keeps its value.',
};

const contentLabel = (name: string): string =>
	contentFields.find((field) => field.name === name)?.displayName ?? name;

/** Reads what an update empties; a field that is set as well, or that cannot be empty, is a `ParameterError`. */
export function readCleared(names: string[], set: IDataObject): IDataObject {
	const twice = names.find((name) => Object.hasOwn(set, name));
	const unknown = names.find((name) => !Object.hasOwn(clearedValues, name));
	if (twice !== undefined) {
		throw new ParameterError(
			`'${contentLabel(twice)}' is both set and cleared`,
			"Remove it from 'Update Fields' or from 'Fields to Clear'",
		);
	}
	if (unknown !== undefined) {
		throw new ParameterError(
			`'Fields to Clear' names '${unknown}', which cannot be cleared`,
			`Use one of ${Object.keys(clearedValues).join(', ')}`,
		);
	}
	return recordOf(names.map((name) => [name, clearedValues[name]]));
}
