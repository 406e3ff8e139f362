import type { INodeParameters } from 'n8n-workflow';
import { isZone } from '../../../nodes/shared/dates';
import { seed } from '../../../sandbox';
import { beside, byId, itemsOf, nodeFor, type NodeUnderTest } from '../../support/nodeUnderTest';
import { connectionWords } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });

const { boards, channels, keys, posts, queues } = seed;

const nodeWith = (key = keys.full) => nodeFor(sandbox(), { key });

/** The contract names no status of a connection that ends soon, so a service can have a word that the node doesn't know. */
const tellsExpiry = connectionWords.token_expiring === 'token_expiring';

const valuesOf = (entries: Array<{ value: unknown }>) => entries.map(({ value }) => value);

describe('channels', () => {
	test('show network, handle and health, sorted (P3, P11, P14)', async () => {
		expect(await nodeWith().options('getChannels')).toEqual([
			{ name: 'Bluesky: acme.example', value: channels.bluesky.id },
			{ name: 'dev.to: acmestudio', value: channels.devto.id },
			{ name: 'Facebook: Acme Studio', value: channels.facebook.id },
			{ name: 'Google Business: Acme Studio, Main Street', value: channels.googleBusiness.id },
			{ name: 'Instagram: acme.studio', value: channels.instagram.id },
			{ name: 'LinkedIn: Acme Careers (needs reconnecting)', value: channels.linkedinBroken.id },
			{ name: 'LinkedIn: Acme Studio', value: channels.linkedin.id },
			{
				name: `Mastodon: @acme@social.example${tellsExpiry ? ' (token expiring)' : ''}`,
				value: channels.mastodon.id,
			},
			{ name: 'Pinterest: acme_workshop', value: channels.pinterestSecond.id },
			{ name: 'Pinterest: acmestudio', value: channels.pinterest.id },
			{ name: 'Threads: acme.studio', value: channels.threads.id },
			{ name: 'TikTok: acmestudio', value: channels.tiktok.id },
			{ name: 'YouTube: Acme Studio TV', value: channels.youtube.id },
		]);
		expect(sandbox().requests[0]?.headers['user-agent']).toMatch(/^n8n-nodes-social-publishing\//);
	});

	test('are listed before groups of two or more in the multi-select list (P11)', async () => {
		const options = await nodeWith().options('getChannelsAndGroups');
		const single = await nodeWith().options('getChannels');
		expect(options.slice(0, single.length).map(({ name }) => name)).toEqual(single.map(({ name }) => name));
		expect(options.slice(single.length)).toEqual([
			{ name: `All Channels (${single.length})`, value: 'All Channels' },
			{ name: 'All LinkedIn Channels (2)', value: 'All LinkedIn Channels:noBoard:noTitle' },
			{ name: 'All Pinterest Channels (2)', value: 'All Pinterest Channels' },
		]);
	});

	test('have missing features in their values for posts, because n8n hides fields by values (P11)', async () => {
		const options = await nodeWith().options('getChannelsAndGroups');
		expect(options).toContainEqual({
			name: 'Pinterest: acmestudio',
			value: `pinterest:${channels.pinterest.id}`,
		});
		const chosen = options.slice(0, 2).map(({ value }) => value as string);
		const [post] = await nodeWith().json('post:create', { channels: chosen, caption: 'Hi' });
		expect(post?.channels).toMatchObject([
			{ accountId: channels.bluesky.id },
			{ accountId: channels.devto.id },
		]);
	});

	test('include all channels of a chosen group (P11)', async () => {
		const [post] = await nodeWith(keys.limited).json('post:create', {
			channels: ['All Channels'],
			caption: 'Hi',
		});
		expect(post?.channels).toMatchObject([
			{ accountId: channels.facebook.id },
			{ accountId: channels.bluesky.id },
		]);
	});

	const orderOf = async (method: string, parameters: INodeParameters, path?: string) =>
		(await nodeWith().options(method, { parameters, path })).map(({ name }) => name);

	test('of the post are the only ones in an entry about one of them (P11)', async () => {
		const chosen = [`youtube:${channels.youtube.id}:noBoard`, 'LinkedIn: Acme Studio', channels.facebook.id];
		const names = await orderOf('getPostChannels', { channels: chosen });
		expect(names).toEqual(['Facebook: Acme Studio', 'LinkedIn: Acme Studio', 'YouTube: Acme Studio TV']);
		const ofUpdate = await orderOf('getPostChannels', { updateFields: { channels: ['YouTube'] } });
		expect(ofUpdate).toEqual(['YouTube: Acme Studio TV']);
		const byExpression = await orderOf('getPostChannels', { channels: '={{ $json.channels }}' });
		expect(byExpression).toHaveLength(13);
	});

	test.each<[string, INodeParameters, string | undefined]>([
		['getChannelsAndGroups', { channels: [channels.linkedin.id] }, undefined],
		['getChannelsAndGroups', { updateFields: { channels: [channels.linkedin.id] } }, undefined],
		[
			'getPostChannels',
			{ channelOverrides: { channels: [{ channelId: channels.linkedin.id }] } },
			'parameters.channelOverrides.channels[0].channelId',
		],
		[
			'getPostChannels',
			{ queues: { queue: [{ channelId: channels.linkedin.id }] } },
			'parameters.queues.queue[0].channelId',
		],
	])(
		'keep the plain ID that is stored as their value in %s, so that the editor shows their name (P11)',
		async (method, parameters, path) => {
			const options = await nodeWith().options(method, { parameters, path });
			const linkedIn = options.filter(({ name }) => name === 'LinkedIn: Acme Studio');
			expect(linkedIn).toEqual([{ name: 'LinkedIn: Acme Studio', value: channels.linkedin.id }]);
			expect(options).toContainEqual({
				name: 'Bluesky: acme.example',
				value: expect.stringMatching(/^bluesky:/) as string,
			});
		},
	);

	test.each([
		['searchChannels', undefined, 13],
		['searchChannels', 'ACME', 13],
		['searchChannels', 'linked', 2],
		['searchChannels', 'needs reconnecting', 1],
		['searchChannels', 'token expiring', tellsExpiry ? 1 : 0],
		['searchChannels', 'nobody', 0],
		['searchPinterestChannels', undefined, 2],
		['searchPinterestChannels', 'workshop', 1],
		['searchTikTokChannels', undefined, 1],
		['searchYouTubeChannels', undefined, 1],
	])("are found by %s with the search '%s': %i (P11)", async (method, filter, count) => {
		const { results, paginationToken } = await nodeWith().search(method, { filter });
		expect(results).toHaveLength(count);
		expect(paginationToken).toBeUndefined();
	});

	test('are limited to those of the key (P88)', async () => {
		expect(valuesOf(await nodeWith(keys.limited).options('getChannels'))).toEqual([
			channels.bluesky.id,
			channels.facebook.id,
		]);
	});
});

describe('posts', () => {
	test('are shown by caption and status, newest first (P43)', async () => {
		const { results, paginationToken } = await nodeWith().search('searchPosts');
		expect(results).toContainEqual({
			name: expect.stringMatching(
				/^Three colors for a gray day\. · Partially Published · Jan 2(?:, 2026)? · Facebook, Instagram$/,
			) as string,
			value: posts.partiallyPublished,
		});
		expect(results).toHaveLength(5);
		expect(paginationToken).toBeUndefined();
	});

	test('have truncated long captions and readable line breaks and missing captions', async () => {
		const items = itemsOf({ text: `First line\nsecond ${'x'.repeat(80)}` }, { text: '' });
		await nodeWith().run(
			'post:create',
			{ channels: [channels.facebook.id], caption: '={{ $json.text }}' },
			{ items },
		);
		const names = (await nodeWith().search('searchPosts')).results.map(({ name }) => name);
		expect(names.slice(0, 2).map((name) => name.split(' · ')[0])).toEqual([
			'No caption',
			`First line second ${'x'.repeat(9)}…`,
		]);
	});

	test('are found by the end of a long caption', async () => {
		const caption = `${'x'.repeat(80)} needle`;
		await nodeWith().run('post:create', { channels: [channels.facebook.id], caption });
		expect((await nodeWith().search('searchPosts', { filter: 'Needle' })).results).toHaveLength(1);
	});

	test.each([
		['workshop', [posts.published]],
		['FAILED', [posts.failed]],
		['nothing similar', []],
	])("are found by caption and status with the search '%s' (P62)", async (filter, expected) => {
		const { results } = await nodeWith().search('searchPosts', { filter });
		expect(valuesOf(results)).toEqual(expected);
	});

	test.each([
		['schedule', ['Draft', 'Scheduled', 'Failed']],
		['submit', ['Draft']],
		['update', ['Draft', 'Scheduled']],
		['withdraw', ['No post for this operation. Enter an ID to use another one.']],
		['get', ['Draft', 'Scheduled', 'Failed', 'Partially Published', 'Published']],
	])('are limited for %s to those it can change (P62)', async (operation, expected) => {
		const { results } = await nodeWith().search('searchPosts', { parameters: { operation } });
		expect(new Set(results.map(({ name }) => name.split(' · ')[1] ?? name))).toEqual(new Set(expected));
	});

	test('are loaded by page, and a search skips pages without a match (P62, P64)', async () => {
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
		expect(needle.results.map(({ name }) => name.split(' · ')[0])).toEqual(['The needle']);
	});
});

describe('options of the chosen channel', () => {
	beforeEach(() => sandbox().vary({ optionalFields: 'sent' }));

	test.each<[string, string, ReturnType<typeof beside>, Array<{ name: string; value: string }>]>([
		[
			'boards by number of pins (P20)',
			'searchBoards',
			beside('channelOverrides', 'channels', 'boardId', channels.pinterest.id),
			[
				{ name: 'Interiors (public, 312 pins)', value: boards.interiors.id },
				{ name: 'Chairs (public, 48 pins)', value: boards.recipes.id },
				{ name: 'Ideas (secret, 7 pins)', value: boards.ideas.id },
			],
		],
		[
			'a channel without boards (P20)',
			'searchBoards',
			beside('channelOverrides', 'channels', 'boardId', channels.pinterestSecond.id),
			[{ name: 'This channel has no boards. Create one on Pinterest.', value: '' }],
		],
		[
			'queues, the Main queue first (P15, P19)',
			'searchQueues',
			beside('queues', 'queue', 'queueId', channels.facebook.id),
			[
				{ name: 'Main Queue', value: 'main' },
				{ name: 'Mornings', value: queues.facebookMornings.id },
				{ name: 'Campaign', value: queues.facebookCampaign.id },
			],
		],
		[
			'a channel with only its Main queue (P15)',
			'searchQueues',
			beside('queues', 'queue', 'queueId', channels.bluesky.id),
			[{ name: 'Main Queue', value: 'main' }],
		],
	])('show %s', async (_title, method, request, expected) => {
		expect((await nodeWith().search(method, request)).results).toEqual(expected);
	});

	test.each([
		['searchBoards', 'channelOverrides', 'channels', 'boardId', channels.pinterest.id, 'CHAI', 1],
		['searchQueues', 'queues', 'queue', 'queueId', channels.facebook.id, 'morn', 1],
		['searchBoards', 'channelOverrides', 'channels', 'boardId', channels.pinterest.id, 'nothing', 0],
	])('can be searched in %s', async (method, collection, group, field, channelId, filter, count) => {
		const request = { ...beside(collection, group, field, channelId), filter };
		expect((await nodeWith().search(method, request)).results).toHaveLength(count);
	});

	test.each(['searchBoards', 'searchQueues'])('require a channel first in %s', async (method) => {
		for (const nothing of ['', undefined, byId('')]) {
			const { results } = await nodeWith().search(
				method,
				beside('channelOverrides', 'channels', 'boardId', nothing),
			);
			expect(results).toEqual([{ name: 'Choose a channel first', value: '' }]);
		}
		expect(sandbox().requests).toEqual([]);
	});

	test.each(['searchBoards', 'searchQueues'])(
		'are unknown in %s for a channel from an expression',
		async (method) => {
			const request = beside('channelOverrides', 'channels', 'boardId', '={{ $json.channelId }}');
			expect((await nodeWith().search(method, request)).results).toEqual([
				{ name: 'The channel is an expression. Enter an expression here, too.', value: '' },
			]);
			expect(sandbox().requests).toEqual([]);
		},
	);
});

test.each<[string, (node: NodeUnderTest) => Promise<unknown>]>([
	['a dropdown', async (node) => await node.options('getChannels')],
	['the list of posts', async (node) => await node.search('searchPosts')],
	[
		'a list of a channel',
		async (node) =>
			await node.search(
				'searchBoards',
				beside('channelOverrides', 'channels', 'boardId', channels.pinterest.id),
			),
	],
])('%s explains its error (P91)', async (_title, load) => {
	await expect(load(nodeWith('wrong'))).rejects.toMatchObject({ message: 'The service refused the API key' });
});

test('lists the time zones of the world (D10)', async () => {
	const zones = await nodeWith().options('getTimezones');
	expect(zones[0]).toEqual({ name: 'Time Zone of the Workflow', value: '' });
	for (const value of ['Asia/Ho_Chi_Minh', 'Asia/Kolkata', 'Europe/Berlin', 'Europe/Kyiv', 'UTC'])
		expect(zones).toContainEqual({ name: value.replaceAll('_', ' '), value });
	expect(zones.every(({ value }) => value === '' || isZone(value))).toBe(true);
	expect(new Set(zones.map(({ value }) => value)).size).toBe(zones.length);
	expect(zones.length).toBeGreaterThan(300);
});
