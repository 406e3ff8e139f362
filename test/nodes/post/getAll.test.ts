import type { IDataObject } from 'n8n-workflow';
import { permissions, platforms } from '../../../client/publishing/values';
import { seed } from '../../../sandbox';
import { byId, itemsOf, nodeFor } from '../../support/publishingNode';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });
const { channels, keys, boards, posts, workspaces, queues } = seed;
const nodeWith = (key = keys.full) => nodeFor({ url: sandbox().url, key });
const queries = () => sandbox().requests.map(({ query }) => query);
const ids = (found: IDataObject[]) => found.map(({ id }) => id);

describe('post: get many', () => {
	const drafts = async (count: number) => {
		const items = itemsOf(...Array.from({ length: count }, (_, index) => ({ text: `Post ${index}` })));
		await nodeWith().run(
			'post:create',
			{ channels: [channels.facebook.id], caption: '={{ $json.text }}' },
			{ items },
		);
		sandbox().requests.length = 0;
	};

	test('Return All reads pages of 100, newest first (P62, P64)', async () => {
		await drafts(101);
		const found = await nodeWith().json('post:getAll', { returnAll: true });
		expect(ids(found)).toEqual(
			sandbox()
				.posts()
				.filter(({ channels: all }) => all.every(({ handle }) => handle !== 'Careful & Co'))
				.map(({ id }) => id),
		);
		expect(queries()).toEqual([{ limit: '100' }, { limit: '100', cursor: expect.any(String) }]);
	});

	test.each([
		['the Limit is 50 unless set (P62)', {}, 50, [{ limit: '50' }]],
		['a small Limit asks for no more (P62, P108)', { limit: 3 }, 3, [{ limit: '3' }]],
		[
			'a Limit over 100 takes two pages (P62, P108)',
			{ limit: 102 },
			102,
			[{ limit: '100' }, { limit: '100', cursor: expect.any(String) }],
		],
	])('%s', async (_title, parameters, count, asked) => {
		await drafts(101);
		expect(await nodeWith().json('post:getAll', parameters)).toHaveLength(count);
		expect(queries()).toEqual(asked);
	});

	test.each<[string, IDataObject, object, string[]]>([
		['by one status (P43)', { status: ['failed'] }, { status: 'failed' }, [posts.failed]],
		[
			'by several (P43)',
			{ status: ['failed', 'scheduled'] },
			{ status: 'failed,scheduled' },
			[posts.scheduled, posts.failed],
		],
		[
			'by a status from an expression (P43)',
			{ status: '={{ "failed,draft" }}' },
			{ status: 'failed,draft' },
			[posts.draft, posts.failed],
		],
		[
			'by channel',
			{ channelId: channels.mastodon.id },
			{ accountId: channels.mastodon.id },
			[posts.scheduled],
		],
		[
			'by change, in the zone of the workflow (P63, D10)',
			{ updatedSince: '2026-01-03T10:00:00' },
			{ updatedSince: '2026-01-03T10:00:00+01:00' },
			[posts.scheduled],
		],
		[
			'filters added and left empty',
			{ status: [], channelId: '', updatedSince: '' },
			{},
			Object.values(posts).reverse(),
		],
	])('%s (P62)', async (_title, filters, query, expected) => {
		const found = await nodeWith().json('post:getAll', { filters }, { timezone: 'Europe/Berlin' });
		expect(new Set(ids(found))).toEqual(new Set(expected));
		expect(queries()).toEqual([{ ...query, limit: '50' }]);
	});

	test('one item per channel (P28)', async () => {
		const found = await nodeWith().json('post:getAll', {
			filters: { status: ['partially_published'] },
			options: { outputPerChannel: true },
		});
		expect(found).toMatchObject([
			{ postId: posts.partiallyPublished, platform: 'facebook', status: 'published' },
			{
				postId: posts.partiallyPublished,
				platform: 'instagram',
				status: 'failed',
				error: 'The picture is too narrow for Instagram.',
			},
		]);
	});

	test('whole posts without Simplify (P26, P27)', async () => {
		const [post] = await nodeWith().json('post:getAll', {
			simplify: false,
			filters: { status: ['partially_published'] },
		});
		const { createdVia, ...rest } = sandbox().post(posts.partiallyPublished);
		expect(post).toEqual({ ...rest, createdVia: { ...createdVia, name: null } });
		expect(post?.attentionResolvedAt).toBeNull();
	});

	test('only posts on channels of the key (P66, P88, P92)', async () => {
		expect(ids(await nodeWith(keys.limited).json('post:getAll', {}))).toEqual([posts.published]);
		expect(await nodeWith(keys.limited).error('post:get', { postId: byId(posts.draft) })).toMatchObject({
			httpCode: '404',
		});
	});
});

describe('channels', () => {
	test('get many lists all channels of the key (P3, P11, P56)', async () => {
		const found = await nodeWith().json('channel:getAll', { returnAll: true });
		expect(new Set(found.map(({ platform }) => platform))).toEqual(new Set(platforms));
		expect(found).toHaveLength(13);
	});

	test.each<[string, IDataObject, string[]]>([
		[
			'on some networks',
			{ platforms: ['pinterest', 'devto'] },
			[channels.pinterest.id, channels.pinterestSecond.id, channels.devto.id],
		],
		['that need a person (P14)', { needsReconnect: true }, [channels.linkedinBroken.id]],
		[
			'that work, on a network (P14)',
			{ platforms: ['linkedin'], needsReconnect: false },
			[channels.linkedin.id],
		],
	])('get many finds those %s (P11)', async (_title, filters, expected) => {
		expect(ids(await nodeWith().json('channel:getAll', { filters }))).toEqual(expected);
	});

	test('get many keeps to the Limit (P62)', async () => {
		expect(await nodeWith().json('channel:getAll', { limit: 2 })).toHaveLength(2);
	});

	test('get reads health, capabilities and queues (P14, P15, P16, P18, P19)', async () => {
		const [facebook] = await nodeWith().json('channel:get', { channelId: byId(channels.facebook.id) });
		expect(facebook).toMatchObject({
			...channels.facebook,
			status: 'connected',
			needsReconnect: false,
			capabilities: { optionsKey: 'facebook', firstComment: true },
			queues: [{ id: queues.facebookMornings.id }, { id: queues.facebookCampaign.id }],
		});
	});

	test('get boards (P20)', async () => {
		const found = await nodeWith().json('channel:getBoards', {
			channelId: byId(channels.pinterest.id, 'list'),
		});
		expect(found).toEqual([boards.interiors, boards.recipes, boards.ideas]);
	});

	test('get TikTok creator info (P21, P22, P23)', async () => {
		const [info] = await nodeWith().json('channel:getTikTokCreatorInfo', {
			channelId: byId(channels.tiktok.id),
		});
		expect(info).toMatchObject({ canPost: true, privacyLevelOptions: expect.arrayContaining(['SELF_ONLY']) });
	});

	test('get YouTube categories, an item for each (P24)', async () => {
		const found = await nodeWith().json('channel:getYouTubeCategories', {
			channelId: byId(channels.youtube.id),
		});
		expect(found).toContainEqual({ id: '22', title: 'People & Blogs', regionCode: 'GB' });
	});

	test('a channel that is not on the key is not found (P99)', async () => {
		const error = await nodeWith(keys.limited).error('channel:get', { channelId: byId(channels.tiktok.id) });
		expect(error).toMatchObject({
			message: 'The service did not find what the node asked for',
			httpCode: '404',
		});
		expect(error.description).toContain(channels.tiktok.id);
	});
});

describe('analytics and workspace', () => {
	test('snapshots of a channel: an absent metric stays absent (P25, P61)', async () => {
		const found = await nodeWith().json('analytics:getChannelSnapshots', {
			channelId: byId(channels.bluesky.id),
		});
		expect(found[0]).toMatchObject({
			accountId: channels.bluesky.id,
			windowDays: 30,
			metrics: { likes: expect.any(Number) },
		});
		expect(found[0]?.metrics).not.toHaveProperty('impressions');
		expect(queries()).toEqual([{}]);
	});

	test('snapshots of a post, an item for each channel and snapshot (P25)', async () => {
		const found = await nodeWith().json('analytics:getPostSnapshots', { postId: byId(posts.published) });
		expect(new Set(found.map(({ platform }) => platform))).toEqual(new Set(['facebook', 'bluesky']));
		expect(found[0]).toMatchObject({
			postId: posts.published,
			capturedAt: expect.any(String),
			metrics: { likes: expect.any(Number) },
		});
	});

	test('a key that may not read analytics is told so (P92, P93)', async () => {
		const parameters = { channelId: byId(channels.facebook.id) };
		const error = await nodeWith(keys.noAnalytics).error('analytics:getChannelSnapshots', parameters);
		expect(error.message).toBe('The API key lacks the permission view_analytics');
	});

	test('workspace: get tells who the key is and what it may do (P12, P13, P88, P89)', async () => {
		const [identity] = await nodeWith(keys.drafts).json('workspace:get', {});
		expect(identity).toMatchObject({
			workspace: workspaces.main,
			credential: { kind: 'key', name: 'Drafts only', expiresAt: null },
			permissions: permissions.filter((permission) => permission !== 'publish_directly'),
		});
		expect(identity?.channels).toHaveLength(13);
	});
});
