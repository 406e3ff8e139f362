import { seed } from '../../sandbox';
import { doMany } from '../support/manyRequests';
import { openPublishingApi, type PublishingApi } from './publishingApi';

let api: PublishingApi;
beforeAll(async () => {
	api = await openPublishingApi();
});
afterAll(() => api.sandbox.close());

/** Generous for a busy machine; without an index these would take minutes. */
const slowestMs = 15_000;

test('two thousand posts on their way are listed, polled and published quickly', async () => {
	const start = performance.now();
	const at = '2026-01-06T09:00:00Z';
	const deliveries = [{ mode: 'queue' }, { mode: 'at', at }, undefined, { mode: 'now' }];
	const accounts = [seed.channels.facebook.id];
	await doMany(api.sandbox.url, 2_000, async (send, index) => {
		const post = { accounts, caption: 'Hello', delivery: deliveries[index % 4] };
		await send('POST', '/api/v1/posts/', post);
	});
	let pages = 0;
	for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; pages++) {
		const { body } = await api.send('GET', `/posts/?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
		cursor = body.nextCursor;
	}
	expect(pages).toBe(20);
	api.sandbox.clock.set('2026-01-07T00:00:00Z');
	const { body } = await api.send('GET', '/posts/?status=scheduled');
	expect(body.data).toEqual([]);
	expect(performance.now() - start).toBeLessThan(slowestMs);
});

test('the log of requests is bounded', async () => {
	const missing = 10_000 - api.sandbox.requests.length + 50;
	await doMany(
		api.sandbox.url,
		missing,
		async (send) => await send('GET', `/api/v1/posts/${seed.posts.draft}`),
	);
	expect(api.sandbox.requests).toHaveLength(10_000);
}, 60_000);
