import { scoringSeed, type PlanName, type ScoringSandboxOptions } from '../../../sandbox/scoring';
import { until } from '../../support/until';
import { hold, openScoringApi, type ScoringCall, type ScoringReply, type ScoringApi } from '../scoringApi';

const { keys, videos, channels } = scoringSeed;
const hook = '/v1/score/video-hook';
const channel = '/v1/benchmark/channel';

let api: ScoringApi;
const open = async (options: ScoringSandboxOptions = {}): Promise<void> => {
	api = await openScoringApi(options);
};
afterEach(() => api.sandbox.close());

const me = (key: string) => api.send('GET', '/v1/me/', { key });
const statusesOf = (replies: ScoringReply[]): number[] => replies.map(({ status }) => status).sort();
const limitsOf = ({ headers }: ScoringReply) =>
	['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));

const startOfClock = Date.parse('2026-01-05T09:00:00Z') / 1000;

describe('the rate limit of a plan (S28, S29)', () => {
	test.each<[PlanName, number]>([
		['free', 30],
		['starter', 120],
		['pro', 600],
	])('%s: allows %d a minute and says so in each answer', async (plan, perMinute) => {
		await open({ rateLimits: {} });
		const replies = [];
		for (let index = 0; index < perMinute; index++) replies.push(await me(keys[plan]));
		expect(new Set(statusesOf(replies))).toEqual(new Set([200]));
		expect(replies.slice(0, 2).map(limitsOf)).toEqual([
			[perMinute, perMinute - 1, startOfClock + 60],
			[perMinute, perMinute - 2, startOfClock + 60],
		]);
		const refused = await me(keys[plan]);
		expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
		expect(refused.headers.get('retry-after')).toBe('60');
		expect(limitsOf(refused)).toEqual([perMinute, 0, startOfClock + 60]);
	});

	test("slides the window and doesn't count refused requests", async () => {
		await open({ rateLimits: { free: { perMinute: 2 } } });
		await me(keys.free);
		api.sandbox.clock.advance(30_000);
		await me(keys.free);
		const refused = await me(keys.free);
		expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
		api.sandbox.clock.advance(30_000);
		expect(statusesOf([await me(keys.free), await me(keys.free)])).toEqual([200, 429]);
		expect((await me(keys.starter)).status).toBe(200);
	});

	test('has a separate limit per day', async () => {
		await open({ rateLimits: { free: { perDay: 3 } } });
		for (const _ of [1, 2, 3]) {
			expect((await me(keys.free)).status).toBe(200);
			api.sandbox.clock.advance(60_000);
		}
		const refused = await me(keys.free);
		expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(86_400 - 180)]);
		expect(limitsOf(refused)).toEqual([3, 0, startOfClock + 86_400]);
	});

	test('appears in errors, but not for an unknown key or without limits', async () => {
		await open({ rateLimits: {} });
		expect(limitsOf(await api.send('GET', '/v1/me', { key: keys.free }))).toEqual([
			30,
			29,
			startOfClock + 60,
		]);
		expect((await me('')).headers.get('x-ratelimit-limit')).toBeNull();
		await api.sandbox.close();
		await open();
		expect((await me(keys.free)).headers.get('x-ratelimit-limit')).toBeNull();
	});

	test('allows as many parallel calls as the plan and refuses one more immediately', async () => {
		await open({ rateLimits: {} });
		const leave = await hold(api, '/v1/me/', Array<ScoringCall>(5).fill({ key: keys.free }));
		expect(await me(keys.free)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
		expect(api.sandbox.inFlight.all).toMatchObject({ peak: 6, workingPeak: 5 });
		expect((await me(keys.starter)).status).toBe(200);
		await leave();
		await until(() => api.sandbox.inFlight.all.now === 0);
		expect((await me(keys.free)).status).toBe(200);
	});
});

const hookCall: ScoringCall = { body: { youtube_url: videos.known } };
const channelCall: ScoringCall = { body: { url: channels.known } };
const askHook = () => api.send('POST', hook, hookCall);
const fillSlots = () => hold(api, hook, [hookCall, hookCall]);
const isWaiting = () => api.sandbox.inFlight[hook].now === 3;

describe('slots', () => {
	test.each([
		['S9', hook, hookCall, 2],
		['S10', channel, channelCall, 5],
	] as const)('%s %s: queues the remaining calls', async (_title, path, call, slots) => {
		await open();
		const leave = await hold(api, path, Array<ScoringCall>(slots).fill(call));
		const waiting = Array.from({ length: slots + 1 }, () => api.send('POST', path, call));
		await until(() => api.sandbox.inFlight[path].now === slots * 2 + 1);
		expect(api.sandbox.inFlight[path].working).toBe(slots);
		await leave();
		expect(new Set(statusesOf(await Promise.all(waiting)))).toEqual(new Set([200]));
		expect(api.sandbox.inFlight[path]).toEqual({
			now: 0,
			peak: slots * 2 + 1,
			working: 0,
			workingPeak: slots,
		});
	});

	test('are counted per key', async () => {
		await open();
		const leave = await hold(api, hook, [hookCall, hookCall, { ...hookCall, key: keys.starter }]);
		expect(api.sandbox.inFlight[hook].workingPeak).toBe(3);
		await leave();
	});

	test('end the wait after 30 seconds of the clock (S28, S29)', async () => {
		await open();
		const leave = await fillSlots();
		const waiting = askHook();
		await until(isWaiting);
		api.sandbox.clock.advance(29_999);
		expect(api.sandbox.inFlight[hook].now).toBe(3);
		api.sandbox.clock.advance(1);
		const refused = await waiting;
		expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
		expect(refused.headers.get('retry-after')).toBe('1');
		expect(api.spent()).toBe(0);
		await leave();
	});

	test('pass to a waiting call when free', async () => {
		await open();
		const leave = await fillSlots();
		const waiting = askHook();
		await until(isWaiting);
		await leave();
		expect((await waiting).status).toBe(200);
		api.sandbox.clock.advance(60_000);
		expect((await askHook()).status).toBe(200);
		expect(api.spent()).toBe(20);
	});

	test("aren't used by a client that leaves the queue", async () => {
		await open();
		const leave = await fillSlots();
		const client = new AbortController();
		const asked = api.send('POST', hook, { ...hookCall, signal: client.signal });
		await until(isWaiting);
		client.abort();
		await expect(asked).rejects.toThrow('aborted');
		await until(() => api.sandbox.inFlight[hook].now === 2);
		await leave();
		expect(statusesOf(await Promise.all([askHook(), askHook(), askHook()]))).toEqual([200, 200, 200]);
		expect(api.spent()).toBe(30);
	});

	test.each([
		['manual', 0],
		['real', 30],
	] as const)('can have a shorter wait with a %s clock', async (clock, slotWaitMs) => {
		await open({ clock, slotWaitMs });
		const leave = await fillSlots();
		expect((await askHook()).status).toBe(429);
		await leave();
	});
});
