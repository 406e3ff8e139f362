import { seed, type SandboxOptions } from '../../sandbox';
import { openPublishingApi, type CallOptions, type Reply, type PublishingApi } from './publishingApi';

const { channels, keys } = seed;

let api: PublishingApi;
const open = async (options: SandboxOptions): Promise<void> => {
	api = await openPublishingApi(options);
};
afterEach(() => api.sandbox.close());

const read = (asked: CallOptions = {}) => api.send('GET', '/me/', asked);
const write = (asked: CallOptions = {}) => api.send('DELETE', `/posts/${channels.facebook.id}`, asked);

const times = async (count: number, send: () => Promise<Reply>): Promise<number[]> => {
	const statuses = [];
	for (let index = 0; index < count; index++) statuses.push((await send()).status);
	return statuses;
};

describe('rate limits (P103, P106)', () => {
	test('allows 300 reads and 120 writes per minute and key, as in the contract', async () => {
		await open({ rateLimits: {} });
		expect(new Set(await times(300, read))).toEqual(new Set([200]));
		const refused = await read();
		expect(refused.headers.get('retry-after')).toBe('60');
		expect(refused).toMatchObject({ status: 429 });
		expect(refused.body).toEqual({
			error: 'rate_limited',
			detail: 'credential_reads: at most 300 in 60 seconds',
			tier: 'credential_reads',
			limit: 300,
			remaining: 0,
			retry_after: 60,
			available_at: null,
		});
		expect(new Set(await times(120, write))).toEqual(new Set([404]));
		expect((await write()).body['tier']).toBe('credential_writes');
	});

	test('counts per key and per workspace', async () => {
		await open({ rateLimits: { writesPerKey: 2, writesPerWorkspace: 3 } });
		expect(await times(3, write)).toEqual([404, 404, 429]);
		expect((await write({ key: keys.limited })).status).toBe(404);
		expect((await write({ key: keys.limited })).body['tier']).toBe('workspace_writes');
		expect((await write({ key: keys.approval })).status).toBe(404);
	});

	test("slides the window and doesn't count refused requests", async () => {
		await open({ rateLimits: { readsPerKey: 2 } });
		await read();
		api.sandbox.clock.advance(30_000);
		expect(await times(5, read)).toEqual([200, 429, 429, 429, 429]);
		api.sandbox.clock.advance(30_000);
		expect(await times(2, read)).toEqual([200, 429]);
		api.sandbox.clock.advance(60_000);
		expect(await times(3, read)).toEqual([200, 200, 429]);
	});

	test('counts a 304 but not a 401, 403 or 405', async () => {
		await open({ rateLimits: { readsPerKey: 2 } });
		const etag = (await api.send('GET', '/posts/')).headers.get('etag') ?? '';
		await api.send('GET', '/me/', { key: '' });
		await api.send('PUT', '/me/');
		const asked = { headers: { 'If-None-Match': etag } };
		expect((await api.send('GET', '/posts/', asked)).status).toBe(304);
		expect((await api.send('GET', '/posts/', asked)).status).toBe(429);
	});

	test("doesn't use the idempotency key of a refused request", async () => {
		await open({ rateLimits: { writesPerKey: 1 } });
		const body = { accounts: [channels.facebook.id], caption: 'Hello' };
		await api.send('POST', '/posts/', { body });
		expect((await api.send('POST', '/posts/', { body, once: 'k' })).status).toBe(429);
		api.sandbox.clock.advance(60_000);
		expect((await api.send('POST', '/posts/', { body, once: 'k' })).status).toBe(201);
	});
});

describe('daily limits (P98, P102, P103, P110)', () => {
	const facebook = { accounts: [channels.facebook.id], caption: 'Hello' };
	const create = (delivery: object) => api.send('POST', '/posts/', { body: { ...facebook, delivery } });
	const quota = {
		error: 'platform_quota',
		tier: 'platform_quota:facebook',
		limit: 2,
		remaining: 0,
	};

	test('refuses to schedule with 422 if the previous 24 hours are full, and names a free time (N44)', async () => {
		await open({ dailyCaps: { facebook: 2 } });
		for (const at of ['2026-01-06T10:00:00Z', '2026-01-06T23:00:00Z', '2026-01-07T10:00:00Z']) {
			expect((await create({ mode: 'at', at })).status).toBe(201);
		}
		const { status, body } = await create({ mode: 'at', at: '2026-01-07T09:00:00+00:00' });
		expect(status).toBe(422);
		expect(body).toMatchObject({ ...quota, available_at: '2026-01-07T23:00:00.000+00:00' });
		expect(body).not.toHaveProperty('retry_after');
		expect(api.sandbox.post(body.post_id ?? '').status).toBe('draft');
		const at = body.available_at;
		const sent = await api.send('POST', `/posts/${body.post_id}/schedule`, { body: { at } });
		expect(sent.status).toBe(200);
	});

	test('refuses to publish now with 429 if the previous 24 hours are full, and names the seconds to wait (N44)', async () => {
		await open({ dailyCaps: { facebook: 2 } });
		await create({ mode: 'now' });
		await create({ mode: 'now' });
		const { status, body, headers } = await create({ mode: 'now' });
		expect(status).toBe(429);
		const available_at = '2026-01-06T09:00:00.000+00:00';
		expect(body).toMatchObject({ ...quota, available_at, retry_after: 86_400 });
		expect(headers.get('retry-after')).toBe('86400');
		api.sandbox.clock.set('2026-01-06T00:00:00Z');
		expect((await create({ mode: 'now' })).status).toBe(429);
		api.sandbox.clock.set('2026-01-06T09:00:00Z');
		expect((await create({ mode: 'now' })).status).toBe(201);
	});

	test.each(['queue', 'prioritise'])('refuses in a queue, too: %s (N44)', async (mode) => {
		await open({ dailyCaps: { facebook: 2 } });
		await create({ mode: 'now' });
		await create({ mode: 'now' });
		const { status, body } = await create({ mode });
		expect(status).toBe(422);
		expect(body).toMatchObject({ ...quota, available_at: '2026-01-06T09:00:00.000+00:00' });
		api.sandbox.clock.set('2026-01-06T09:00:00Z');
		expect((await create({ mode })).status).toBe(201);
	});

	test('frees a place when a post moves within its day, is canceled or fails', async () => {
		await open({ dailyCaps: { facebook: 1 } });
		const { body } = await create({ mode: 'at', at: '2026-01-06T10:00:00Z' });
		const id = body.post?.id ?? '';
		const move = { body: { at: '2026-01-06T11:00:00Z' } };
		expect((await api.send('POST', `/posts/${id}/schedule`, move)).status).toBe(200);
		await api.send('POST', `/posts/${id}/cancel`, { body: {} });
		const next = await create({ mode: 'at', at: '2026-01-06T10:00:00Z' });
		expect(next.status).toBe(201);
		api.sandbox.outcomes.fail(next.body.post?.id ?? '');
		expect((await create({ mode: 'at', at: '2026-01-06T10:00:00Z' })).status).toBe(201);
	});

	test('limits the slots of a queue to the daily limit', async () => {
		await open({ dailyCaps: { facebook: 1 } });
		const first = await create({ mode: 'queue' });
		const second = await create({ mode: 'queue' });
		expect([first, second].map(({ body }) => body.post?.scheduledAt)).toEqual([
			'2026-01-06T09:00:00.000+00:00',
			'2026-01-07T09:00:00.000+00:00',
		]);
	});
});
