import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import {
	collectionField,
	outputFields,
	parallelReads,
	readMaxItems,
	readOutputShape,
	returnAllFields,
} from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { isUnset, toList, toSwitch } from '../../../shared/parameters';
import { platformNames, toOptions } from '../../labels';
import { pickChannelFields } from '../../output';

const simpleFields = ['id', 'platform', 'handle', 'status', 'needsReconnect', 'queues'];

const needsReconnectFilter: INodeProperties = {
	displayName: 'Needs Reconnect',
	name: 'needsReconnect',
	type: 'boolean',
	default: true,
	description: 'Whether to list only channels that must be reconnected, or only those that work',
};

const networksFilter: INodeProperties = {
	displayName: 'Networks',
	name: 'platforms',
	type: 'multiOptions',
	options: toOptions(platformNames),
	default: [],
	description: 'Only channels on these networks',
};

/** Lists the channels that the API key can publish to. */
export const getAll: Operation<PublishingClient> = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many channels',
	description: 'List the channels that the API key can publish to',
	builderHint:
		'Not needed before a post whose channels are chosen in the form. An AI agent uses it to find channels.',
	parallelRequests: parallelReads,
	fields: [
		...returnAllFields,
		collectionField('Filters', 'filters', 'Add Filter', [needsReconnectFilter, networksFilter]),
		...outputFields([...simpleFields, 'network', 'avatarUrl', 'capabilities', 'optionsSchema']),
	],
	async execute(parameters, { accounts }) {
		const filters = parameters.collection('filters');
		const platforms = toList(filters.platforms);
		const wanted = isUnset(filters.needsReconnect)
			? undefined
			: toSwitch(filters.needsReconnect, needsReconnectFilter);
		const maxItems = readMaxItems(parameters);
		const shape = readOutputShape(parameters);
		const channels = (await accounts.list())
			.filter(({ platform }) => platforms.length === 0 || platforms.includes(platform))
			.filter(({ needsReconnect }) => wanted === undefined || wanted === needsReconnect);
		return channels.slice(0, maxItems).map((channel) => {
			const raw = channel as IDataObject;
			const simple = pickChannelFields(raw, simpleFields);
			return shape({ raw, simple, selectable: { ...raw, ...simple } });
		});
	},
};
