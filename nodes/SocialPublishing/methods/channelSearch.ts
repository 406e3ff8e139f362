import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing';
import { locatorValue } from '../../shared/parameters';
import { mainQueue } from '../locators';
import { nameOf } from '../labels';
import { choose, contains, note } from './choices';

type Search = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/** Lists what belongs to the channel chosen in the same entry of a collection. */
const ofChannel = (
	read: (client: PublishingClient, channelId: string) => Promise<INodeListSearchItems[]>,
	whenEmpty: string,
): Search =>
	async function (filter) {
		const channelId = locatorValue(this.getCurrentNodeParameter('&channelId'));
		if (channelId === '') return note('Choose a channel first');
		// The editor hands expressions over as they are written.
		if (channelId.startsWith('=')) {
			return note('The channel is an expression: give the ID here by expression as well');
		}
		const results = await choose(this, async (client) => await read(client, channelId));
		if (results.length === 0) return note(whenEmpty);
		return { results: results.filter(({ name }) => contains(name, filter)) };
	};

const searchBoards = ofChannel(
	async ({ accounts }, channelId) =>
		(await accounts.boards(channelId)).map(({ id, name }) => ({ name, value: id })),
	'This channel has no boards',
);

const searchQueues = ofChannel(async ({ accounts }, channelId) => {
	const { queues } = await accounts.get(channelId);
	return [{ name: 'Main Queue', value: mainQueue }, ...queues.map(({ id, name }) => ({ name, value: id }))];
}, 'This channel has no queues');

const privacyNames: Record<string, string> = {
	FOLLOWER_OF_CREATOR: 'Followers',
	MUTUAL_FOLLOW_FRIENDS: 'Friends',
	PUBLIC_TO_EVERYONE: 'Everyone',
	SELF_ONLY: 'Only Me',
};

const searchTikTokPrivacyLevels = ofChannel(async ({ accounts }, channelId) => {
	const { privacyLevelOptions } = await accounts.tikTokCreatorInfo(channelId);
	return privacyLevelOptions.map((value) => ({ name: nameOf(privacyNames, value), value }));
}, 'TikTok allows this creator no privacy level now');

const searchYouTubeCategories = ofChannel(
	async ({ accounts }, channelId) =>
		(await accounts.youTubeCategories(channelId)).categories
			.map(({ id, title }) => ({ name: title, value: id }))
			.sort((a, b) => a.name.localeCompare(b.name)),
	'YouTube offers no categories for this channel',
);

/** Lists that depend on a channel chosen beside them. */
export const channelSearch = {
	searchBoards,
	searchQueues,
	searchTikTokPrivacyLevels,
	searchYouTubeCategories,
};
