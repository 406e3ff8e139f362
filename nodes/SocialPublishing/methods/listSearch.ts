import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing';

import type { Board, Post } from '../../../client/publishing/schemas';
import type { Platform } from '../../../client/publishing/values';
import { locatorValue, shortened } from '../../shared/parameters';
import { nameOf, statusNames } from '../labels';
import { mainQueue } from '../locators';
import { choose, contains, note, channelName, noChannels } from './choices';

type Search = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/** Makes a list of things that belong to a channel, which the user chooses in the same entry of a collection. */
const ofChannel = (
	read: (client: PublishingClient, channelId: string) => Promise<INodeListSearchItems[]>,
	whenEmpty: string,
): Search =>
	async function (filter) {
		const channelId = locatorValue(this.getCurrentNodeParameter('&channelId'));
		if (channelId === '') return note('Choose a channel first');
		// The editor hands expressions over as they are written.
		if (channelId.startsWith('=')) {
			return note('The channel is an expression. Enter an expression here, too.');
		}
		const results = await choose(this, async (client) => await read(client, channelId));
		if (results.length === 0) return note(whenEmpty);
		return { results: results.filter(({ name }) => contains(name, filter)) };
	};

/** Boards can have the same name, so the list also shows what the network reports about them. */
function boardLabel({ name, privacy, pinCount }: Board): string {
	const pins = typeof pinCount === 'number' ? `${pinCount} ${pinCount === 1 ? 'pin' : 'pins'}` : undefined;
	const details = [privacy?.toLowerCase(), pins].filter((detail) => detail !== undefined && detail !== '');
	return details.length > 0 ? `${name} (${details.join(', ')})` : name;
}

const searchBoards = ofChannel(
	async ({ accounts }, channelId) =>
		(await accounts.boards(channelId)).map((board) => ({ name: boardLabel(board), value: board.id })),
	'This channel has no boards. Create one on Pinterest.',
);

const searchQueues = ofChannel(async ({ accounts }, channelId) => {
	const { queues } = await accounts.get(channelId);
	return [{ name: 'Main Queue', value: mainQueue }, ...queues.map(({ id, name }) => ({ name, value: id }))];
}, 'This channel has no queues');

/** Lists that depend on the channel chosen in the same entry. */
const channelSearch = {
	searchBoards,
	searchQueues,
};

const searchChannelsOn = (platform?: Platform) =>
	async function (this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const all = await choose(this, async ({ accounts }) => await accounts.list());
		const channels = all.filter((channel) => platform === undefined || channel.platform === platform);
		if (channels.length === 0) return note(noChannels(platform));
		const results = channels
			.map((channel) => ({ name: channelName(channel), value: channel.id }))
			.filter(({ name }) => contains(name, filter))
			.sort((a, b) => a.name.localeCompare(b.name));
		return { results };
	};

const captionLength = 60;

function postItem({ id, caption, status }: Post): INodeListSearchItems {
	const line = caption.replace(/\s+/g, ' ').trim();
	return {
		name: `${shortened(line, captionLength) || 'No caption'} (${nameOf(statusNames, status)})`,
		value: id,
	};
}

const pageSize = 50;
/** The service can't search texts, so a search reads page after page until one has a match. It stops after this many pages. */
const maxPagesPerSearch = 5;

async function findPosts({ posts }: PublishingClient, filter: string | undefined, start: string | undefined) {
	const results: INodeListSearchItems[] = [];
	let cursor = start;
	for (let page = 0; page < maxPagesPerSearch && results.length === 0; page++) {
		const { value } = await posts.page({ limit: pageSize, cursor });
		results.push(...(value?.data ?? []).map(postItem).filter(({ name }) => contains(name, filter)));
		cursor = value?.nextCursor ?? undefined;
		if (cursor === undefined) break;
	}
	return { results, paginationToken: cursor };
}

async function searchPosts(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const found = await choose(this, async (client) => await findPosts(client, filter, paginationToken));
	const isEmpty = found.results.length === 0 && !filter && !paginationToken;
	return isEmpty ? note('No posts yet. Create one first.') : found;
}

async function searchTools(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const tools = await choose(this, async ({ agent }) => await agent.listTools());
	const results = tools
		.map(({ name, title }) => ({ name: title ? `${title} (${name})` : name, value: name }))
		.filter(({ name }) => contains(name, filter))
		.sort((a, b) => a.name.localeCompare(b.name));
	return { results };
}

/** Lists behind the resource locators. */
export const listSearch = {
	...channelSearch,
	searchChannels: searchChannelsOn(),
	searchPinterestChannels: searchChannelsOn('pinterest'),
	searchTikTokChannels: searchChannelsOn('tiktok'),
	searchYouTubeChannels: searchChannelsOn('youtube'),
	searchPosts,
	searchTools,
};
