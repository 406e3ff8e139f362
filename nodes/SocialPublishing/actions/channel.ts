import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { Channel } from '../../../client/publishing/schemas.js';
import type { Platform } from '../../../client/publishing/values.js';
import {
	collectionField,
	outputFields,
	parallelReads,
	readMaxItems,
	readOutputShape,
	returnAllFields,
} from '../../shared/fields.js';
import type { Operation, Resource } from '../../shared/operation.js';
import { type RunItem } from '../../shared/parameters.js';
import { isUnset, toChoices, toSwitch } from '../../shared/values.js';
import { platformNames, toOptions } from '../words/labels.js';
import {
	channelLocator,
	pinterestChannelLocator,
	tikTokChannelLocator,
	youTubeChannelLocator,
} from '../words/locators.js';
import { toChannelId } from '../words/names.js';
import { pickChannelFields } from '../output/postOutput.js';
import { tell } from '../output/results.js';

/** The parts that differ between operations that read one channel. */
interface ChannelOperation
	extends Pick<Operation<PublishingClient>, 'name' | 'value' | 'action' | 'description'> {
	/** The field for the channel. It lists the channels that the operation supports. */
	channel: INodeProperties;
	/** The network of the channel. Undefined for operations that support every network. */
	platform?: Platform;
	run(accounts: PublishingClient['accounts'], channelId: string, item: RunItem): Promise<object>;
}

/** Builds an operation that reads data of one channel. */
function channelOperation({
	channel,
	platform,
	run,
	...texts
}: ChannelOperation): Operation<PublishingClient> {
	return {
		...texts,
		parallelRequests: parallelReads,
		fields: [channel],
		async execute(parameters, { accounts }) {
			const name = parameters.id('channelId', 'Channel');
			const channelId = await toChannelId(accounts, name, { field: 'Channel', platform });
			return (await run(accounts, channelId, parameters)) as IDataObject | IDataObject[];
		},
	};
}

const simpleFields = ['id', 'platform', 'handle', 'status', 'needsReconnect', 'queues'];

const needsReconnectFilter: INodeProperties = {
	displayName: 'Needs Reconnecting',
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

const tellBroken = (item: RunItem, channels: Channel[]): void =>
	tell(item, { brokenChannels: channels.filter(({ needsReconnect }) => needsReconnect) });

/** Lists the channels that the API key can publish to. */
const getAll: Operation<PublishingClient> = {
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
		const platforms = toChoices(filters.platforms, networksFilter);
		const wanted = isUnset(filters.needsReconnect)
			? undefined
			: toSwitch(filters.needsReconnect, needsReconnectFilter);
		const maxItems = readMaxItems(parameters);
		const shape = readOutputShape(parameters);
		const channels = (await accounts.list())
			.filter(({ platform }) => platforms.length === 0 || platforms.includes(platform))
			.filter(({ needsReconnect }) => wanted === undefined || wanted === needsReconnect);
		const listed = channels.slice(0, maxItems);
		tellBroken(parameters, listed);
		return listed.map((channel) => {
			const raw = channel as IDataObject;
			const simple = pickChannelFields(raw, simpleFields);
			return shape({ raw, simple, selectable: { ...raw, ...simple } });
		});
	},
};

const get = channelOperation({
	name: 'Get',
	value: 'get',
	action: 'Get channel',
	description: 'Read a channel with its health, its limits and its queues',
	channel: channelLocator,
	run: async (accounts, channelId, item) => {
		const channel = await accounts.get(channelId);
		tellBroken(item, [channel]);
		return pickChannelFields(channel as IDataObject, Object.keys(channel));
	},
});

/** Lists the boards of a Pinterest channel. */
const getBoards = channelOperation({
	name: 'Get Boards',
	value: 'getBoards',
	action: 'Get Pinterest boards of channel',
	description: 'List the boards of a Pinterest channel, most pins first',
	channel: pinterestChannelLocator,
	platform: 'pinterest',
	run: async (accounts, channelId) => await accounts.boards(channelId),
});

/** Reads the limits and privacy levels that TikTok currently allows a creator. */
const getTikTokCreatorInfo = channelOperation({
	name: 'Get TikTok Creator Info',
	value: 'getTikTokCreatorInfo',
	action: 'Get TikTok creator info of channel',
	description:
		'Read what a TikTok creator can do now, such as privacy levels, comments, duets and video length',
	channel: tikTokChannelLocator,
	platform: 'tiktok',
	run: async (accounts, channelId) => await accounts.tikTokCreatorInfo(channelId),
});

/** Lists the categories that videos of a YouTube channel can have. */
const getYouTubeCategories = channelOperation({
	name: 'Get YouTube Categories',
	value: 'getYouTubeCategories',
	action: 'Get YouTube categories of channel',
	description: 'List the categories that a YouTube channel can use for videos, one item for each',
	channel: youTubeChannelLocator,
	platform: 'youtube',
	run: async (accounts, channelId) => {
		const { regionCode, categories } = await accounts.youTubeCategories(channelId);
		return categories.map((category) => ({ ...category, regionCode }));
	},
});

/** Channels, which are the accounts on social networks that an API key can publish to. */
export const channel: Resource<PublishingClient> = {
	name: 'Channel',
	value: 'channel',
	description: 'Connected accounts on social networks',
	operations: [getAll, get, getBoards, getTikTokCreatorInfo, getYouTubeCategories],
};
