import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { useGatheringProxy } from '../../support/useGatheringProxy';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

const { channels, keys } = seed;

const { facebook, bluesky } = channels;

const nodeWith = (key = keys.full) => nodeFor(sandbox(), { key });

const perItem = {
	channels: '={{ $json.channels }}',
	caption: '={{ $json.text }}',
	delivery: '={{ $json.delivery ?? "draft" }}',
};

describe('several input items', () => {
	const items = itemsOf(
		{ text: 'One', channels: facebook.id },
		{ text: 'Two', channels: [facebook.id, bluesky.id] },
		{ text: 'Three', channels: bluesky.id },
	);

	test('create one post each, in order and paired with their items (P45)', async () => {
		const created = await nodeWith().run('post:create', perItem, { items });
		expect(created.map(({ json, pairedItem }) => [json.caption, pairedItem])).toEqual([
			['One', { item: 0 }],
			['Two', { item: 1 }],
			['Three', { item: 2 }],
		]);
		expect(
			sandbox()
				.posts()
				.map(({ caption }) => caption),
		).toEqual(['Three', 'Two', 'One']);
	});

	test('are paired with their items per channel (P28)', async () => {
		const options = { outputPerChannel: true };
		const created = await nodeWith().run('post:create', { ...perItem, options }, { items });
		expect(created.map(({ json, pairedItem }) => [json.platform, pairedItem])).toEqual([
			['facebook', { item: 0 }],
			['facebook', { item: 1 }],
			['bluesky', { item: 1 }],
			['bluesky', { item: 2 }],
		]);
	});

	test('are paired with the lists they return (P62)', async () => {
		await nodeWith().run('post:create', perItem, { items });
		const filters = { channelId: '={{ $json.id }}' };
		const listed = await nodeWith().run(
			'post:getAll',
			{ filters },
			{ items: itemsOf({ id: facebook.id }, { id: bluesky.id }) },
		);
		expect(listed.map(({ json, pairedItem }) => [json.caption, pairedItem])).toEqual([
			['Two', { item: 0 }],
			['One', { item: 0 }],
			['Three', { item: 1 }],
			['Two', { item: 1 }],
		]);
	});

	test.each([
		['channel:getBoards', { channelId: byId(channels.pinterest.id) }, 3],
		['channel:getYouTubeCategories', { channelId: byId(channels.youtube.id) }, 9],
		['analytics:getChannelSnapshots', { channelId: byId(channels.facebook.id) }, 3],
	])('are paired with every item of %s (P20, P24, P25)', async (operation, parameters, count) => {
		const found = await nodeWith().run(operation, parameters, { items: itemsOf({}, {}) });
		const pairs = (item: number) => Array<object>(count).fill({ item });
		expect(found.map(({ pairedItem }) => pairedItem)).toEqual([...pairs(0), ...pairs(1)]);
	});

	test('send no request if there are none', async () => {
		expect(await nodeWith().run('post:create', perItem, { items: [] })).toEqual([]);
		expect(sandbox().requests).toEqual([]);
	});
});

describe('an invalid number of parallel requests', () => {
	const parameters = { ...perItem, options: { parallelRequests: '={{ $json.many }}' } };
	const items = itemsOf(
		{ text: 'One', channels: facebook.id, many: 0.5 },
		{ text: 'Two', channels: facebook.id },
	);

	test.each([0, 21, 1.5, 'many'])('is %p', async (parallelRequests) => {
		const error = await nodeWith().error('post:create', { ...perItem, options: { parallelRequests } });
		expect(error.message).toContain("'Parallel Requests'");
	});

	test('throws a clear error and sends nothing (D7, P97)', async () => {
		const error = await nodeWith().error('post:create', parameters, { items });
		expect([error.name, error.message]).toEqual(['NodeApiError', "'Parallel Requests' can't be 0.5"]);
		expect(error.description).toBe('Enter a whole number from 1 to 20.');
		expect(sandbox().requests).toEqual([]);
	});

	test('returns an error item for each item if the node continues on fail (D7, P97)', async () => {
		const failed = await nodeWith().run('post:create', parameters, { items, continueOnFail: true });
		expect(failed.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
			["'Parallel Requests' can't be 0.5", { item: 0 }],
			["'Parallel Requests' can't be 0.5", { item: 1 }],
		]);
	});
});

describe('parallel requests', () => {
	const windowMs = 1_000;

	const sandbox = useSandbox({
		seed: 'default',
		latencyMs: 20,
		rateLimits: { writesPerKey: 10, readsPerKey: 1_000, writesPerWorkspace: 1_000, windowMs },
	});

	const { posts } = seed;

	const proxy = useGatheringProxy(() => sandbox().url);

	const node = (url = sandbox().url) => nodeFor({ url, clock: sandbox().clock });

	/** The node with a sandbox that answers only groups of parallel requests. */
	const nodeInGroupsOf = (groupSize: number) => {
		proxy().gather(groupSize);
		return node(proxy().url);
	};

	const numbered = (count: number) => itemsOf(...Array.from({ length: count }, (_, index) => ({ index })));

	const statuses = (status: number) =>
		sandbox().requests.filter((request) => request.status === status).length;

	const ids = [posts.draft, posts.scheduled, posts.published, posts.failed, posts.partiallyPublished];

	test('read many items in parallel and return them in order (P106)', async () => {
		const items = itemsOf(
			...Array.from({ length: 30 }, (_, index) => ({ id: ids[index % ids.length] as string })),
		);
		const found = await nodeInGroupsOf(10).json('post:get', { postId: byId('={{ $json.id }}') }, { items });
		expect(found.map(({ id }) => id)).toEqual(items.map(({ json }) => json.id));
		expect(proxy().peak).toBe(10);
	});

	const create: IDataObject = { channels: [channels.facebook.id], caption: '={{ "Post " + $json.index }}' };

	const captions = (): string[] =>
		sandbox()
			.posts()
			.map(({ caption }) => caption)
			.filter((caption) => caption.startsWith('Post'))
			.reverse();

	test('write items one by one, in order (P106)', async () => {
		await node().run('post:create', create, { items: numbered(8) });
		expect(captions()).toEqual(Array.from({ length: 8 }, (_, index) => `Post ${index}`));
		expect(sandbox().requestPeak).toBe(1);
	});

	test('write in parallel if the option allows it (P106)', async () => {
		const created = await nodeInGroupsOf(4).json(
			'post:create',
			{ ...create, options: { parallelRequests: 4, checkFirst: false } },
			{ items: numbered(8) },
		);
		expect(created.map(({ caption }) => caption)).toEqual(
			Array.from({ length: 8 }, (_, index) => `Post ${index}`),
		);
		expect(proxy().peak).toBe(4);
	});

	test('wait together at a rate limit without failing (P103, P106)', async () => {
		const parameters = { ...create, options: { parallelRequests: 5 } };
		expect(await node().json('post:create', parameters, { items: numbered(25) })).toHaveLength(25);
		expect(captions()).toHaveLength(25);
		// Five requests are open at the end of a window of ten, which happens twice.
		expect(statuses(429)).toBeLessThanOrEqual(10);
	});
});
