import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { recordOf } from '../../../../../client/http/json';
import type { LiveOptions } from '../../../../../client/publishing/posts/content';
import { isUnset, type ParameterReader } from '../../../../shared/parameters';

const separator = ':';

/** The id of an option in the form: the channel, the network's entry, and the option's name. */
export const channelOptionId = (channelId: string, optionsKey: string, name: string): string =>
	[channelId, optionsKey, name].join(separator);

/** A form of the options that the service describes for the chosen channels: new options need no new version of the node. */
export const channelOptionsField: INodeProperties = {
	displayName: 'Channel Options',
	name: 'channelOptions',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	description: 'Options of single channels, as the service describes them now',
	typeOptions: {
		loadOptionsDependsOn: ['channels', 'updateFields.channels', 'postId.value'],
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

/** Reads the form: options by channel and by the network's entry. */
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
