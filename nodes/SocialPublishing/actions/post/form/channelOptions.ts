import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { recordOf } from '../../../../../client/http/json';
import type { LiveOptions } from '../../../../../client/publishing/posts/content';
import { isUnset, type ParameterReader } from '../../../../shared/parameters';

const separator = ':';

/** The ID of an option in the form, made of the channel's ID, the key of the network's options, and the option's name. */
export const channelOptionId = (channelId: string, optionsKey: string, name: string): string =>
	[channelId, optionsKey, name].join(separator);

/**
 * A form of the options that the service describes for each channel, so that a new option needs no new version of this
 * node. It depends on no other field: the editor would empty it whenever that field changes.
 */
export const channelOptionsField: INodeProperties = {
	displayName: 'Channel Options',
	name: 'channelOptions',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	description:
		"Every option that the service offers for your channels. Options of channels that the post doesn't go to are ignored.",
	typeOptions: {
		resourceMapper: {
			resourceMapperMethod: 'getChannelOptions',
			mode: 'add',
			valuesLabel: 'Channel Options',
			fieldWords: { singular: 'option', plural: 'options' },
			addAllFields: false,
			supportAutoMap: false,
			hideNoDataError: true,
			refreshStaleSchemaOnOpen: true,
		},
	},
};

/** Reads the form. Returns options by channel ID, then by the key of the network's options. */
export function readChannelOptions(parameters: ParameterReader): LiveOptions {
	const values = parameters.value('channelOptions.value', {}) as IDataObject | null;
	const options: LiveOptions = recordOf([]);
	for (const [id, value] of Object.entries(values ?? {})) {
		const [channelId = '', key = '', ...name] = id.split(separator);
		if (isUnset(value)) continue;
		const ofChannel = (options[channelId] ??= recordOf([]));
		(ofChannel[key] ??= recordOf([]))[name.join(separator)] = value;
	}
	return options;
}
