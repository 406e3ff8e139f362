import { seed, startSandbox, type Post } from '../../sandbox';
import { readCommandLine, usage } from '../../sandbox/commandLine';
import { openPublishingApi, type PublishingApi } from './publishingApi';

const { channels, keys } = seed;

let api: PublishingApi;
beforeEach(async () => {
	api = await openPublishingApi();
});
afterEach(() => api.sandbox.close());

const control = async (method: string, path: string, body?: unknown) => {
	const answer = await fetch(`${api.sandbox.url}/sandbox/api${path}`, {
		method,
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await answer.text();
	return {
		status: answer.status,
		body: (text === '' ? undefined : JSON.parse(text)) as Post & { detail: string },
	};
};

describe('controls over HTTP', () => {
	test.each([
		['approve', 'queued'],
		['reject', 'rejected'],
		['request-changes', 'changes_requested'],
	])('decide a post: %s leads to %s, and only once', async (action, status) => {
		const { id } = await api.create({ delivery: { mode: 'queue' } }, keys.drafts);
		expect(await control('POST', `/posts/${id}/${action}`)).toMatchObject({
			status: 200,
			body: { id, status },
		});
		expect(await control('POST', `/posts/${id}/${action}`)).toMatchObject({ status: 409 });
	});

	test('hold, resume, fail, publish and resolve a post', async () => {
		const { id } = await api.create({
			accounts: [channels.facebook.id, channels.bluesky.id],
			delivery: { mode: 'queue' },
		});
		expect((await control('POST', `/posts/${id}/hold`)).body.status).toBe('on_hold');
		expect((await control('POST', `/posts/${id}/resume`)).body.status).toBe('queued');
		const failing = { channelId: channels.bluesky.id, error: 'No' };
		expect((await control('POST', `/posts/${id}/fail`, failing)).body.channels[1]).toMatchObject({
			error: 'No',
		});
		expect((await control('POST', `/posts/${id}/publish`)).body.status).toBe('partially_published');
		expect((await control('POST', `/posts/${id}/resolve`)).body.attentionResolvedAt).not.toBeNull();
	});

	test('comment on a post in review, and let a post hang', async () => {
		const inReview = await api.create({ delivery: { mode: 'queue' } }, keys.drafts);
		api.sandbox.clock.advance(1000);
		const { body } = await control('POST', `/posts/${inReview.id}/comment`);
		expect(body).toEqual({ ...inReview, updatedAt: '2026-01-05T09:00:01.000+00:00' });
		const { id } = await api.create({ delivery: { mode: 'queue' } });
		expect(await control('POST', `/posts/${inReview.id}/hang`)).toMatchObject({ status: 409 });
		expect((await control('POST', `/posts/${id}/hang`)).body.status).toBe('queued');
		api.sandbox.clock.advance(24 * 3_600_000);
		expect(api.sandbox.post(id).status).toBe('queued');
		expect((await control('POST', `/posts/${id}/publish`)).body.status).toBe('published');
	});

	test('a post that hangs is published if it is delivered again', async () => {
		const { id } = await api.create({ delivery: { mode: 'queue' } });
		await control('POST', `/posts/${id}/hang`);
		await api.send('POST', `/posts/${id}/publish`, { body: {} });
		api.sandbox.clock.advance(60_000);
		expect(api.sandbox.post(id).status).toBe('published');
	});

	test.each([
		['expire', 'token_expiring', false],
		['disconnect', 'disconnected', true],
		['break-down', 'error', true],
		['reconnect', 'connected', false],
	])('%s changes the connection of a channel to %s (N17)', async (action, status, needsReconnect) => {
		await control('POST', `/channels/${channels.facebook.id}/${action}`);
		const { body } = await api.send('GET', '/accounts/');
		expect(body.data?.[0]).toMatchObject({ id: channels.facebook.id, status, needsReconnect });
	});

	test('the channels of a key can change', async () => {
		api.sandbox.keys.setChannels(keys.full, [channels.bluesky.id]);
		const { body } = await api.send('GET', '/accounts/');
		expect(body.data).toMatchObject([{ id: channels.bluesky.id }]);
	});

	test('a channel can be renamed, until the sandbox is reset', async () => {
		const handle = async () => (await api.send('GET', '/accounts/')).body.data?.[0]?.handle;
		api.sandbox.channels.rename(channels.facebook.id, 'Acme, Inc.');
		expect(await handle()).toBe('Acme, Inc.');
		api.sandbox.reset();
		expect(await handle()).toBe('Acme Studio');
	});

	test("answers have the sandbox's time as their date, or none", async () => {
		const dateOf = async () => (await api.send('GET', '/me/')).headers.get('date');
		expect(await dateOf()).toBe('Mon, 05 Jan 2026 09:00:00 GMT');
		api.sandbox.vary({ dates: 'missing' });
		expect(await dateOf()).toBeNull();
	});

	test('move the clock, plan faults and outcomes, disconnect a channel, list requests and reset everything', async () => {
		expect((await control('POST', '/clock', { advanceMs: 1000 })).body).toEqual({
			now: '2026-01-05T09:00:01.000Z',
		});
		await control('POST', '/faults', { pathPattern: 'me/$', kind: 'status', status: 500 });
		expect((await api.send('GET', '/me/')).status).toBe(500);
		await control('POST', '/outcomes', { platform: 'facebook', outcome: 'fail', error: 'No' });
		const { id } = await api.create({ delivery: { mode: 'now' } });
		await control('POST', '/clock', { set: '2026-01-06T09:00:00Z' });
		expect((await control('GET', `/posts/${id}`)).body.channels[0]?.error).toBe('No');
		await control('POST', `/channels/${channels.facebook.id}/disconnect`);
		expect((await api.send('POST', `/posts/${id}/publish`, { body: {} })).status).toBe(422);
		expect((await control('GET', '/requests')).body).toHaveLength(3);
		expect((await control('POST', '/reset')).status).toBe(204);
		expect((await control('GET', '/requests')).body).toEqual([]);
		expect((await control('GET', '/clock')).body).toEqual({ now: '2026-01-05T09:00:00.000Z' });
	});

	test.each([
		['GET', '/nothing', undefined, 404],
		['POST', `/posts/${channels.facebook.id}/approve`, undefined, 404],
		['POST', `/posts/${channels.facebook.id}/explode`, undefined, 404],
		['POST', '/faults', { kind: 'drop' }, 422],
		['POST', '/faults', { kind: 'drop', pathPattern: '(' }, 422],
		['POST', '/outcomes', { outcome: 'maybe' }, 422],
	])('answer %s %s %j with %d', async (method, path, body, status) => {
		expect((await control(method, path, body)).status).toBe(status);
	});
});

describe('the page', () => {
	test.each(['/', '/sandbox', '/sandbox/'])('serves %s as one document that loads nothing', async (path) => {
		const answer = await fetch(`${api.sandbox.url}${path}`);
		const html = await answer.text();
		expect(answer.headers.get('content-type')).toContain('text/html');
		expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
		// An address that starts with # points into the document itself.
		expect(html).not.toMatch(/(src|href)="(?!data:|#)/);
		expect(html).not.toContain('innerHTML');
	});

	test('lists the API keys that can be used, with what they can do', async () => {
		const { keys: listed } = (await control('GET', '/state')).body as unknown as {
			keys: { key: string }[];
		};
		expect(listed).toContainEqual({
			key: keys.readOnly,
			name: expect.any(String),
			workspace: 'Acme Studio',
			permissions: ['read'],
		});
		const others = listed.filter(({ key }) => [keys.revoked, keys.expired].includes(key));
		expect(others).toEqual([]);
	});

	test("doesn't include data received over the API", async () => {
		await api.create({ caption: '<img src=x onerror=alert(1)>' });
		expect(await (await fetch(api.sandbox.url)).text()).not.toContain('onerror');
		const state = await control('GET', '/state');
		expect(state.body).toMatchObject({ posts: [{ workspace: 'Acme Studio' }], postCount: 1 });
	});
});

describe('the command line', () => {
	test('uses the defaults in the usage text', () => {
		expect(readCommandLine([])?.options).toEqual({
			port: 4010,
			profile: 'observed',
			clock: 'real',
			visibilityLagMs: 0,
			publishMs: 1500,
			agentAnswers: 'json',
			latencyMs: 0,
			seed: 'default',
		});
		expect(readCommandLine(['--help'])).toBeNull();
		expect(usage).toContain('--rate-limits');
	});

	test('reads every option', () => {
		const args =
			'--port 0 --clock manual --now 2026-02-01T00:00:00Z --rate-limits off --seed empty --profile documents';
		const more = '--publish-ms 5 --latency-ms 6 --visibility-lag-ms 7 --agent-answers event-stream';
		expect(readCommandLine(`${args} ${more}`.split(' '))?.options).toEqual({
			port: 0,
			profile: 'documents',
			clock: 'manual',
			now: '2026-02-01T00:00:00Z',
			rateLimits: 'off',
			seed: 'empty',
			publishMs: 5,
			agentAnswers: 'event-stream',
			latencyMs: 6,
			visibilityLagMs: 7,
		});
	});

	test('shortens the window of the limits', () => {
		expect(readCommandLine(['--rate-window-ms', '3000'])?.options).toMatchObject({
			rateLimits: { windowMs: 3000 },
		});
		const both = ['--rate-window-ms', '3000', '--rate-limits', 'off'];
		expect(readCommandLine(both)?.options).toMatchObject({ rateLimits: 'off' });
	});

	test('adds the faults of --fault', () => {
		const faults = [
			'--fault',
			'{"path":"/posts","kind":"drop"}',
			'--fault',
			'{"pathPattern":"me","kind":"stall"}',
		];
		expect(readCommandLine(faults)?.faults).toEqual([
			{ path: '/posts', kind: 'drop' },
			{ path: /me/, kind: 'stall' },
		]);
	});

	test.each([['--port=x'], ['--clock=slow'], ['--seed=other'], ['--unknown'], ['--fault={}']])(
		'refuses %s',
		(argument) => {
			expect(() => readCommandLine([argument])).toThrow();
		},
	);
});

test('rejects a port that is in use', async () => {
	await expect(startSandbox({ port: api.sandbox.port })).rejects.toThrow('EADDRINUSE');
});
