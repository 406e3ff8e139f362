import { scoringSeed, type ScoringAccount } from '../../sandbox/scoring';
import { until } from '../support/until';
import { everyCall, hold, posts, talkToScoring, type ScoringTalk } from './scoringTalk';

const { keys } = scoringSeed;
const path = '/v1/score/packaging';
const body = { title: 'Seven fried rice mistakes' };

let talk: ScoringTalk;
beforeAll(async () => {
	talk = await talkToScoring();
});
beforeEach(() => talk.sandbox.reset());
afterAll(() => talk.sandbox.close());

describe('account and usage (S14, S18)', () => {
	test('tell who the key is and what is left', async () => {
		expect((await talk.ask('GET', '/v1/me/', { key: keys.starter })).body).toEqual({
			email: 'starter@acme.example',
			plan: { name: 'starter', daily_limit: 10_000 },
			credits_remaining: 2000,
		});
		expect((await talk.ask('GET', '/v1/usage/', { key: keys.free })).body).toEqual({
			credits_remaining: 100,
			plan: { name: 'free', daily_limit: 1000 },
			recent_activity: [],
		});
	});

	test('list what was paid, the newest first; what was free or failed is not there', async () => {
		const key = keys.free;
		const first = await talk.ask('POST', path, { key, body });
		await talk.ask('POST', path, { key, body: {} });
		await talk.ask('GET', '/v1/me/', { key });
		talk.sandbox.clock.advance(1000);
		const second = await talk.ask('GET', '/v1/research/niches', { key });
		const idOf = ({ headers }: typeof first) => headers.get('x-request-id');
		expect((await talk.ask('GET', '/v1/usage/', { key })).body).toEqual({
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
		const reply = await talk.ask(method, each, { key: keys.empty, body: given });
		expect(reply.status).toBe(cost === 0 ? 200 : 402);
		expect(reply.body['code']).toBe(cost === 0 ? undefined : 'insufficient_credits');
		expect(talk.spent('empty')).toBe(0);
	});

	test.each([
		[2, 402, 0],
		[3, 200, 3],
	])('%d credits for a call of 3: %d', async (credits, status, spent) => {
		talk.sandbox.credits.set('empty', credits);
		const both = { ...body, thumbnail_url: 'https://images.example/a.png' };
		expect((await talk.ask('POST', path, { key: keys.empty, body: both })).status).toBe(status);
		expect(talk.spent('empty')).toBe(spent);
	});

	test('two calls at once never spend the same credits', async () => {
		talk.sandbox.credits.set('empty', 4);
		talk.sandbox.change({ latencyMs: 30 });
		const ask = () =>
			talk.ask('POST', '/v1/benchmark/video', {
				key: keys.empty,
				body: { url: scoringSeed.videos.known },
			});
		const statuses = (await Promise.all([ask(), ask()])).map(({ status }) => status);
		expect(statuses.sort()).toEqual([200, 402]);
		expect(talk.sandbox.account('empty').credits).toBe(1);
	});
});

describe('an idempotency key', () => {
	test.each(posts)(
		'%s %s: a repeat gets the first answer and costs nothing',
		async (_, each, given, cost) => {
			const first = await talk.ask('POST', each, { body: given, once: 'k' });
			const second = await talk.ask('POST', each, { body: given, once: 'k' });
			expect(second.text).toBe(first.text);
			expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
			expect(talk.sandbox.requests.map(({ credits }) => credits)).toEqual([cost, 0]);
			expect(talk.sandbox.account('pro')).toMatchObject({ credits: 50_000 - cost, spent: cost });
		},
	);

	test('a repeat is free even when nothing is left', async () => {
		talk.sandbox.credits.set('empty', 1);
		for (const _ of [1, 2]) {
			expect((await talk.ask('POST', path, { key: keys.empty, body, once: 'k' })).status).toBe(200);
		}
	});

	test('counts for 24 hours, by the clock', async () => {
		const idAfter = async (ms: number) => {
			talk.sandbox.clock.advance(ms);
			return (await talk.ask('POST', path, { body, once: 'k' })).body['score_id'];
		};
		const first = await idAfter(0);
		expect(await idAfter(86_399_999)).toBe(first);
		expect(await idAfter(1)).not.toBe(first);
		expect(talk.spent()).toBe(2);
	});

	test.each([
		['with another body', path, { title: 'Another' }],
		['at another endpoint', '/v1/score/video-hook', { youtube_url: scoringSeed.videos.known }],
	])('%s is 422 and costs nothing', async (_title, otherPath, other) => {
		await talk.ask('POST', path, { body, once: 'k' });
		expect(await talk.ask('POST', otherPath, { body: other, once: 'k' })).toMatchObject({
			status: 422,
			body: { code: 'idempotency_mismatch' },
		});
		expect(talk.spent()).toBe(1);
	});

	test('the order of the properties does not make another body', async () => {
		const thumbnail_url = 'https://images.example/a.png';
		await talk.ask('POST', path, { body: { ...body, thumbnail_url }, once: 'k' });
		expect((await talk.ask('POST', path, { body: { thumbnail_url, ...body }, once: 'k' })).status).toBe(200);
		expect(talk.spent()).toBe(3);
	});

	test('is 409 while the first call runs', async () => {
		const leave = await hold(talk, path, [{ body, once: 'k' }]);
		expect(await talk.ask('POST', path, { body, once: 'k' })).toMatchObject({
			status: 409,
			body: { code: 'idempotency_in_flight' },
		});
		await leave();
	});

	test('belongs to one API key; a GET and an empty one have none', async () => {
		for (const key of [keys.pro, keys.free]) await talk.ask('POST', path, { key, body, once: 'k' });
		for (const _ of [1, 2]) await talk.ask('POST', path, { body, once: '' });
		for (const _ of [1, 2]) await talk.ask('GET', '/v1/research/niches', { once: 'g' });
		expect([talk.spent('pro'), talk.spent('free')]).toEqual([5, 1]);
	});

	test('is free again after a call that failed', async () => {
		expect((await talk.ask('POST', path, { key: keys.empty, body, once: 'k' })).status).toBe(402);
		talk.sandbox.credits.set('empty', 5);
		const other = { title: 'Another' };
		expect((await talk.ask('POST', path, { key: keys.empty, body: other, once: 'k' })).status).toBe(200);
	});
});

describe('credits are taken on success alone (S31)', () => {
	const ask = () => talk.ask('POST', path, { body, once: 'k' });
	const paid = ({ credits, spent }: ScoringAccount) => [credits, spent];

	test.each([
		['status', 503, 0],
		['body', 200, 0],
		['statusAfter', 503, 1],
	] as const)('%s: %d, then a repeat; %d paid before it', async (kind, status, before) => {
		talk.sandbox.faults.add({ path, kind, body: '<h1>Busy</h1>' });
		expect(await ask()).toMatchObject({ status, text: '<h1>Busy</h1>' });
		expect(talk.spent()).toBe(before);
		expect((await ask()).status).toBe(200);
		expect(paid(talk.sandbox.account('pro'))).toEqual([49_999, 1]);
	});

	test.each([
		['drop', 0],
		['dropAfter', 1],
	] as const)('%s, then a repeat; %d paid before it', async (kind, before) => {
		talk.sandbox.faults.add({ path, kind });
		await expect(ask()).rejects.toThrow('fetch failed');
		expect(talk.spent()).toBe(before);
		expect((await ask()).status).toBe(200);
		expect(talk.spent()).toBe(1);
	});

	test('a client that gives up waiting pays nothing (S30)', async () => {
		const giveUp = await hold(talk, path, [{ body, once: 'k' }]);
		await giveUp();
		await until(() => talk.sandbox.inFlight.all.now === 0);
		expect((await ask()).status).toBe(200);
		expect(talk.spent()).toBe(1);
	});
});
