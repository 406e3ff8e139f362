import { seed } from '../../sandbox';
import { openPublishingApi, type CallOptions, type Reply, type PublishingApi } from './publishingApi';

let api: PublishingApi;

afterEach(async () => await api.sandbox.close());

const both = 'application/json, text/event-stream';
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

const post = async (body: unknown, { headers, ...asked }: CallOptions = {}): Promise<Reply> =>
	await api.send('POST', '/mcp', { body, ...asked, headers: { Accept: both, ...headers } });

const call = async (name: string, args: object = {}) =>
	await post({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args } });

describe('the agent endpoint (P10)', () => {
	beforeEach(async () => {
		api = await openPublishingApi();
	});

	test('answers one message with one under its ID and keeps no session', async () => {
		const { status, headers, body } = await post({ ...ping, id: 'a' });
		expect({ status, body }).toEqual({ status: 200, body: { jsonrpc: '2.0', id: 'a', result: {} } });
		expect(headers.get('content-type')).toBe('application/json');
		expect(headers.get('mcp-session-id')).toBeNull();
	});

	test.each(['GET', 'DELETE', 'PUT'])('answers %s with 405 and Allow (P59)', async (method) => {
		const { status, headers, body } = await api.send(method, '/mcp', { headers: { Accept: both } });
		expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
		expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } });
	});

	test.each<{ what: string; headers: Record<string, string>; status: number }>([
		{ what: 'Accept with JSON alone', headers: { Accept: 'application/json' }, status: 406 },
		{ what: 'Accept with event streams alone', headers: { Accept: 'text/event-stream' }, status: 406 },
		{ what: 'Accept with anything', headers: { Accept: '*/*' }, status: 406 },
		{ what: 'text as Content-Type', headers: { 'Content-Type': 'text/plain' }, status: 415 },
		{ what: 'a version it does not speak', headers: { 'MCP-Protocol-Version': '1999-01-01' }, status: 400 },
	])('refuses $what with $status', async ({ headers, status }) => {
		const answer = await post(ping, { headers });
		expect(answer.status).toBe(status);
		expect(answer.body).toMatchObject({ id: null, error: { code: -32000 } });
	});

	test.each([
		{ what: 'no JSON', body: '{', status: 400, code: -32700 },
		{ what: 'an empty batch', body: [], status: 400, code: -32600 },
		{ what: 'another JSON', body: { hello: 1 }, status: 400, code: -32600 },
		{ what: 'an id that is an object', body: { ...ping, id: {} }, status: 400, code: -32600 },
		{ what: 'parameters that are a list', body: { ...ping, params: [] }, status: 400, code: -32600 },
		{ what: 'an unknown method', body: { ...ping, method: 'resources/list' }, status: 200, code: -32601 },
		{ what: 'a method of every object', body: { ...ping, method: 'toString' }, status: 200, code: -32601 },
		{ what: 'no version', body: { ...ping, method: 'initialize' }, status: 200, code: -32602 },
		{
			what: 'arguments that are a list',
			body: { ...ping, method: 'tools/call', params: { name: 'social_list_accounts', arguments: [] } },
			status: 200,
			code: -32602,
		},
	])('answers $what with the error $code', async ({ body, status, code }) => {
		const answer = await post(body);
		expect(answer.status).toBe(status);
		expect(answer.body).toMatchObject({ jsonrpc: '2.0', error: { code } });
	});

	test('answers a batch with a batch (N40)', async () => {
		const messages = [
			ping,
			{ jsonrpc: '2.0', method: 'notifications/initialized' },
			{ ...ping, id: 2, method: 'resources/list' },
			{ ...ping, id: 3, method: 'tools/call', params: { name: 'social_list_accounts' } },
		];
		const { status, body } = await post(messages);
		expect(status).toBe(200);
		expect(body).toMatchObject([
			{ id: 1, result: {} },
			{ id: 2, error: { code: -32601 } },
			{ id: 3, result: { content: [{ type: 'text' }, { type: 'text' }] } },
		]);
		expect((await post([messages[1]])).status).toBe(202);
	});

	test('accepts notifications and responses without an answer', async () => {
		const note = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
		const response = await post({ jsonrpc: '2.0', id: 4, result: {} });
		expect([note, response].map(({ status, text }) => ({ status, text }))).toEqual([
			{ status: 202, text: '' },
			{ status: 202, text: '' },
		]);
	});

	test.each([
		{ asked: '2025-03-26', agreed: '2025-03-26' },
		{ asked: '2024-10-07', agreed: '2024-10-07' },
		{ asked: '2030-01-01', agreed: '2025-11-25' },
	])('agrees on a version with a client of $asked (N40)', async ({ asked, agreed }) => {
		const { body } = await post({ ...ping, method: 'initialize', params: { protocolVersion: asked } });
		expect(body).toMatchObject({ result: { protocolVersion: agreed, capabilities: { tools: {} } } });
	});

	test("lets the proxy refuse a library's name (P8, P105)", async () => {
		const { status, text } = await post(ping, { headers: { 'User-Agent': 'axios/1.7.2' } });
		expect({ status, text }).toEqual({ status: 403, text: 'error code: 1010' });
	});

	test('accepts messages of up to 28 MiB (P101)', async () => {
		const { status, body } = await post({ ...ping, params: { x: 'x'.repeat(28 * 1024 * 1024) } });
		expect({ status, error: body.error }).toEqual({ status: 413, error: 'too_large' });
	});

	test.each([
		{ bytes: 20 * 1024 * 1024, answer: /"processingStatus\\":\\"ready/ },
		{ bytes: 20 * 1024 * 1024 + 3, answer: /at most 27962028 characters/ },
	])('accepts a whole file of up to 20 MB: $bytes bytes (P101, N39)', async ({ bytes, answer }) => {
		const file = Buffer.alloc(bytes);
		file.write('GIF89a');
		const { text } = await call('social_upload_media', {
			mediaType: 'gif',
			bytesBase64: file.toString('base64'),
		});
		expect(text).toMatch(answer);
	});

	test("appears in the key's Activity (P9)", async () => {
		await call('social_list_accounts');
		const state = await fetch(`${api.sandbox.url}/sandbox/api/state`);
		const { activities } = (await state.json()) as { activities: unknown[] };
		expect(activities).toMatchObject([{ method: 'POST', path: '/api/v1/mcp', status: 200 }]);
	});

	test('returns a tool failure if the key lacks the permission', async () => {
		const { body } = await post(
			{ ...ping, method: 'tools/call', params: { name: 'social_publish_now', arguments: { postId: 'x' } } },
			{ key: seed.keys.drafts },
		);
		expect(JSON.stringify(body)).toContain('missing permission: publish_directly');
		expect(body).toMatchObject({ result: { isError: true } });
	});
});

describe('the limits of the agent endpoint (P10, P106)', () => {
	test.each(['tools/list', 'ping', 'initialize'])(
		'are those of REST, and an error of the protocol: %s (N40)',
		async (method) => {
			api = await openPublishingApi({ rateLimits: { readsPerKey: 2 } });
			const message = { ...ping, method, params: { protocolVersion: '2025-06-18' } };
			await api.send('GET', '/accounts/');
			await post({ ...message, params: method === 'tools/list' ? {} : message.params });
			const { status, body } = await post(message);
			expect(status).toBe(200);
			expect(body).toMatchObject({
				id: 1,
				error: { code: -32000, data: { retry_after: 60, tier: 'credential_reads' } },
			});
		},
	);

	test('cause a tool failure inside a tool call (N40)', async () => {
		api = await openPublishingApi({ rateLimits: { readsPerKey: 1 } });
		await api.send('GET', '/accounts/');
		const { status, body } = await call('social_list_accounts');
		expect(status).toBe(200);
		expect(body).toEqual({
			jsonrpc: '2.0',
			id: 7,
			result: {
				content: [{ type: 'text', text: 'Too many requests. Try again in 60 seconds.' }],
				isError: true,
			},
		});
	});

	test('name the saved draft in the text of a failed create', async () => {
		api = await openPublishingApi();
		const args = {
			accounts: [seed.channels.bluesky.id],
			caption: 'x'.repeat(301),
			delivery: { mode: 'now' },
		};
		const { text } = await call('social_create_draft', args);
		expect(text).toContain(`The post ${api.sandbox.posts()[0]?.id} was saved as a draft.`);
	});

	test('say in a 401 where to sign in and that a token is invalid (N46)', async () => {
		api = await openPublishingApi();
		const metadata = `resource_metadata="${api.sandbox.url}/.well-known/oauth-protected-resource/api/v1/mcp"`;
		const challengeTo = async (key: string) => (await post(ping, { key })).headers.get('www-authenticate');
		expect(await challengeTo('')).toBe(`Bearer ${metadata}`);
		expect(await challengeTo('nobody')).toBe(`Bearer ${metadata}, error="invalid_token"`);
	});

	test('report a channel’s daily limit as a tool failure (P103)', async () => {
		api = await openPublishingApi({ dailyCaps: { facebook: 1 } });
		const posts = [await api.create(), await api.create()];
		await call('social_publish_now', { postId: posts[0]?.id });
		const { body } = await call('social_publish_now', { postId: posts[1]?.id });
		expect(body).toMatchObject({ result: { isError: true } });
		expect(JSON.stringify(body)).toContain('(429 platform_quota)');
		expect(JSON.stringify(body)).toContain('It fits again from 2026-01-06T09:00:00.000+00:00.');
	});
});
