import { connect } from 'node:net';
import { seed } from '../../sandbox';
import { openPublishingApi, type PublishingApi } from './publishingApi';

const { keys, posts, channels } = seed;
const unknownId = '12345678-1234-1234-1234-123456789012';

let api: PublishingApi;
beforeAll(async () => {
	api = await openPublishingApi({ seed: 'default' });
});
afterAll(() => api.sandbox.close());

describe('the proxy rule (P8, P105)', () => {
	test.each([
		'node',
		'undici',
		'n8n',
		'axios/1.7.2',
		'node-fetch/1.0 (+https://example.com)',
		'got (https://example.com)',
		'python-requests/2.32',
		'curl/8.5.0',
		'okhttp/4.12',
		'Go-http-client/2.0',
		'Java/17',
		'PostmanRuntime/7.39',
	])('refuses %s before it checks anything else', async (userAgent) => {
		const asked = { key: '', headers: { 'User-Agent': userAgent } };
		const { status, text, headers } = await api.send('GET', '/nowhere', asked);
		expect({ status, text }).toEqual({ status: 403, text: 'error code: 1010' });
		expect(headers.get('content-type')).toBe('text/plain');
	});

	test('refuses a request without a User-Agent', async () => {
		const answer = await new Promise<string>((resolve) => {
			const socket = connect(api.sandbox.port, '127.0.0.1', () => {
				socket.write('GET /api/v1/me/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
			});
			let text = '';
			socket.on('data', (chunk) => (text += String(chunk))).on('end', () => resolve(text));
		});
		expect(answer).toMatch(/^HTTP\/1\.1 403 [\s\S]*\r\n\r\nerror code: 1010$/);
	});

	test.each(['n8n-nodes-social-publishing/0.1.0', 'my-script', 'Mozilla/5.0'])(
		'lets %s pass',
		async (name) => {
			const { status } = await api.send('GET', '/me/', { headers: { 'User-Agent': name } });
			expect(status).toBe(200);
		},
	);
});

describe('access (P87, P91, P92)', () => {
	test.each([
		['no key', ''],
		['an unknown key', 'sbx_nobody'],
		['an expired key', keys.expired],
		['a revoked key', keys.revoked],
	])('rejects %s with 401, without a challenge (N46)', async (_name, key) => {
		const { status, body, headers } = await api.send('GET', '/me/', { key });
		expect({ status, error: body.error }).toEqual({ status: 401, error: 'unauthorized' });
		expect(headers.get('www-authenticate')).toBeNull();
	});

	test('rejects another scheme with 401', async () => {
		const headers = { Authorization: `Basic ${keys.full}` };
		expect((await api.send('GET', '/me/', { key: '', headers })).status).toBe(401);
	});

	test.each([
		[keys.readOnly, 'POST', '/posts/', 'create_posts'],
		[keys.readOnly, 'PATCH', `/posts/${posts.draft}`, 'create_posts'],
		[keys.readOnly, 'DELETE', `/posts/${posts.draft}`, 'create_posts'],
		[keys.readOnly, 'POST', `/posts/${posts.draft}/submit`, 'create_posts'],
		[keys.readOnly, 'POST', `/posts/${posts.draft}/duplicate`, 'create_posts'],
		[keys.readOnly, 'POST', `/posts/${posts.draft}/withdraw`, 'create_posts'],
		[keys.drafts, 'POST', `/posts/${posts.draft}/schedule`, 'publish_directly'],
		[keys.drafts, 'POST', `/posts/${posts.draft}/publish`, 'publish_directly'],
		[keys.drafts, 'POST', `/posts/${posts.draft}/cancel`, 'publish_directly'],
		[keys.noAnalytics, 'GET', `/analytics/accounts/${channels.facebook.id}`, 'view_analytics'],
		[keys.noAnalytics, 'GET', `/analytics/posts/${posts.published}`, 'view_analytics'],
	])('key %#: %s %s %s needs %s, whatever its body', async (key, method, path, permission) => {
		const { status, body } = await api.send(method, path, { key });
		expect({ status, ...body }).toEqual({
			status: 403,
			error: 'forbidden',
			detail: `missing permission: ${permission}`,
		});
	});

	test('stops accepting an expired or revoked key, and P89 lets a key lose permissions (P111)', async () => {
		const asked = { key: keys.expiring };
		expect((await api.send('GET', '/me/', asked)).status).toBe(200);
		api.sandbox.keys.setPermissions(keys.expiring, ['view_analytics']);
		expect((await api.send('GET', '/me/', asked)).body.detail).toBe('missing permission: read');
		api.sandbox.clock.advance(3_600_000);
		expect((await api.send('GET', '/me/', asked)).body.detail).toBe('Authorization: the key has expired');
		api.sandbox.reset();
		api.sandbox.keys.revoke(keys.expiring);
		expect((await api.send('GET', '/me/', asked)).status).toBe(401);
	});
});

describe('paths and methods (P2, P6, P7, P59, P99)', () => {
	test.each([
		['/accounts', 200],
		['/accounts/', 200],
		['/posts', 200],
		['/posts/', 200],
		['/me/', 200],
		['/me', 404],
		[`/posts/${posts.draft}/`, 404],
		['/nowhere', 404],
		[`/posts/${unknownId}`, 404],
		['/posts/not-a-uuid', 404],
		[`/accounts/${unknownId}/boards`, 404],
		[`/posts/${posts.draft.toUpperCase()}`, 200],
	])('answers GET %s with %d', async (path, expected) => {
		const { status, body } = await api.send('GET', path);
		expect(status).toBe(expected);
		if (expected === 404) expect(body.error).toBe('not_found');
	});

	test.each([
		['DELETE', '/me/', 'GET'],
		['POST', '/accounts/', 'GET'],
		['PUT', '/posts', 'GET, POST'],
		['PUT', `/posts/${posts.draft}`, 'GET, PATCH, DELETE'],
		['GET', `/posts/${posts.draft}/submit`, 'POST'],
		['POST', `/analytics/accounts/${channels.facebook.id}`, 'GET'],
	])('answers %s %s with 405 and allows %s, even without a key', async (method, path, allow) => {
		const { status, headers, body } = await api.send(method, path, { key: '' });
		expect({ status, error: body.error, allow: headers.get('allow') }).toEqual({
			status: 405,
			error: 'method_not_allowed',
			allow,
		});
	});

	test.each([
		['/me/?x=1', 'x: unknown property'],
		['/accounts/?limit=1', 'limit: unknown property'],
		['/posts/?page=2', 'page: unknown property'],
		['/posts/?limit=1&limit=2', 'limit: given more than once'],
		['/posts/?limit=0', 'limit: at least 1'],
		['/posts/?limit=101', 'limit: at most 100'],
		['/posts/?limit=ten', 'limit: must be an integer'],
		['/posts/?status=done', 'status: must be one of'],
		['/posts/?status=draft,', 'status: must be one of'],
		['/posts/?accountId=facebook', 'accountId: must be a UUID'],
		['/posts/?cursor=2', 'cursor: must be a UUID'],
		['/posts/?updatedSince=2026-01-05T09:00:00', 'updatedSince: must be a date-time'],
		['/posts/?updatedSince=2026-01-05T09:00:00+00:00', 'updatedSince: must be a date-time'],
		[`/posts/${posts.draft}?full=1`, 'full: unknown property'],
		[`/analytics/accounts/${channels.facebook.id}?windowDays=7`, 'windowDays: at least 30'],
		[`/analytics/accounts/${channels.facebook.id}?windowDays=31`, 'windowDays: at most 30'],
	])('answers GET %s with 422 (P60, P61, P62)', async (path, detail) => {
		const { status, body } = await api.send('GET', path);
		expect({ status, error: body.error }).toEqual({ status: 422, error: 'invalid_request' });
		expect(body.detail).toContain(detail);
	});
});

describe('bodies that are too large (P97, P101)', () => {
	test.each([
		['reads exactly 1 MiB', 1_048_576, 422],
		['answers one byte more with 413', 1_048_577, 413],
		['answers ten times as much with 413', 10_485_760, 413],
	])('%s', async (_name, size, expected) => {
		const { status, body } = await api.send('POST', '/posts/', { body: '"'.padEnd(size - 1, 'x') + '"' });
		expect(status).toBe(expected);
		expect(body.error).toBe(expected === 413 ? 'too_large' : 'invalid_request');
	});
});
