import { seed, type FaultSpec } from '../../sandbox';
import { openPublishingApi, type PublishingApi } from './publishingApi';

const body = { accounts: [seed.channels.facebook.id], caption: 'Hello' };

let api: PublishingApi;
beforeEach(async () => {
	api = await openPublishingApi();
});
afterEach(() => api.sandbox.close());

const create = () => api.send('POST', '/posts/', { body, once: 'k' });

describe('faults that answer (P104)', () => {
	test.each<[string, Omit<FaultSpec, 'path'>, number, object | string, number]>([
		['503 before the work', { kind: 'status' }, 503, { error: 'unavailable', detail: 'a scripted fault' }, 0],
		[
			'a status of choice',
			{ kind: 'status', status: 500 },
			500,
			{ error: 'internal', detail: 'a scripted fault' },
			0,
		],
		[
			'a body of its own',
			{ kind: 'status', status: 418, body: { error: 'teapot' } },
			418,
			{ error: 'teapot' },
			0,
		],
		[
			'503 after the work',
			{ kind: 'statusAfter' },
			503,
			{ error: 'unavailable', detail: 'a scripted fault' },
			1,
		],
		['a page', { kind: 'body', body: '<h1>Hi</h1>', contentType: 'text/html' }, 200, '<h1>Hi</h1>', 0],
		[
			'a page with a status',
			{ kind: 'body', body: '<h1>Bad gateway</h1>', status: 502 },
			502,
			'<h1>Bad gateway</h1>',
			0,
		],
	])('answers one request with %s', async (_name, fault, status, expected, posts) => {
		api.sandbox.faults.add({ ...fault, path: '/posts/' });
		const reply = await create();
		expect(reply.status).toBe(status);
		expect(typeof expected === 'string' ? reply.text : reply.body).toEqual(expected);
		expect(api.sandbox.posts()).toHaveLength(posts);
		expect((await create()).status).toBe(201);
		expect(api.sandbox.posts()).toHaveLength(1);
	});

	test('sets seconds to wait, headers and repetitions (P103)', async () => {
		const headers = { 'X-Request-Id': 'r1' };
		api.sandbox.faults.add({ path: /me/, kind: 'status', status: 429, retryAfter: 7, headers, times: 2 });
		for (const expected of [429, 429, 200]) expect((await api.send('GET', '/me/')).status).toBe(expected);
		api.sandbox.faults.add({ path: /me/, kind: 'status', status: 429, retryAfter: 7, headers });
		const reply = await api.send('GET', '/me/');
		expect(reply.body).toMatchObject({ error: 'rate_limited', retry_after: 7 });
		expect([reply.headers.get('retry-after'), reply.headers.get('x-request-id')]).toEqual(['7', 'r1']);
	});
});

describe('faults that drop the connection', () => {
	test.each([
		['drop', 0],
		['dropAfter', 1],
	] as const)('%s answers nothing and leaves %d posts', async (kind, posts) => {
		api.sandbox.faults.add({ path: '/posts', kind });
		await expect(create()).rejects.toThrow('fetch failed');
		expect(api.sandbox.posts()).toHaveLength(posts);
		expect(api.sandbox.requests.at(-1)).toMatchObject({ method: 'POST', status: 0, body });
		expect((await create()).status).toBe(201);
		expect(api.sandbox.posts()).toHaveLength(1);
	});
});

describe('a stalled request', () => {
	test.each<[string, string, object]>([
		['a retry with a stored answer', 'k', body],
		['a refusal', 'other', { ...body, accounts: ['nobody'] }],
	])('stays without an answer even if it is %s', async (_name, once, asked) => {
		expect((await create()).status).toBe(201);
		api.sandbox.faults.add({ path: '/posts/', kind: 'stall' });
		const signal = AbortSignal.timeout(200);
		await expect(api.send('POST', '/posts/', { body: asked, once, signal })).rejects.toThrow();
		expect((await create()).status).toBe(201);
		expect(api.sandbox.posts()).toHaveLength(1);
	});
});

describe('faults that corrupt an answer after the work', () => {
	test('sends the first half of the body with cut', async () => {
		api.sandbox.faults.add({ path: '/posts', kind: 'cut' });
		const { status, text } = await create();
		expect(status).toBe(201);
		expect(text.length).toBeGreaterThan(10);
		expect(JSON.stringify((await create()).body).slice(0, text.length)).toBe(text);
	});

	test('sends another content type with relabel', async () => {
		api.sandbox.faults.add({ path: '/posts', kind: 'relabel' });
		const { status, headers, text } = await create();
		expect([status, headers.get('content-type')]).toEqual([201, 'text/html']);
		expect(JSON.parse(text)).toMatchObject({ routed: 'draft' });
	});

	test('closes the connection within the answer with dropMidAnswer', async () => {
		api.sandbox.faults.add({ path: '/posts', kind: 'dropMidAnswer' });
		await expect(create()).rejects.toThrow('terminated');
	});

	afterEach(async () => {
		await create();
		expect(api.sandbox.posts()).toHaveLength(1);
	});
});

describe('the requests that a fault affects', () => {
	test.each<[Pick<FaultSpec, 'path' | 'method'>, number[]]>([
		[{ path: '/posts' }, [503, 200, 200]],
		[{ path: '/api/v1/posts/' }, [503, 200, 200]],
		[{ path: '/posts', method: 'post' }, [200, 200, 200]],
		[{ path: /^\/api\/v1\/(me|accounts)/, method: 'GET' }, [200, 503, 200]],
		[{ path: '/me/' }, [200, 503, 200]],
	])('%j', async (which, expected) => {
		api.sandbox.faults.add({ ...which, kind: 'status' });
		const statuses = [];
		for (const path of ['/posts/?limit=1', '/me/', '/accounts/'])
			statuses.push((await api.send('GET', path)).status);
		expect(statuses).toEqual(expected);
	});

	test('affects no request after faults are cleared', async () => {
		api.sandbox.faults.add({ path: '/me', kind: 'drop' });
		api.sandbox.faults.clear();
		expect((await api.send('GET', '/me/')).status).toBe(200);
	});
});

test('can delay every answer', async () => {
	await api.sandbox.close();
	api = await openPublishingApi({ latencyMs: 120 });
	for (const asked of [{}, { key: '' }]) {
		const start = performance.now();
		await api.send('GET', '/me/', asked);
		expect(performance.now() - start).toBeGreaterThanOrEqual(110);
	}
});

test('logs headers without the key, and no bodies in Activity (P9)', async () => {
	await create();
	expect(api.sandbox.requests).toHaveLength(1);
	expect(api.sandbox.requests[0]).toMatchObject({
		method: 'POST',
		path: '/api/v1/posts/',
		query: {},
		headers: { 'idempotency-key': 'k', authorization: '***', 'user-agent': 'sandbox-tests/1.0' },
		body,
		status: 201,
		at: '2026-01-05T09:00:00.000+00:00',
	});
	await api.send('GET', '/me/', { headers: { 'User-Agent': 'node' } });
	await api.send('GET', '/posts/', { key: seed.keys.noAnalytics });
	const state = (await (await fetch(`${api.sandbox.url}/sandbox/api/state`)).json()) as {
		activities: unknown;
	};
	expect(state.activities).toEqual([
		expect.objectContaining({ key: 'No analytics', method: 'GET', path: '/api/v1/posts/', status: 200 }),
		{
			at: '2026-01-05T09:00:00.000+00:00',
			workspaceId: seed.workspaces.main.id,
			key: 'Automation',
			method: 'POST',
			path: '/api/v1/posts/',
			status: 201,
		},
	]);
});

describe('random faults', () => {
	const faults: FaultSpec[] = [
		{ path: /./, kind: 'status', status: 429 },
		{ path: /./, kind: 'status', status: 503 },
	];

	/** The statuses of this many requests. */
	const statuses = async (count: number): Promise<number[]> => {
		const list: number[] = [];
		for (let index = 0; index < count; index++) list.push((await api.send('GET', '/me/')).status);
		return list;
	};

	test('affect the requested share, occur equally often and are counted', async () => {
		api.sandbox.faults.leaveToChance({ share: 0.2, seed: 1, faults });
		const met = await statuses(400);
		const counts = [429, 503].map((status) => met.filter((each) => each === status).length);
		expect(counts).toEqual(api.sandbox.faults.met());
		for (const count of counts) expect(count).toBeGreaterThan(20);
		for (const count of counts) expect(count).toBeLessThan(60);
	});

	test('are the same for the same seed and differ for another', async () => {
		const withSeed = async (seed: number): Promise<number[]> => {
			api.sandbox.faults.leaveToChance({ share: 0.5, seed, faults });
			return await statuses(20);
		};
		const first = await withSeed(7);
		expect(await withSeed(7)).toEqual(first);
		expect(await withSeed(8)).not.toEqual(first);
	});

	test("follow scripted ones, skip requests they don't fit and end with them", async () => {
		api.sandbox.faults.leaveToChance({ share: 1, seed: 1, faults: [{ path: '/me', kind: 'status' }] });
		api.sandbox.faults.add({ path: '/me', kind: 'status', status: 418 });
		expect(await statuses(2)).toEqual([418, 503]);
		expect((await api.send('GET', '/accounts/')).status).toBe(200);
		api.sandbox.faults.clear();
		expect(await statuses(1)).toEqual([200]);
	});

	test('can be set over HTTP', async () => {
		const url = `${api.sandbox.url}/sandbox/api/chance`;
		const body = { share: 1, seed: 3, faults: [{ pathPattern: '.', kind: 'status', status: 500 }] };
		const asked = async (text: object) => await fetch(url, { method: 'POST', body: JSON.stringify(text) });
		expect((await asked({ ...body, share: 2 })).status).toBe(422);
		expect((await asked(body)).status).toBe(204);
		expect(await statuses(2)).toEqual([500, 500]);
		expect(await (await fetch(url)).json()).toEqual({ met: [2] });
	});
});
