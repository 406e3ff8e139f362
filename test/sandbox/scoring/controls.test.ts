import { readCommandLine } from '../../../sandbox/commandLine';
import { scoringSeed, startScoringSandbox } from '../../../sandbox/scoring';
import { openScoringApi, type ScoringApi } from '../scoringApi';

const { keys } = scoringSeed;

let api: ScoringApi;
beforeAll(async () => {
	api = await openScoringApi();
});
beforeEach(() => api.sandbox.reset());
afterAll(() => api.sandbox.close());

const control = async (method: string, path: string, body?: unknown) => {
	const answer = await fetch(`${api.sandbox.url}/sandbox/api${path}`, {
		method,
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await answer.text();
	return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
};

describe('controls over HTTP', () => {
	test('return state, seed and requests', async () => {
		await api.send('GET', '/v1/research/niches', { key: keys.free });
		const { body } = await control('GET', '/state');
		expect(body).toMatchObject({
			now: '2026-01-05T09:00:00.000Z',
			behaviour: { envelope: 'code', retryAfter: 'header', latencyMs: 0, slotWaitMs: 30_000 },
			inFlight: { '/v1/research/niches': { now: 0, peak: 1, working: 0, workingPeak: 1 } },
			requestCount: 1,
		});
		expect((body as { accounts: unknown[] }).accounts).toContainEqual({
			key: 'free',
			apiKey: keys.free,
			plan: 'free',
			email: 'free@acme.example',
			isRevoked: false,
			credits: 99,
			spent: 1,
			activity: [expect.objectContaining({ credits: 1 })],
		});
		expect((await control('GET', '/seed')).body).toEqual(scoringSeed);
		expect((await control('GET', '/requests')).body).toEqual(api.sandbox.requests);
	});

	test('set credits and revoke keys, by the name of a key or by the key itself', async () => {
		expect((await control('POST', '/credits', { key: 'empty', credits: 7 })).body).toMatchObject({
			key: 'empty',
			credits: 7,
		});
		await control('POST', '/credits', { key: keys.pro, credits: 8 });
		expect((await api.send('GET', '/v1/usage/')).body['credits_remaining']).toBe(8);
		expect((await control('POST', '/keys/revoke', { key: 'pro' })).body).toMatchObject({ isRevoked: true });
		expect((await api.send('GET', '/v1/usage/')).status).toBe(401);
	});

	test('change the behaviour, plan faults, move the clock and reset everything', async () => {
		const { body } = await control('POST', '/behaviour', { envelope: 'flat', retryAfter: 'none' });
		expect(body).toMatchObject({ envelope: 'flat', retryAfter: 'none', slotWaitMs: 30_000 });
		await control('POST', '/faults', { path: '/v1/me', kind: 'status', status: 503, times: 9 });
		expect(await api.send('GET', '/v1/me/')).toMatchObject({
			status: 503,
			body: { error: 'service_unavailable' },
		});
		expect((await control('DELETE', '/faults')).status).toBe(204);
		expect((await api.send('GET', '/v1/me/')).status).toBe(200);
		expect((await control('POST', '/clock', { advanceMs: 1000 })).body).toEqual({
			now: '2026-01-05T09:00:01.000Z',
		});
		expect((await control('POST', '/reset')).status).toBe(204);
		expect((await control('GET', '/state')).body).toMatchObject({
			now: '2026-01-05T09:00:00.000Z',
			behaviour: { envelope: 'code' },
			requestCount: 0,
		});
	});

	test.each([
		['GET', '/nothing', undefined, 404],
		['POST', '/credits', { key: 'nobody', credits: 1 }, 404],
		['POST', '/credits', { key: 'free', credits: -1 }, 422],
		['POST', '/behaviour', { envelope: 'other' }, 422],
		['POST', '/faults', { kind: 'drop' }, 422],
	])('answers %s %s %j with %d', async (method, path, body, status) => {
		expect((await control(method, path, body)).status).toBe(status);
	});
});

test('resets credits, keys, idempotency and peaks', async () => {
	const body = { title: 'A' };
	const first = await api.send('POST', '/v1/score/packaging', { body, once: 'k' });
	api.sandbox.keys.revoke('pro');
	api.sandbox.reset();
	expect(api.sandbox.account('pro')).toMatchObject({ credits: 50_000, spent: 0, activity: [] });
	expect(api.sandbox.inFlight.all.peak).toBe(0);
	const second = await api.send('POST', '/v1/score/packaging', { body, once: 'k' });
	expect(second.body['score_id']).not.toBe(first.body['score_id']);
});

describe('its own address (S1)', () => {
	test('rejects a port that is in use', async () => {
		await expect(startScoringSandbox({ port: api.sandbox.port })).rejects.toThrow('EADDRINUSE');
	});

	test('starts from the command line on port 4020 or the given port', () => {
		expect(readCommandLine([])?.scoring).toEqual({
			port: 4020,
			profile: 'observed',
			clock: 'real',
			latencyMs: 0,
		});
		const args =
			'--scoring-port 0 --clock manual --now 2026-02-01T00:00:00Z --rate-limits off --latency-ms 6 --profile documents';
		expect(readCommandLine(args.split(' '))?.scoring).toEqual({
			port: 0,
			profile: 'documents',
			clock: 'manual',
			now: '2026-02-01T00:00:00Z',
			rateLimits: 'off',
			latencyMs: 6,
		});
		expect(() => readCommandLine(['--scoring-port=x'])).toThrow('--scoring-port');
	});
});
