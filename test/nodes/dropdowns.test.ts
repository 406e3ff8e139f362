import type { INodeParameters } from 'n8n-workflow';
import { seed } from '../../sandbox';
import { byId, itemsOf, nodeFor } from '../support/publishingNode';
import { unusedAddress } from '../support/recordingServer';
import { useSandbox } from '../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });
const { channels, keys, boards, queues, posts } = seed;
const nodeWith = (key = keys.full) => nodeFor({ url: sandbox().url, key });
const valuesOf = (entries: Array<{ value: unknown }>) => entries.map(({ value }) => value);

/** A dropdown inside of an entry of a collection, next to the channel chosen there. */
const beside = (collection: string, group: string, field: string, channelId: unknown) => ({
	parameters: {
		[collection]: { [group]: [{ channelId: 'another entry' }, { channelId }] },
	} as INodeParameters,
	path: `parameters.${collection}.${group}[1].${field}`,
});

describe('channels', () => {
	test('P3 P11 P14 the dropdown shows network, handle and health, sorted', async () => {
		expect(await nodeWith().options('getChannels')).toEqual([
			{ name: 'Bluesky: acme.example', value: channels.bluesky.id },
			{ name: 'dev.to: acmestudio', value: channels.devto.id },
			{ name: 'Facebook: Acme Studio', value: channels.facebook.id },
			{ name: 'Google Business: Acme Studio, Main Street', value: channels.googleBusiness.id },
			{ name: 'Instagram: acme.studio', value: channels.instagram.id },
			{ name: 'LinkedIn: Acme Careers (needs reconnect)', value: channels.linkedinBroken.id },
			{ name: 'LinkedIn: Acme Studio', value: channels.linkedin.id },
			{ name: 'Mastodon: @acme@social.example', value: channels.mastodon.id },
			{ name: 'Pinterest: acme_workshop', value: channels.pinterestSecond.id },
			{ name: 'Pinterest: acmestudio', value: channels.pinterest.id },
			{ name: 'Threads: acme.studio', value: channels.threads.id },
			{ name: 'TikTok: acmestudio', value: channels.tiktok.id },
			{ name: 'YouTube: Acme Studio TV', value: channels.youtube.id },
		]);
		expect(sandbox().requests[0]?.headers['user-agent']).toMatch(/^n8n-nodes-social-publishing\//);
	});

	test.each([
		['getDevtoChannels', [channels.devto.id]],
		['getFacebookChannels', [channels.facebook.id]],
		['getPinterestChannels', [channels.pinterestSecond.id, channels.pinterest.id]],
		['getTikTokChannels', [channels.tiktok.id]],
		['getYouTubeChannels', [channels.youtube.id]],
	])('P11 P18 %s shows the channels that can take these options', async (method, expected) => {
		expect(valuesOf(await nodeWith().options(method))).toEqual(expected);
	});

	test.each([
		['searchChannels', undefined, 13],
		['searchChannels', 'ACME', 13],
		['searchChannels', 'linked', 2],
		['searchChannels', 'needs reconnect', 1],
		['searchChannels', 'nobody', 0],
		['searchPinterestChannels', undefined, 2],
		['searchPinterestChannels', 'workshop', 1],
		['searchTikTokChannels', undefined, 1],
		['searchYouTubeChannels', undefined, 1],
	])("P11 %s with the search '%s' finds %i", async (method, filter, count) => {
		const { results, paginationToken } = await nodeWith().search(method, { filter });
		expect(results).toHaveLength(count);
		expect(paginationToken).toBeUndefined();
	});

	test('P88 a key sees its own channels only', async () => {
		expect(valuesOf(await nodeWith(keys.limited).options('getChannels'))).toEqual([
			channels.bluesky.id,
			channels.facebook.id,
		]);
		expect(await nodeWith(keys.limited).options('getTikTokChannels')).toEqual([]);
	});
});

describe('what belongs to the channel chosen beside it', () => {
	test.each<[string, string, ReturnType<typeof beside>, Array<{ name: string; value: string }>]>([
		[
			'P20 boards, most pins first',
			'searchBoards',
			beside('channelOverrides', 'pinterest', 'boardId', channels.pinterest.id),
			[boards.interiors, boards.recipes, boards.ideas].map(({ id, name }) => ({ name, value: id })),
		],
		[
			'P20 a channel without boards',
			'searchBoards',
			beside('channelOverrides', 'pinterest', 'boardId', channels.pinterestSecond.id),
			[{ name: 'This channel has no boards', value: '' }],
		],
		[
			'P15 P19 queues, the Main queue first',
			'searchQueues',
			beside('queues', 'queue', 'queueId', channels.facebook.id),
			[
				{ name: 'Main Queue', value: 'main' },
				{ name: 'Mornings', value: queues.facebookMornings.id },
				{ name: 'Campaign', value: queues.facebookCampaign.id },
			],
		],
		[
			'P15 a channel with its Main queue alone',
			'searchQueues',
			beside('queues', 'queue', 'queueId', channels.bluesky.id),
			[{ name: 'Main Queue', value: 'main' }],
		],
		[
			'P22 the privacy levels this creator may use',
			'searchTikTokPrivacyLevels',
			beside('channelOverrides', 'tiktok', 'privacyLevel', channels.tiktok.id),
			[
				{ name: 'Everyone', value: 'PUBLIC_TO_EVERYONE' },
				{ name: 'Friends', value: 'MUTUAL_FOLLOW_FRIENDS' },
				{ name: 'Only Me', value: 'SELF_ONLY' },
			],
		],
	])('%s', async (_title, method, request, expected) => {
		expect((await nodeWith().search(method, request)).results).toEqual(expected);
	});

	test('P24 the categories of a YouTube channel, sorted', async () => {
		const request = beside('channelOverrides', 'youtube', 'categoryId', channels.youtube.id);
		const { results } = await nodeWith().search('searchYouTubeCategories', request);
		expect(results).toHaveLength(9);
		expect(results[0]).toEqual({ name: 'Autos & Vehicles', value: '2' });
	});

	test.each([
		['searchBoards', 'channelOverrides', 'pinterest', 'boardId', channels.pinterest.id, 'REC', 1],
		['searchQueues', 'queues', 'queue', 'queueId', channels.facebook.id, 'morn', 1],
		[
			'searchYouTubeCategories',
			'channelOverrides',
			'youtube',
			'categoryId',
			channels.youtube.id,
			'vehicles',
			1,
		],
		['searchBoards', 'channelOverrides', 'pinterest', 'boardId', channels.pinterest.id, 'nothing', 0],
	])('%s can be searched', async (method, collection, group, field, channelId, filter, count) => {
		const request = { ...beside(collection, group, field, channelId), filter };
		expect((await nodeWith().search(method, request)).results).toHaveLength(count);
	});

	test.each(['searchBoards', 'searchQueues', 'searchTikTokPrivacyLevels', 'searchYouTubeCategories'])(
		'%s asks for a channel first',
		async (method) => {
			for (const nothing of ['', undefined, byId('')]) {
				const { results } = await nodeWith().search(
					method,
					beside('channelOverrides', 'any', 'field', nothing),
				);
				expect(results).toEqual([{ name: 'Choose a channel first', value: '' }]);
			}
			expect(sandbox().requests).toEqual([]);
		},
	);

	test.each(['searchBoards', 'searchQueues', 'searchTikTokPrivacyLevels', 'searchYouTubeCategories'])(
		'%s cannot know the channel of an expression',
		async (method) => {
			const request = beside('channelOverrides', 'any', 'field', '={{ $json.channelId }}');
			expect((await nodeWith().search(method, request)).results).toEqual([
				{ name: 'The channel is an expression: give the ID here by expression as well', value: '' },
			]);
			expect(sandbox().requests).toEqual([]);
		},
	);
});

describe('posts', () => {
	test('P43 are shown by caption and status, newest first', async () => {
		const { results, paginationToken } = await nodeWith().search('searchPosts');
		expect(results).toContainEqual({
			name: 'Three colours for a grey day. (Partially Published)',
			value: posts.partiallyPublished,
		});
		expect(results).toHaveLength(5);
		expect(paginationToken).toBeUndefined();
	});

	test('long captions are cut, line breaks and missing captions shown well', async () => {
		const items = itemsOf({ text: `First line\nsecond ${'x'.repeat(80)}` }, { text: '' });
		await nodeWith().run(
			'post:create',
			{ channels: [channels.facebook.id], caption: '={{ $json.text }}' },
			{ items },
		);
		const names = (await nodeWith().search('searchPosts')).results.map(({ name }) => name);
		expect(names.slice(0, 2)).toEqual(['No caption (Draft)', `First line second ${'x'.repeat(41)}… (Draft)`]);
	});

	test.each([
		['workshop', [posts.published]],
		['FAILED', [posts.failed]],
		['nothing like it', []],
	])("P62 the search '%s' looks into caption and status", async (filter, expected) => {
		const { results } = await nodeWith().search('searchPosts', { filter });
		expect(valuesOf(results)).toEqual(expected);
	});

	test('P62 P64 come page by page, and a search passes pages without a match', async () => {
		const items = itemsOf(
			{ text: 'The needle' },
			...Array.from({ length: 60 }, (_, index) => ({ text: `Hay ${index}` })),
		);
		await nodeWith().run(
			'post:create',
			{ channels: [channels.facebook.id], caption: '={{ $json.text }}' },
			{ items },
		);
		const first = await nodeWith().search('searchPosts');
		expect(first.results).toHaveLength(50);
		const second = await nodeWith().search('searchPosts', { paginationToken: String(first.paginationToken) });
		expect(second.results).toHaveLength(16);
		expect(second.paginationToken).toBeUndefined();
		const needle = await nodeWith().search('searchPosts', { filter: 'needle' });
		expect(needle.results.map(({ name }) => name)).toEqual(['The needle (Draft)']);
	});
});

describe('what a dropdown says when it cannot be filled', () => {
	const message = async (url: string, key: string) => {
		const failure = (error: Error) => error.message;
		const node = nodeFor({ url, key });
		return [
			await node.options('getChannels').then(() => 'no error', failure),
			await node.search('searchPosts').then(() => 'no error', failure),
			await node
				.search('searchBoards', beside('channelOverrides', 'pinterest', 'boardId', channels.pinterest.id))
				.then(() => 'no error', failure),
		];
	};

	test.each<[string, () => Promise<string>, string, string]>([
		['P91 a wrong key', async () => await Promise.resolve(sandbox().url), 'wrong', 'The API key was refused'],
		[
			'P91 a revoked key',
			async () => await Promise.resolve(sandbox().url),
			keys.revoked,
			'The API key was refused',
		],
		[
			'P1 a service that is down',
			unusedAddress,
			keys.full,
			'The host of the base URL refused the connection',
		],
		[
			'P1 a host that is not there',
			async () => await Promise.resolve('http://nowhere.invalid'),
			keys.full,
			'The host of the base URL was not found',
		],
		[
			'P1 a base URL that is none',
			async () => await Promise.resolve('garbage'),
			keys.full,
			"'Base URL' is not a web address that starts with http:// or https://",
		],
	])('%s', async (_title, address, key, expected) => {
		expect(await message(await address(), key)).toEqual([expected, expected, expected]);
	});

	test('P92 P93 a key that may not read', async () => {
		sandbox().keys.setPermissions(keys.full, []);
		expect(await message(sandbox().url, keys.full)).toEqual(
			Array(3).fill('The API key lacks the permission read'),
		);
	});
});

test('D10 the time zones of the world', async () => {
	const zones = await nodeWith().options('getTimezones');
	expect(zones).toContainEqual({ name: 'Europe/Berlin', value: 'Europe/Berlin' });
	expect(zones.length).toBeGreaterThan(300);
});
