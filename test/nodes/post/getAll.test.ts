import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { postWords } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });

const { channels, keys, posts } = seed;

const nodeWith = (key = keys.full) => nodeFor(sandbox(), { key });

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

	test('reads pages of 100 with Return All, newest first (P62, P64)', async () => {
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
		['returns 50 posts by default (P62)', {}, 50, [{ limit: '50' }]],
		['requests no more than a small Limit (P62, P108)', { limit: 3 }, 3, [{ limit: '3' }]],
		[
			'reads two pages for a Limit over 100 (P62, P108)',
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
		['filters by one status (P43)', { status: ['failed'] }, { status: 'failed' }, [posts.failed]],
		[
			'filters by several statuses (P43)',
			{ status: ['failed', 'scheduled'] },
			{ status: 'failed,scheduled' },
			[posts.scheduled, posts.failed],
		],
		[
			'filters by a status from an expression (P43)',
			{ status: '={{ "failed,draft" }}' },
			{ status: 'failed,draft' },
			[posts.draft, posts.failed],
		],
		[
			'filters by channel',
			{ channelId: channels.mastodon.id },
			{ accountId: channels.mastodon.id },
			[posts.scheduled],
		],
		[
			'filters by last change in the workflow time zone (P63, D10)',
			{ updatedSince: '2026-01-03T10:00:00' },
			{ updatedSince: '2026-01-03T10:00:00+01:00' },
			[posts.scheduled],
		],
		[
			'ignores empty filters',
			{ status: [], channelId: '', updatedSince: '' },
			{},
			Object.values(posts).reverse(),
		],
	])('%s (P62)', async (_title, filters, query, expected) => {
		const found = await nodeWith().json('post:getAll', { filters }, { timezone: 'Europe/Berlin' });
		expect(new Set(ids(found))).toEqual(new Set(expected));
		expect(queries()).toEqual([{ ...query, limit: '50' }]);
	});

	test('returns one item per channel (P28)', async () => {
		const found = await nodeWith().json('post:getAll', {
			filters: { status: ['partially_published'] },
			options: { outputPerChannel: true },
		});
		expect(found).toMatchObject([
			{ id: posts.partiallyPublished, platform: 'facebook', status: postWords.published },
			{
				id: posts.partiallyPublished,
				platform: 'instagram',
				status: postWords.failed,
				failureReason: 'The picture is too narrow for Instagram.',
			},
		]);
	});

	test('returns complete posts without Simplify (P26, P27)', async () => {
		sandbox().vary({ optionalFields: 'sent', times: 'offset' });
		const [post] = await nodeWith().json('post:getAll', {
			simplify: false,
			filters: { status: ['partially_published'] },
		});
		const { createdVia, channels: sent, ...rest } = sandbox().post(posts.partiallyPublished);
		const channels = sent.map((channel) => ({ ...channel, status: postWords[channel.status] }));
		const serverTime = expect.any(String) as string;
		expect(post).toMatchObject({ ...rest, channels, createdVia: { ...createdVia, name: null }, serverTime });
		expect(post?.attentionResolvedAt).toBeNull();
	});
});

describe('post: get many by the last change', () => {
	const since = { filters: { updatedSince: '2020-01-01T00:00:00Z' } };

	test.each(['oldest first', 'newest first'] as const)(
		'returns all changes and the time for the next run, with a service that lists the %s (P63, N24)',
		async (changeOrder) => {
			sandbox().vary({ changeOrder });
			const all = await nodeWith().json('post:getAll', { returnAll: true });
			const first = await nodeWith().json('post:getAll', { returnAll: true, ...since });
			expect(ids(first).sort()).toEqual(ids(all).sort());
			const [{ serverTime } = {}] = first;
			expect(new Set(first.map((post) => post.serverTime))).toEqual(new Set([expect.any(String)]));
			sandbox().clock.advance(60_000);
			const [created] = await nodeWith().json('post:create', {
				channels: [channels.facebook.id],
				caption: 'New',
			});
			const next = await nodeWith().json('post:getAll', {
				returnAll: true,
				filters: { updatedSince: serverTime },
			});
			expect(ids(next)).toEqual([created?.id]);
		},
	);

	test('returns the time in channel items and raw items (P63)', async () => {
		for (const more of [{ options: { outputPerChannel: true } }, { simplify: false }]) {
			const found = await nodeWith().json('post:getAll', { returnAll: true, ...since, ...more });
			expect(found.every(({ serverTime }) => typeof serverTime === 'string')).toBe(true);
		}
	});

	test('returns no time if Limit leaves out changes, and explains why (P63)', async () => {
		const { outputs, hints } = await nodeWith().result('post:getAll', { limit: 2, ...since });
		expect(outputs[0]?.map(({ json }) => json.serverTime)).toEqual([undefined, undefined]);
		expect(hints).toMatchObject([{ message: expect.stringContaining("Turn on 'Return All'") }]);
	});

	test.each<[string, IDataObject]>([
		['simplified', {}],
		['raw', { simplify: false }],
		['of each channel', { options: { outputPerChannel: true } }],
		['that Limit leaves incomplete', { limit: 2 }],
	])("returns the service's time without the filter in posts %s (P64, N24)", async (_title, parameters) => {
		const found = await nodeWith().json('post:getAll', parameters);
		const now = sandbox().clock.now().getTime();
		const ages = found.map(({ serverTime }) => now - Date.parse(String(serverTime)));
		expect(ages.filter((age) => !(age >= 0 && age <= 30_000))).toEqual([]);
		expect(found.length).toBeGreaterThan(1);
	});

	test('returns the time of a list without the filter only if it is chosen (P64)', async () => {
		const chosen = async (fields: string[], more: IDataObject = {}) =>
			Object.keys(
				(await nodeWith().json('post:getAll', { output: 'fields', fields, ...more }, { isTool: true }))[0] ??
					{},
			);
		expect(await chosen(['id'])).toEqual(['id']);
		expect(await chosen(['id', 'serverTime'])).toEqual(['id', 'serverTime']);
		expect(await chosen(['id'], { returnAll: true, ...since })).toEqual(['id', 'serverTime']);
	});
});
