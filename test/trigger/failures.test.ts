import { seed, type Sandbox } from '../../sandbox';
import { openPublishingApi, type PublishingApi } from '../sandbox/publishingApi';
import { summarize, triggerOn, type TriggerUnderTest } from './triggerUnderTest';

type Fault = Parameters<Sandbox['faults']['add']>[0];

const events = ['postCreated'];
const path = '/api/v1/posts/';
const status = (code: number, more: Partial<Fault> = {}): Fault => ({
	path,
	kind: 'status',
	status: code,
	...more,
});
const page: Fault = { path, kind: 'body', body: '<html>Welcome</html>', contentType: 'text/html' };
const proxy: Fault = { ...page, status: 403, body: 'error code: 1010', contentType: 'text/plain' };
const missing = { error: 'forbidden', detail: 'missing permission: read' };

let api: PublishingApi;
let trigger: TriggerUnderTest;
beforeEach(async () => {
	api = await openPublishingApi();
	trigger = triggerOn(api, { events });
});
afterEach(() => api.sandbox.close());

const passing: Array<[string, Fault, object]> = [
	[
		'429',
		status(429, { retryAfter: 60 }),
		{ httpCode: '429', failure: { cause: 'rate-limited', retryAfterMs: 60_000 } },
	],
	['429 without a retry time', status(429), { httpCode: '429', failure: { cause: 'rate-limited' } }],
	['500', status(500, { times: 3 }), { httpCode: '500', failure: { cause: 'temporarily-unavailable' } }],
	[
		'502 for longer',
		status(502, { retryAfter: 30 }),
		{ httpCode: '502', failure: { cause: 'temporarily-unavailable', retryAfterMs: 30_000 } },
	],
	[
		'503 for longer',
		status(503, { retryAfter: 30 }),
		{ httpCode: '503', failure: { cause: 'temporarily-unavailable', retryAfterMs: 30_000 } },
	],
	['an HTML page instead of JSON', page, { failure: { cause: 'temporarily-unavailable' } }],
	[
		'a connection that breaks',
		{ path, kind: 'drop', times: 3 },
		{ failure: { cause: 'temporarily-unavailable' } },
	],
];
/** Without the faults that the node retries for several seconds. */
const quick = passing.filter(([, { times }]) => times === undefined);
const lasting: Array<[string, Fault, object]> = [
	[
		'401',
		status(401),
		{ httpCode: '401', failure: { cause: 'credential-invalid' }, message: 'The service refused the API key' },
	],
	[
		'403',
		status(403, { body: missing }),
		{
			httpCode: '403',
			failure: { cause: 'configuration-invalid' },
			message: "This API key doesn't have the permission read",
		},
	],
	[
		'403 from the proxy',
		proxy,
		{
			httpCode: '403',
			failure: { cause: 'configuration-invalid' },
			message: expect.stringContaining('1010'),
		},
	],
	['404', status(404), { httpCode: '404', failure: { cause: 'configuration-invalid' } }],
	['422', status(422), { httpCode: '422', failure: { cause: 'configuration-invalid' } }],
];

describe('a poll that fails (P99, P103, D3)', () => {
	test.each([
		...passing.map((row) => [...row, true] as const),
		...lasting.map((row) => [...row, false] as const),
	])(
		'%s: throws an error that makes n8n back off, and loses nothing',
		async (_title, fault, expected, isPassing) => {
			await trigger.poll();
			await api.create();
			const before = trigger.save();
			api.sandbox.faults.add(fault);
			const error = await trigger.error();
			expect(error).toMatchObject({ name: 'NodeApiError', ...expected });
			expect(`${error.message} ${error.description}`).not.toContain(seed.keys.full);
			expect(error.description?.includes('No changes are lost')).toBe(isPassing);
			expect(trigger.save()).toBe(before);
			expect(summarize(await trigger.poll())).toEqual(['postCreated null>draft']);
		},
	);

	test('a refused key says when it polls again', async () => {
		await trigger.poll();
		api.sandbox.faults.add(status(401));
		const { description } = await trigger.error();
		expect(description).toMatch(/another service\. n8n polls again at the next time in 'Poll Times'\.$/);
	});

	test("doesn't promise another poll for a refused key if none follows", async () => {
		api.sandbox.faults.add(status(401, { times: 2 }));
		expect((await trigger.error()).description).not.toContain('polls again');
		expect((await trigger.error({ mode: 'manual' })).description).not.toContain('polls again');
	});

	test('leaves the state unchanged if the second page fails', async () => {
		await trigger.poll();
		await Promise.all(Array.from({ length: 120 }, async () => await api.create()));
		const before = trigger.save();
		api.sandbox.faults.add({
			...page,
			body: {
				data: api.sandbox.posts().slice(0, 1),
				nextCursor: seed.posts.draft,
				serverTime: '2026-01-05T09:00:00Z',
			},
			contentType: 'application/json',
		});
		api.sandbox.faults.add(status(500, { retryAfter: 30 }));
		await trigger.error();
		expect(trigger.save()).toBe(before);
		expect(await trigger.poll()).toHaveLength(120);
	});

	test('waits out a brief failure (P104)', async () => {
		await trigger.poll();
		await api.create();
		api.sandbox.faults.add(status(503));
		expect(await trigger.poll()).toHaveLength(1);
	});
});

describe('a poll that activates a workflow', () => {
	test.each(quick)("%s: doesn't throw, with or without a state", async (_title, fault) => {
		api.sandbox.faults.add(fault);
		expect(await trigger.pollRaw()).toBeNull();
		expect(trigger.save()).toBe('{}');
		await trigger.poll();
		await api.create();
		trigger.restart();
		api.sandbox.faults.add(fault);
		expect(await trigger.pollRaw({ activation: 'init' })).toBeNull();
		expect(summarize(await trigger.poll())).toEqual(['postCreated null>draft']);
	});

	test.each(lasting)('%s: throws an error', async (_title, fault, expected) => {
		api.sandbox.faults.add(fault);
		expect(await trigger.error()).toMatchObject(expected);
	});

	test('throws at the next poll if the fault persists', async () => {
		api.sandbox.faults.add(status(500, { times: 2, retryAfter: 30 }));
		expect(await trigger.pollRaw()).toBeNull();
		expect(await trigger.error()).toMatchObject({ httpCode: '500' });
	});
});

describe('a key (P93)', () => {
	test("names the missing permission if the key can't read", async () => {
		api.sandbox.keys.setPermissions(seed.keys.full, ['create_posts']);
		const error = await trigger.error();
		expect(error).toMatchObject({
			httpCode: '403',
			message: "This API key doesn't have the permission read",
		});
		expect(error.description).toContain('API & MCP');
	});
});
