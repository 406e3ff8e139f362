import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { Channel } from '../../../client/publishing/schemas';
import { channelValue, groupsOf, markedValue } from '../names';
import { channelName, choose } from './choices';

type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

const listChannels = async (context: ILoadOptionsFunctions): Promise<Channel[]> =>
	await choose(context, async ({ accounts }) => await accounts.list());

const toChannelOptions = (
	channels: Channel[],
	valueOf = ({ id }: Channel): string => id,
): INodePropertyOptions[] =>
	channels
		.map((channel) => ({ name: channelName(channel), value: valueOf(channel) }))
		.sort((a, b) => a.name.localeCompare(b.name));

const getChannels: Load = async function () {
	return toChannelOptions(await listChannels(this));
};

const getPinterestChannels: Load = async function () {
	const channels = await listChannels(this);
	return toChannelOptions(channels.filter(({ platform }) => platform === 'pinterest'));
};

/**
 * Lists single channels first, then groups of several: all channels, and those of each network. The channels of a group are read
 * when the workflow runs.
 */
const getChannelsAndGroups: Load = async function () {
	const channels = await listChannels(this);
	const groups = groupsOf(channels).filter(({ value }) => value.length > 1);
	return [
		...toChannelOptions(channels, channelValue),
		...groups.map(({ label, value: ids }) => ({
			name: `${label} (${ids.length})`,
			value: markedValue(
				label,
				channels.filter(({ id }) => ids.includes(id)),
			),
		})),
	];
};

/** n8n doesn't tell a list which time zone its workflow has, so the first entry can't name it. */
const getTimezones: Load = async () => [
	{ name: 'Time Zone of the Workflow', value: '' },
	...Intl.supportedValuesOf('timeZone').map((name) => ({ name, value: name })),
];

/** The options of the dropdowns. */
export const loadOptions = {
	getChannels,
	getChannelsAndGroups,
	getPinterestChannels,
	getTimezones,
};
