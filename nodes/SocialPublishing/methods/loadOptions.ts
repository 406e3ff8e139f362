import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { Channel } from '../../../client/publishing/schemas.js';
import { channelValue, groupsOf, idOrNameIn, markedValue } from '../words/names.js';
import { locatorValue } from '../../shared/values.js';
import { channelName, choose, chosenChannels, storedChannels } from './choices.js';

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

/**
 * The value of a channel in a list of a post's form. A channel that is stored in another form, such as a plain ID from an AI
 * builder, keeps it, because the editor shows the name of an entry only by its exact value.
 */
const storedOrListed =
	(stored: string[]) =>
	(channel: Channel): string =>
		stored.find((value) => idOrNameIn(value) === channel.id) ?? channelValue(channel);

const getChannels: Load = async function () {
	return toChannelOptions(await listChannels(this));
};

/** Lists the channels of the post, for an entry about one of them. All channels if the form doesn't name those of the post. */
const getPostChannels: Load = async function () {
	const { all, chosen } = await choose(this, async ({ accounts }) => ({
		all: await accounts.list(),
		chosen: await chosenChannels(this, accounts),
	}));
	return toChannelOptions(
		all.filter(({ id }) => chosen?.includes(id) ?? true),
		storedOrListed([locatorValue(this.getCurrentNodeParameter('&channelId'))]),
	);
};

/**
 * Lists single channels first, then groups of several: all channels, and those of each network. The channels of a group are read
 * when the workflow runs.
 */
const getChannelsAndGroups: Load = async function () {
	const channels = await listChannels(this);
	const groups = groupsOf(channels).filter(({ value }) => value.length > 1);
	return [
		...toChannelOptions(channels, storedOrListed(storedChannels(this))),
		...groups.map(({ label, value: ids }) => ({
			name: `${label} (${ids.length})`,
			value: markedValue(
				label,
				channels.filter(({ id }) => ids.includes(id)),
			),
		})),
	];
};

/** Time zones that Node lists only by former names, and UTC, which it doesn't list. */
const currentZones = [
	'Africa/Asmara',
	'America/Argentina/Buenos_Aires',
	'America/Nuuk',
	'Asia/Ho_Chi_Minh',
	'Asia/Kathmandu',
	'Asia/Kolkata',
	'Asia/Yangon',
	'Atlantic/Faroe',
	'Europe/Kyiv',
	'Pacific/Chuuk',
	'Pacific/Pohnpei',
	'UTC',
];

/** n8n doesn't tell a list which time zone its workflow has, so the first entry can't name it. */
const getTimezones: Load = async () => {
	const zones = new Set([...Intl.supportedValuesOf('timeZone'), ...currentZones]);
	return [
		{ name: 'Time Zone of the Workflow', value: '' },
		...[...zones].sort().map((name) => ({ name: name.replaceAll('_', ' '), value: name })),
	];
};

export const loadOptions = {
	getChannels,
	getChannelsAndGroups,
	getPostChannels,
	getTimezones,
};
