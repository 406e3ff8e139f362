import { seed } from '../../sandbox';
import { doMany } from '../support/manyRequests';
import { openPublishingApi, type PublishingApi } from './publishingApi';

let api: PublishingApi;
// Each test has its own sandbox, so no test sees another's requests.
beforeEach(async () => {
	api = await openPublishingApi();
});
afterEach(async () => await api.sandbox.close());

test('lists, polls and publishes four hundred posts', async () => {
	const at = '2026-01-06T09:00:00Z';
	const deliveries = [{ mode: 'queue' }, { mode: 'at', at }, undefined, { mode: 'now' }];
	const accounts = [seed.channels.facebook.id];
	await doMany(api.sandbox.url, 400, async (send, index) => {
		const post = { accounts, caption: 'Hello', delivery: deliveries[index % 4] };
		await send('POST', '/api/v1/posts/', post);
	});
	let pages = 0;
	for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; pages++) {
		const { body } = await api.send('GET', `/posts/?limit=20${cursor === '' ? '' : `&cursor=${cursor}`}`);
		cursor = body.nextCursor;
	}
	expect(pages).toBe(20);
	api.sandbox.clock.set('2026-01-07T00:00:00Z');
	const { body } = await api.send('GET', '/posts/?status=scheduled');
	expect(body.data).toEqual([]);
});

test('limits the log of requests', async () => {
	const { requests } = api.sandbox;
	await api.send('GET', '/me/');
	const [older] = requests.splice(0).slice(-1);
	if (older) requests.push(...Array.from({ length: 10_000 }, () => older));
	await doMany(api.sandbox.url, 50, async (send) => await send('GET', '/api/v1/accounts/'));
	expect(requests).toHaveLength(10_000);
	const newer = requests.slice(-50).map(({ path }) => path);
	expect(new Set(newer)).toEqual(new Set(['/api/v1/accounts/']));
});
