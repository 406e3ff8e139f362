import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { byId, itemsOf, nodeFor } from '../../support/publishingNode';
import { useGatheringProxy } from '../../support/useGatheringProxy';
import { useSandbox } from '../../support/useSandbox';

const windowMs = 1_000;
const sandbox = useSandbox({
	clock: 'real',
	seed: 'default',
	latencyMs: 20,
	rateLimits: { writesPerKey: 10, readsPerKey: 1_000, writesPerWorkspace: 1_000, windowMs },
});
const { channels, keys, posts } = seed;
const proxy = useGatheringProxy(() => sandbox().url);
const node = (url = sandbox().url) => nodeFor({ url, key: keys.full });
/** The node at the sandbox, which answers only groups of requests that are under way at the same time. */
const nodeInGroupsOf = (groupSize: number) => {
	proxy().gather(groupSize);
	return node(proxy().url);
};
const numbered = (count: number) => itemsOf(...Array.from({ length: count }, (_, index) => ({ index })));
const statuses = (status: number) => sandbox().requests.filter((request) => request.status === status).length;

const ids = [posts.draft, posts.scheduled, posts.published, posts.failed, posts.partiallyPublished];

test('reads for many items run several at once, and come out in the order of the items (P106)', async () => {
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

test('writes keep the order of the items: one after the other (P106)', async () => {
	await node().run('post:create', create, { items: numbered(8) });
	expect(captions()).toEqual(Array.from({ length: 8 }, (_, index) => `Post ${index}`));
	expect(sandbox().requestPeak).toBe(1);
});

test('writes go several at once where the user allows it (P106)', async () => {
	const created = await nodeInGroupsOf(4).json(
		'post:create',
		{ ...create, options: { itemsAtOnce: 4 } },
		{ items: numbered(8) },
	);
	expect(created.map(({ caption }) => caption)).toEqual(
		Array.from({ length: 8 }, (_, index) => `Post ${index}`),
	);
	expect(proxy().peak).toBe(4);
});

test.each([0, 21, 1.5, 'many'])('%p items at once are refused', async (itemsAtOnce) => {
	const error = await node().error('post:create', { ...create, options: { itemsAtOnce } });
	expect(error.message).toContain("'Items at Once'");
});

test('at a rate limit all items wait together, and none fails (P103, P106)', async () => {
	const parameters = { ...create, options: { itemsAtOnce: 5 } };
	expect(await node().json('post:create', parameters, { items: numbered(25) })).toHaveLength(25);
	expect(captions()).toHaveLength(25);
	// Five are under way when a window of ten ends, and there are two such moments.
	expect(statuses(429)).toBeLessThanOrEqual(10);
});
