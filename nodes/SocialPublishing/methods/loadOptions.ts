import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing';
import type { Platform } from '../../../client/publishing/values';
import { channelName, choose } from './choices';

/** The value that stands for a channel's Main queue, which the service addresses by null and never lists. */
export const mainQueue = 'main';

type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

const channelsOn = (platform?: Platform): Load =>
	async function () {
		const channels = await choose(this, async ({ accounts }) => await accounts.list());
		return channels
			.filter((channel) => platform === undefined || channel.platform === platform)
			.map((channel) => ({ name: channelName(channel), value: channel.id }))
			.sort((a, b) => a.name.localeCompare(b.name));
	};

/** An entry that only says something; choosing it chooses nothing. */
const note = (name: string): INodePropertyOptions[] => [{ name, value: '' }];

/** Options that depend on the channel chosen in the same entry of the collection. */
const ofChannel = (
	read: (client: PublishingClient, channelId: string) => Promise<INodePropertyOptions[]>,
	whenEmpty: string,
): Load =>
	async function () {
		const channelId = this.getCurrentNodeParameter('&channelId');
		if (typeof channelId !== 'string' || channelId === '') return note('Choose a channel first');
		const options = await choose(this, async (client) => await read(client, channelId));
		return options.length > 0 ? options : note(whenEmpty);
	};

const boards = ofChannel(
	async ({ accounts }, channelId) =>
		(await accounts.boards(channelId)).map(({ id, name }) => ({ name, value: id })),
	'This channel has no boards',
);

const queues = ofChannel(async ({ accounts }, channelId) => {
	const channel = await accounts.get(channelId);
	return [
		{ name: 'Main Queue', value: mainQueue },
		...channel.queues.map(({ id, name }) => ({ name, value: id })),
	];
}, 'This channel has no queues');

const privacyNames: Record<string, string> = {
	FOLLOWER_OF_CREATOR: 'Followers',
	MUTUAL_FOLLOW_FRIENDS: 'Friends',
	PUBLIC_TO_EVERYONE: 'Everyone',
	SELF_ONLY: 'Only Me',
};

const privacyLevels = ofChannel(async ({ accounts }, channelId) => {
	const { privacyLevelOptions } = await accounts.tikTokCreatorInfo(channelId);
	return privacyLevelOptions.map((value) => ({ name: privacyNames[value] ?? value, value }));
}, 'TikTok allows this creator no privacy level now');

const categories = ofChannel(
	async ({ accounts }, channelId) =>
		(await accounts.youTubeCategories(channelId)).categories
			.map(({ id, title }) => ({ name: title, value: id }))
			.sort((a, b) => a.name.localeCompare(b.name)),
	'YouTube offers no categories for this channel',
);

const timezones: Load = async () =>
	await Promise.resolve(Intl.supportedValuesOf('timeZone').map((name) => ({ name, value: name })));

/** Options behind the dropdowns. */
export const loadOptions = {
	getChannels: channelsOn(),
	getDevtoChannels: channelsOn('devto'),
	getFacebookChannels: channelsOn('facebook'),
	getPinterestChannels: channelsOn('pinterest'),
	getTikTokChannels: channelsOn('tiktok'),
	getYouTubeChannels: channelsOn('youtube'),
	getBoards: boards,
	getQueues: queues,
	getTikTokPrivacyLevels: privacyLevels,
	getYouTubeCategories: categories,
	getTimezones: timezones,
};
