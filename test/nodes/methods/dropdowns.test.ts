import { seed } from '../../../sandbox';
import { beside, itemsOf, nodeFor, byId } from '../../support/publishingNode';
import { unusedAddress } from '../../support/recordingServer';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });

const { boards, channels, keys, posts, queues } = seed;

const nodeWith = (key = keys.full) => nodeFor({ url: sandbox().url, key });

const valuesOf = (entries: Array<{ value: unknown }>) => entries.map(({ value }) => value);

describe('channels', () => {
	test('the dropdown shows network, handle and health, sorted (P3, P11, P14)', async () => {
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

	test('the list of several begins with the channels and ends with groups of two and more (P11)', async () => {
		const options = await nodeWith().options('getChannelsAndGroups');
		const single = await nodeWith().options('getChannels');
		expect(options.slice(0, single.length).map(({ name }) => name)).toEqual(single.map(({ name }) => name));
		expect(options.slice(single.length)).toEqual([
			{ name: `All Channels (${single.length})`, value: 'All Channels' },
			{ name: 'All LinkedIn Channels (2)', value: 'All LinkedIn Channels:noBoard:noTitle' },
			{ name: 'All Pinterest Channels (2)', value: 'All Pinterest Channels' },
		]);
	});

	test('the list of a post says in each value what a channel lacks, because n8n hides fields by values (P11)', async () => {
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

	test('a group that is chosen in the list means all of its channels (P11)', async () => {
		const [post] = await nodeWith(keys.limited).json('post:create', {
			channels: ['All Channels'],
			caption: 'Hi',
		});
		expect(post?.channels).toMatchObject([
			{ accountId: channels.facebook.id },
			{ accountId: channels.bluesky.id },
		]);
	});

	test.each([['getPinterestChannels', [channels.pinterestSecond.id, channels.pinterest.id]]])(
		'%s shows the channels that can take these options (P11, P18)',
		async (method, expected) => {
			expect(valuesOf(await nodeWith().options(method))).toEqual(expected);
		},
	);

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
	])("%s with the search '%s' finds %i (P11)", async (method, filter, count) => {
		const { results, paginationToken } = await nodeWith().search(method, { filter });
		expect(results).toHaveLength(count);
		expect(paginationToken).toBeUndefined();
	});

	test('a key sees its own channels only (P88)', async () => {
		expect(valuesOf(await nodeWith(keys.limited).options('getChannels'))).toEqual([
			channels.bluesky.id,
			channels.facebook.id,
		]);
		expect(await nodeWith(keys.limited).options('getPinterestChannels')).toEqual([]);
	});
});

describe('posts', () => {
	test('are shown by caption and status, newest first (P43)', async () => {
		const { results, paginationToken } = await nodeWith().search('searchPosts');
		expect(results).toContainEqual({
			name: expect.stringMatching(
				/^Partially Published · Facebook, Instagram · 2 Jan(?: 2026)? · Three colors for a gray day\.$/,
			) as string,
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
		expect(names.slice(0, 2).map((name) => name.split(' · ').at(-1))).toEqual([
			'No caption',
			`First line second ${'x'.repeat(41)}…`,
		]);
	});

	test.each([
		['workshop', [posts.published]],
		['FAILED', [posts.failed]],
		['nothing like it', []],
	])("the search '%s' looks into caption and status (P62)", async (filter, expected) => {
		const { results } = await nodeWith().search('searchPosts', { filter });
		expect(valuesOf(results)).toEqual(expected);
	});

	test.each([
		['schedule', ['Draft', 'Scheduled', 'Failed']],
		['submit', ['Draft']],
		['update', ['Draft', 'Scheduled']],
		['withdraw', ['No post for this operation. Enter an ID to use another one.']],
		['get', ['Draft', 'Scheduled', 'Failed', 'Partially Published', 'Published']],
	])('those for %s are the ones that it can work on (P62)', async (operation, expected) => {
		const { results } = await nodeWith().search('searchPosts', { parameters: { operation } });
		expect(new Set(results.map(({ name }) => name.split(' · ')[0]))).toEqual(new Set(expected));
	});

	test('come page by page, and a search passes pages without a match (P62, P64)', async () => {
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
		expect(needle.results.map(({ name }) => name.split(' · ').at(-1))).toEqual(['The needle']);
	});
});

describe('what belongs to the channel chosen beside it', () => {
	test.each<[string, string, ReturnType<typeof beside>, Array<{ name: string; value: string }>]>([
		[
			'boards, most pins first (P20)',
			'searchBoards',
			beside('channelOverrides', 'pinterest', 'boardId', channels.pinterest.id),
			[
				{ name: 'Interiors (public, 312 pins)', value: boards.interiors.id },
				{ name: 'Chairs (public, 48 pins)', value: boards.recipes.id },
				{ name: 'Ideas (secret, 7 pins)', value: boards.ideas.id },
			],
		],
		[
			'a channel without boards (P20)',
			'searchBoards',
			beside('channelOverrides', 'pinterest', 'boardId', channels.pinterestSecond.id),
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
			'a channel with its Main queue alone (P15)',
			'searchQueues',
			beside('queues', 'queue', 'queueId', channels.bluesky.id),
			[{ name: 'Main Queue', value: 'main' }],
		],
	])('%s', async (_title, method, request, expected) => {
		expect((await nodeWith().search(method, request)).results).toEqual(expected);
	});

	test.each([
		['searchBoards', 'channelOverrides', 'pinterest', 'boardId', channels.pinterest.id, 'CHAI', 1],
		['searchQueues', 'queues', 'queue', 'queueId', channels.facebook.id, 'morn', 1],
		['searchBoards', 'channelOverrides', 'pinterest', 'boardId', channels.pinterest.id, 'nothing', 0],
	])('%s can be searched', async (method, collection, group, field, channelId, filter, count) => {
		const request = { ...beside(collection, group, field, channelId), filter };
		expect((await nodeWith().search(method, request)).results).toHaveLength(count);
	});

	test.each(['searchBoards', 'searchQueues'])('%s asks for a channel first', async (method) => {
		for (const nothing of ['', undefined, byId('')]) {
			const { results } = await nodeWith().search(
				method,
				beside('channelOverrides', 'pinterest', 'boardId', nothing),
			);
			expect(results).toEqual([{ name: 'Choose a channel first', value: '' }]);
		}
		expect(sandbox().requests).toEqual([]);
	});

	test.each(['searchBoards', 'searchQueues'])(
		'%s cannot know the channel of an expression',
		async (method) => {
			const request = beside('channelOverrides', 'pinterest', 'boardId', '={{ $json.channelId }}');
			expect((await nodeWith().search(method, request)).results).toEqual([
				{ name: 'The channel is an expression. Enter an expression here, too.', value: '' },
			]);
			expect(sandbox().requests).toEqual([]);
		},
	);
});

describe('what a dropdown says when it cannot be filled', () => {
	const message = async (url: string, key: string) => {
		const failure = (error: Error) => error.message;
		const node = nodeFor({ url, key });
		const boards = beside('channelOverrides', 'pinterest', 'boardId', channels.pinterest.id);
		const loads = [
			node.options('getChannels'),
			node.search('searchPosts'),
			node.search('searchBoards', boards),
		];
		// At once, because a dropdown waits for a second before it tries again.
		return await Promise.all(loads.map(async (load) => await load.then(() => 'no error', failure)));
	};

	test.each<[string, () => Promise<string>, string, string]>([
		[
			'a wrong key (P91)',
			async () => await Promise.resolve(sandbox().url),
			'wrong',
			'The service refused the API key',
		],
		[
			'a revoked key (P91)',
			async () => await Promise.resolve(sandbox().url),
			keys.revoked,
			'The service refused the API key',
		],
		[
			'a service that is down (P1)',
			unusedAddress,
			keys.full,
			"The host in 'Base URL' refused the connection",
		],
		[
			'a host that is not there (P1)',
			async () => await Promise.resolve('http://nowhere.invalid'),
			keys.full,
			"The host in 'Base URL' wasn't found",
		],
		[
			'a base URL that is none (P1)',
			async () => await Promise.resolve('garbage'),
			keys.full,
			"'Base URL' must be a web address that starts with http:// or https://",
		],
	])('%s', async (_title, address, key, expected) => {
		expect(await message(await address(), key)).toEqual([expected, expected, expected]);
	});

	test('a key that may not read (P92, P93)', async () => {
		sandbox().keys.setPermissions(keys.full, []);
		expect(await message(sandbox().url, keys.full)).toEqual(
			Array(3).fill("This API key doesn't have the permission read"),
		);
	});
});

test('the time zones of the world (D10)', async () => {
	const zones = await nodeWith().options('getTimezones');
	expect(zones).toContainEqual({ name: 'Europe/Berlin', value: 'Europe/Berlin' });
	expect(zones.length).toBeGreaterThan(300);
});
