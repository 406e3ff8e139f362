import { DateTime } from 'luxon';
import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { shortened } from '../../../client/http/text.js';
import { ownValue } from '../../../client/http/json.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { Board, Channel, Post } from '../../../client/publishing/schemas.js';
import type { Platform } from '../../../client/publishing/values.js';
import { locatorValue } from '../../shared/values.js';
import { nameOf, platformNames, statusNames } from '../words/labels.js';
import { mainQueue } from '../words/locators.js';
import { idOrNameIn } from '../words/names.js';
import { listedStatuses } from '../words/statusConflicts.js';
import { choose, chosenChannels, contains, note, channelName, noChannels } from './choices.js';

type Search = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/** Creates a list for the channel that the user chose in the same entry of a collection. */
const ofChannel = (
	read: (client: PublishingClient, channelId: string) => Promise<INodeListSearchItems[]>,
	whenEmpty: string,
): Search =>
	async function (filter) {
		const channelId = idOrNameIn(locatorValue(this.getCurrentNodeParameter('&channelId')));
		if (channelId === '') return note('Choose a channel first');
		// The editor passes expressions without evaluating them.
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

const boardsOn = async ({ accounts }: PublishingClient, channelId: string): Promise<INodeListSearchItems[]> =>
	(await accounts.boards(channelId)).map((board) => ({ name: boardLabel(board), value: board.id }));

const searchBoards = ofChannel(boardsOn, 'This channel has no boards. Create one on Pinterest.');

/** The Pinterest channels of a post. All of the key's if the form doesn't name them, such as with an expression. */
async function chosenPinterestChannels(
	context: ILoadOptionsFunctions,
	{ accounts }: PublishingClient,
): Promise<Channel[]> {
	const onPinterest = (await accounts.list()).filter(({ platform }) => platform === 'pinterest');
	const chosen = await chosenChannels(context, accounts);
	const ofPost = onPinterest.filter(({ id }) => chosen?.includes(id));
	return ofPost.length > 0 ? ofPost : onPinterest;
}

/** Lists the boards of a post's Pinterest channels. If there are several channels, each board shows the handle of its channel. */
async function searchPostBoards(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const results = await choose(this, async (client) => {
		const channels = await chosenPinterestChannels(this, client);
		const lists = channels.map(async ({ id, handle }) => {
			const boards = await boardsOn(client, id);
			const suffix = channels.length > 1 ? ` of ${handle}` : '';
			if (boards.length === 0) return suffix === '' ? [] : [{ name: `No boards${suffix}`, value: '' }];
			return boards.map(({ name, value }) => ({ name: `${name}${suffix}`, value }));
		});
		return (await Promise.all(lists)).flat();
	});
	if (results.length === 0) return note('There are no boards. Create one on Pinterest.');
	return { results: results.filter(({ name }) => contains(name, filter)) };
}

const searchQueues = ofChannel(async ({ accounts }, channelId) => {
	const { queues } = await accounts.get(channelId);
	return [{ name: 'Main Queue', value: mainQueue }, ...queues.map(({ id, name }) => ({ name, value: id }))];
}, 'This channel has no queues');

/** The entries that match what the user typed, by name. */
const matching = (entries: INodeListSearchItems[], filter?: string): INodeListSearchResult => ({
	results: entries.filter(({ name }) => contains(name, filter)).sort((a, b) => a.name.localeCompare(b.name)),
});

const searchChannelsOn = (platform?: Platform) =>
	async function (this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const all = await choose(this, async ({ accounts }) => await accounts.list());
		const channels = all.filter((channel) => platform === undefined || channel.platform === platform);
		if (channels.length === 0) return note(noChannels(platform));
		return matching(
			channels.map((channel) => ({ name: channelName(channel), value: channel.id })),
			filter,
		);
	};

/** Short enough that the editor also shows status and day, for which it has one line. */
const captionLength = 28;
const networksMax = 2;

function networksOf({ channels }: Post): string[] {
	const names = [...new Set(channels.map(({ platform }) => nameOf(platformNames, platform)))];
	const more = names.length - networksMax;
	const listed = names.slice(0, networksMax).join(', ');
	return listed === '' ? [] : [more > 0 ? `${listed} +${more}` : listed];
}

/** Formats a day, such as `Nov 22`. Adds the year if it isn't the current one. */
function dayOf(time: string, zone: string): string {
	const date = DateTime.fromISO(time, { zone, locale: 'en' });
	return date.toFormat(date.hasSame(DateTime.now(), 'year') ? 'LLL d' : 'LLL d, yyyy');
}

/**
 * Shows a post in a list, with caption, status, day and networks. The day is when the post was published or is scheduled,
 * otherwise when it was created.
 */
function postItem(post: Post, zone: string): INodeListSearchItems {
	const { id, caption, status, scheduledAt, publishedAt, createdAt } = post;
	const text = shortened(caption.replace(/\s+/g, ' ').trim(), captionLength) || 'No caption';
	const day = dayOf(publishedAt ?? scheduledAt ?? createdAt, zone);
	return { name: [text, nameOf(statusNames, status), day, ...networksOf(post)].join(' · '), value: id };
}

const pageSize = 50;
/** The service can't search text, so a search reads pages until one has a match. It stops after this many. */
const maxPagesPerSearch = 5;

async function searchPosts(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	// Undefined if the operation accepts all posts.
	const statuses = ownValue(listedStatuses, locatorValue(this.getCurrentNodeParameter('operation')));
	const status = statuses && [...statuses];
	const zone = this.getTimezone();
	const found = await choose(this, async ({ posts }) => {
		const results: INodeListSearchItems[] = [];
		let cursor = paginationToken;
		for (let page = 0; page < maxPagesPerSearch && results.length === 0; page++) {
			const { value } = await posts.page({ limit: pageSize, cursor, status });
			const items = (value?.data ?? []).map((post) => ({
				item: postItem(post, zone),
				caption: post.caption,
			}));
			const matches = items.filter(({ item, caption }) => contains(`${item.name} ${caption}`, filter));
			results.push(...matches.map(({ item }) => item));
			cursor = value?.nextCursor ?? undefined;
			if (cursor === undefined) break;
		}
		return { results, paginationToken: cursor };
	});
	if (found.results.length > 0 || filter || paginationToken) return found;
	return note(
		status
			? 'No post for this operation. Enter an ID to use another one.'
			: 'No posts yet. Create one first.',
	);
}

async function searchTools(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const tools = await choose(this, async ({ agent }) => await agent.listTools());
	return matching(
		tools.map(({ name, title }) => ({ name: title ? `${title} (${name})` : name, value: name })),
		filter,
	);
}

/** The lists of the resource locators. */
export const listSearch = {
	searchBoards,
	searchQueues,
	searchChannels: searchChannelsOn(),
	searchPinterestChannels: searchChannelsOn('pinterest'),
	searchTikTokChannels: searchChannelsOn('tiktok'),
	searchYouTubeChannels: searchChannelsOn('youtube'),
	searchPostBoards,
	searchPosts,
	searchTools,
};
