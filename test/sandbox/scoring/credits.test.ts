import { scoringSeed, type ScoringAccount } from '../../../sandbox/scoring';
import { until } from '../../support/until';
import { everyCall, hold, posts, openScoringApi, type ScoringApi } from '../scoringApi';

const { keys } = scoringSeed;
const path = '/v1/score/packaging';
const body = { title: 'Seven fried rice mistakes' };

let api: ScoringApi;
beforeAll(async () => {
	api = await openScoringApi();
});
beforeEach(() => api.sandbox.reset());
afterAll(() => api.sandbox.close());

describe('account and usage (S14, S18)', () => {
	test("show the key's identity and remaining credits", async () => {
		expect((await api.send('GET', '/v1/me/', { key: keys.starter })).body).toEqual({
			email: 'starter@acme.example',
			plan: { name: 'starter', daily_limit: 10_000 },
			credits_remaining: 2000,
		});
		expect((await api.send('GET', '/v1/usage/', { key: keys.free })).body).toEqual({
			credits_remaining: 100,
			plan: { name: 'free', daily_limit: 1000 },
			recent_activity: [],
		});
	});

	test('list paid calls, newest first, without free or failed ones', async () => {
		const key = keys.free;
		const first = await api.send('POST', path, { key, body });
		await api.send('POST', path, { key, body: {} });
		await api.send('GET', '/v1/me/', { key });
		api.sandbox.clock.advance(1000);
		const second = await api.send('GET', '/v1/research/niches', { key });
		const idOf = ({ headers }: typeof first) => headers.get('x-request-id');
		expect((await api.send('GET', '/v1/usage/', { key })).body).toEqual({
			credits_remaining: 98,
			plan: { name: 'free', daily_limit: 1000 },
			recent_activity: [
				{
					created_at: '2026-01-05T09:00:01.000Z',
					endpoint: 'GET /v1/research/niches',
					request_id: idOf(second),
					credits: 1,
				},
				{
					created_at: '2026-01-05T09:00:00.000Z',
					endpoint: 'POST /v1/score/packaging',
					request_id: idOf(first),
					credits: 1,
				},
			],
		});
	});
});

describe('without enough credits (S28, S31)', () => {
	test.each(everyCall)('%s %s', async (method, each, given, cost) => {
		const reply = await api.send(method, each, { key: keys.empty, body: given });
		expect(reply.status).toBe(cost === 0 ? 200 : 402);
		expect(reply.body['code']).toBe(cost === 0 ? undefined : 'insufficient_credits');
		expect(api.spent('empty')).toBe(0);
	});

	test.each([
		[2, 402, 0],
		[3, 200, 3],
	])('answers a call for 3 credits, with %d left, with %d', async (credits, status, spent) => {
		api.sandbox.credits.set('empty', credits);
		const both = { ...body, thumbnail_url: 'https://images.example/a.png' };
		expect((await api.send('POST', path, { key: keys.empty, body: both })).status).toBe(status);
		expect(api.spent('empty')).toBe(spent);
	});

	test('never spends the same credits on two parallel calls', async () => {
		api.sandbox.credits.set('empty', 4);
		api.sandbox.change({ latencyMs: 30 });
		const send = () =>
			api.send('POST', '/v1/benchmark/video', {
				key: keys.empty,
				body: { url: scoringSeed.videos.known },
			});
		const statuses = (await Promise.all([send(), send()])).map(({ status }) => status);
		expect(statuses.sort()).toEqual([200, 402]);
		expect(api.sandbox.account('empty').credits).toBe(1);
	});
});

describe('an idempotency key', () => {
	test.each(posts)(
		'%s %s: a repeat gets the first answer and costs nothing',
		async (_, each, given, cost) => {
			const first = await api.send('POST', each, { body: given, once: 'k' });
			const second = await api.send('POST', each, { body: given, once: 'k' });
			expect(second.text).toBe(first.text);
			expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
			expect(api.sandbox.requests.map(({ credits }) => credits)).toEqual([cost, 0]);
			expect(api.sandbox.account('pro')).toMatchObject({ credits: 50_000 - cost, spent: cost });
		},
	);

	test('makes a retry free even if no credits are left', async () => {
		api.sandbox.credits.set('empty', 1);
		for (const _ of [1, 2]) {
			expect((await api.send('POST', path, { key: keys.empty, body, once: 'k' })).status).toBe(200);
		}
	});

	test('is valid for 24 hours by the clock', async () => {
		const idAfter = async (ms: number) => {
			api.sandbox.clock.advance(ms);
			return (await api.send('POST', path, { body, once: 'k' })).body['score_id'];
		};
		const first = await idAfter(0);
		expect(await idAfter(86_399_999)).toBe(first);
		expect(await idAfter(1)).not.toBe(first);
		expect(api.spent()).toBe(2);
	});

	test.each([
		['with another body', path, { title: 'Another' }],
		['at another endpoint', '/v1/score/video-hook', { youtube_url: scoringSeed.videos.known }],
	])('%s returns 422 and costs nothing', async (_title, otherPath, other) => {
		await api.send('POST', path, { body, once: 'k' });
		expect(await api.send('POST', otherPath, { body: other, once: 'k' })).toMatchObject({
			status: 422,
			body: { code: 'idempotency_mismatch' },
		});
		expect(api.spent()).toBe(1);
	});

	test('ignores the order of properties in the body', async () => {
		const thumbnail_url = 'https://images.example/a.png';
		await api.send('POST', path, { body: { ...body, thumbnail_url }, once: 'k' });
		expect((await api.send('POST', path, { body: { thumbnail_url, ...body }, once: 'k' })).status).toBe(200);
		expect(api.spent()).toBe(3);
	});

	test('returns 409 while the first call runs', async () => {
		const leave = await hold(api, path, [{ body, once: 'k' }]);
		expect(await api.send('POST', path, { body, once: 'k' })).toMatchObject({
			status: 409,
			body: { code: 'idempotency_in_flight' },
		});
		await leave();
	});

	test('belongs to one API key and has no effect on a GET or if empty', async () => {
		for (const key of [keys.pro, keys.free]) await api.send('POST', path, { key, body, once: 'k' });
		for (const _ of [1, 2]) await api.send('POST', path, { body, once: '' });
		for (const _ of [1, 2]) await api.send('GET', '/v1/research/niches', { once: 'g' });
		expect([api.spent('pro'), api.spent('free')]).toEqual([5, 1]);
	});

	test('can be reused after a failed call', async () => {
		expect((await api.send('POST', path, { key: keys.empty, body, once: 'k' })).status).toBe(402);
		api.sandbox.credits.set('empty', 5);
		const other = { title: 'Another' };
		expect((await api.send('POST', path, { key: keys.empty, body: other, once: 'k' })).status).toBe(200);
	});
});

describe('credits are charged only on success (S31)', () => {
	const send = () => api.send('POST', path, { body, once: 'k' });
	const paid = ({ credits, spent }: ScoringAccount) => [credits, spent];

	test.each([
		['status', 503, 0],
		['body', 200, 0],
		['statusAfter', 503, 1],
	] as const)('%s: %d, then a repeat; %d paid before it', async (kind, status, before) => {
		api.sandbox.faults.add({ path, kind, body: '<h1>Busy</h1>' });
		expect(await send()).toMatchObject({ status, text: '<h1>Busy</h1>' });
		expect(api.spent()).toBe(before);
		expect((await send()).status).toBe(200);
		expect(paid(api.sandbox.account('pro'))).toEqual([49_999, 1]);
	});

	test.each([
		['drop', 0],
		['dropAfter', 1],
	] as const)('%s, then a repeat; %d paid before it', async (kind, before) => {
		api.sandbox.faults.add({ path, kind });
		await expect(send()).rejects.toThrow('fetch failed');
		expect(api.spent()).toBe(before);
		expect((await send()).status).toBe(200);
		expect(api.spent()).toBe(1);
	});

	test('charges nothing if the client stops waiting (S30)', async () => {
		const giveUp = await hold(api, path, [{ body, once: 'k' }]);
		await giveUp();
		await until(() => api.sandbox.inFlight.all.now === 0);
		expect((await send()).status).toBe(200);
		expect(api.spent()).toBe(1);
	});
});
