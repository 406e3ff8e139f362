import { seed, startSandbox, type Sandbox, type Variants } from '../../sandbox';
import { profiles, variantsOf } from '../../sandbox/profiles';
import { usualVariants } from '../../sandbox/variants';
import { inHours, openPublishingApi, type PublishingApi, type Reply } from './publishingApi';

const { channels, keys } = seed;
const post = { accounts: [channels.facebook.id], caption: 'Hello' };
const tooLong = { accounts: [channels.bluesky.id], caption: 'x'.repeat(301), delivery: { mode: 'now' } };

let api: PublishingApi;
beforeAll(async () => {
	api = await openPublishingApi({ profile: 'documents', dailyCaps: { facebook: 1 } });
});
beforeEach(() => api.sandbox.reset());
afterAll(() => api.sandbox.close());

const create = async (body: object, once = 'k') => await api.send('POST', '/posts/', { body, once });

const outcome = ({ status, body }: Reply) => ({ status, error: body.error });

describe('an error of the profile documents', () => {
	test.each([
		['401', 'GET', '/me/', { key: 'none' }],
		['403', 'POST', '/posts/', { key: keys.readOnly, body: post }],
		['404', 'GET', `/posts/${seed.posts.draft}`, {}],
		['405', 'PUT', '/posts/', {}],
		['409', 'POST', '/posts/{id}/cancel', { body: {} }],
		['422', 'POST', '/posts/', { body: {} }],
	])('has a code of its own for a %s', async (status, method, path, asked) => {
		const { id } = await api.create();
		const answer = await api.send(method, path.replace('{id}', id), asked);
		expect(outcome(answer)).toEqual({ status: Number(status), error: `E1${status}` });
		expect(Object.keys(answer.body).sort()).toEqual(['detail', 'error']);
	});

	test('keeps the documented text of a missing permission', async () => {
		const { body } = await api.send('POST', '/posts/', { key: keys.readOnly, body: post });
		expect(body.detail).toBe('missing permission: create_posts');
	});

	test('of a daily limit is a 422 with nothing but the time, or a 429 with tier and wait', async () => {
		await api.create({ delivery: { mode: 'now' } });
		const scheduled = await create({ ...post, delivery: { mode: 'at', at: inHours(api.sandbox, 1) } });
		expect(scheduled.status).toBe(422);
		expect(Object.keys(scheduled.body).sort()).toEqual(['available_at', 'detail', 'error', 'post_id']);
		const now = await create({ ...post, delivery: { mode: 'now' } }, 'other');
		expect(now).toMatchObject({
			status: 429,
			body: { error: 'E1429', tier: 'platform_quota:facebook', retry_after: expect.any(Number) },
		});
	});

	test.each([
		['401', { key: 'none' }],
		['403', { key: keys.readOnly, body: post }],
	])('can be a page of a proxy for a %s', async (status, asked) => {
		api.sandbox.vary({ refusals: 'html' });
		const { status: code, headers, text } = await api.send('POST', '/posts/', asked);
		expect([String(code), headers.get('content-type')]).toEqual([status, 'text/html']);
		expect(text).toMatch(/^<html>/);
	});
});

describe('a key of the profile documents', () => {
	test('is refused with another body, also after the first request was refused', async () => {
		expect((await create({ ...post, mediaAssetIds: [channels.facebook.id] })).status).toBe(422);
		const again = await create(post);
		expect(again).toMatchObject({ status: 422, body: { detail: expect.stringContaining('different body') } });
		expect(api.sandbox.posts()).toEqual([]);
	});

	test.each<[string, () => Promise<object>, (id: string) => [path: string, body: object]]>([
		['a create with a post_id', async () => tooLong, () => ['/posts/', tooLong]],
		['a create without', async () => ({}), () => ['/posts/', { ...post, accounts: [] }]],
		[
			'a submit',
			async () => ({}),
			(id) => [`/posts/${id}/submit`, { delivery: { mode: 'at', at: '2020-01-01T00:00:00Z' } }],
		],
		['a cancel in the wrong status', async () => ({}), (id) => [`/posts/${id}/cancel`, {}]],
		['an upload', async () => ({}), () => ['/media/uploads', { mediaType: 'image', sizeBytes: 0 }]],
	])('repeats the refusal of %s, also after its cause is gone', async (_title, _first, requestOf) => {
		const { id } = await api.create();
		const [path, body] = requestOf(id);
		const send = async () => await api.send('POST', path, { body, once: 'k' });
		const first = await send();
		const saved = first.body.post_id;
		if (saved !== undefined) await api.send('PATCH', `/posts/${saved}`, { body: { caption: 'Short' } });
		if (path.endsWith('cancel'))
			await api.send('POST', `/posts/${id}/submit`, { body: { delivery: { mode: 'queue' } } });
		expect(first.status).toBeGreaterThanOrEqual(409);
		expect(await send()).toMatchObject({ status: first.status, body: first.body });
	});

	test('repeats the outcome of a success', async () => {
		const first = await create(post);
		expect(await create(post)).toMatchObject({ status: 201, body: { post: { id: first.body.post?.id } } });
		expect(api.sandbox.posts()).toHaveLength(1);
	});

	test('carries a create on after a 429', async () => {
		await api.create({ delivery: { mode: 'now' } });
		const now = { ...post, delivery: { mode: 'now' } };
		api.sandbox.clock.advance(86_000_000);
		const limited = await create(now);
		expect(limited).toMatchObject({ status: 429, body: { post_id: expect.any(String) } });
		api.sandbox.clock.advance(1_000_000);
		const again = await create(now);
		expect(again).toMatchObject({ status: 201, body: { post: { id: limited.body.post_id } } });
	});

	test.each(['submit', 'cancel', 'publish'])(
		'gets the outcome of a %s whose answer was a 5xx',
		async (action) => {
			const { id } = await api.create(action === 'cancel' ? { delivery: { mode: 'queue' } } : {});
			const body = action === 'submit' ? { delivery: { mode: 'queue' } } : {};
			const send = async () => await api.send('POST', `/posts/${id}/${action}`, { body, once: 'k' });
			api.sandbox.faults.add({ path: /\/posts\//, kind: 'statusAfter', status: 503 });
			expect((await send()).status).toBe(503);
			expect(await send()).toMatchObject({ status: 200, body: { post: { id } } });
		},
	);

	test('is a 409 while the first request is running, and then has its outcome', async () => {
		api.sandbox.faults.add({ path: '/posts/', kind: 'stall', ms: 100 });
		const first = create(post);
		while (api.sandbox.requests.length === 0) await new Promise(setImmediate);
		expect(outcome(await create(post))).toEqual({ status: 409, error: 'E1409' });
		const { id } = (await first).body.post ?? {};
		expect(await create(post)).toMatchObject({ status: 201, body: { post: { id } } });
	});
});

describe('the words of the profile documents', () => {
	test('are its own for a channel of a post and for a connection', async () => {
		const { id } = await api.create({ delivery: { mode: 'now' } });
		api.sandbox.outcomes.publish(id);
		api.sandbox.channels.expire(channels.facebook.id);
		const read = await api.send('GET', `/posts/${id}`);
		expect(read.body).toMatchObject({
			status: 'published',
			channels: [{ status: 'DONE', publishedAt: expect.any(String), url: expect.any(String) }],
		});
		const list = await api.send('GET', '/posts/');
		expect(list.body.data).toMatchObject([{ channels: [{ status: 'DONE' }] }]);
		const accounts = await api.send('GET', '/accounts/');
		const facebook = accounts.body.data?.find((channel) => channel['id'] === channels.facebook.id);
		expect(facebook).toMatchObject({ status: 'ENDING', needsReconnect: false });
	});
});

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

describe('an upload of the profile documents', () => {
	const start = async () =>
		await api.send('POST', '/media/uploads', { body: { mediaType: 'image', sizeBytes: png.length } });
	const put = async (url: string) =>
		await fetch(url, { method: 'PUT', body: png, headers: { 'User-Agent': 'sandbox-tests/1.0' } });

	test('starts with other names, takes exactly the parts, and returns the ID', async () => {
		const { body } = await start();
		const [part] = body['parts'] as { number: number; uploadUrl: string }[];
		const etag = (await put(part?.uploadUrl ?? '')).headers.get('etag') ?? '';
		const complete = async (more: object) =>
			await api.send('POST', `/media/uploads/${String(body['id'])}/complete`, {
				body: { parts: [{ partNumber: part?.number, etag }], ...more },
			});
		expect(await complete({ width: 1 })).toMatchObject({
			status: 422,
			body: { detail: 'width: unknown property' },
		});
		expect(await complete({})).toMatchObject({ status: 200, body: { id: body['id'] } });
		expect((await complete({})).body).toEqual({ id: body['id'] });
	});

	test('has URLs that answer with 400 when they have expired', async () => {
		const { body } = await start();
		api.sandbox.clock.advance(900_000);
		const [part] = body['parts'] as { uploadUrl: string }[];
		expect((await put(part?.uploadUrl ?? '')).status).toBe(400);
	});
});

describe('a post of the profile documents', () => {
	test.each([
		['an empty first comment', { firstComment: '' }],
		['an empty first comment of a channel', { perAccount: { [channels.facebook.id]: { firstComment: '' } } }],
		['a time a second ago', { delivery: { mode: 'at', at: '2026-01-05T08:59:59Z' } }],
		['a proposed time a second ago', { proposedPublishAt: '2026-01-05T08:59:59Z' }],
	])('is refused with %s', async (_title, more) => {
		expect((await create({ ...post, ...more })).status).toBe(422);
	});

	test('names a repeated channel once', async () => {
		const { body } = await create({ ...post, accounts: [...post.accounts, ...post.accounts] });
		expect(body.post?.channels).toHaveLength(1);
	});

	test.each([
		['POST', 'withdraw', '/posts/{id}/withdraw'],
		['GET', 'metrics', '/analytics/posts/{id}'],
	])('answers %s with 404 for %s', async (method, _title, path) => {
		const { id } = await api.create();
		const body = method === 'POST' ? { body: {} } : {};
		expect((await api.send(method, path.replace('{id}', id), body)).status).toBe(404);
	});

	test('can be deleted in every status in which it is not live', async () => {
		const ids: Record<string, string> = {};
		for (const status of ['pending_approval', 'changes_requested', 'rejected', 'on_hold', 'published']) {
			const delivery = { mode: 'at', at: inHours(api.sandbox, 48 * (Object.keys(ids).length + 1)) };
			const key = status === 'on_hold' || status === 'published' ? keys.full : keys.drafts;
			ids[status] = (await api.create({ delivery }, key)).id;
		}
		const id = (status: string): string => ids[status] ?? '';
		api.sandbox.review.requestChanges(id('changes_requested'));
		api.sandbox.review.reject(id('rejected'));
		api.sandbox.review.hold(id('on_hold'));
		api.sandbox.outcomes.publish(id('published'));
		const statuses = Object.values(ids).map(
			async (each) => (await api.send('DELETE', `/posts/${each}`)).status,
		);
		expect(await Promise.all(statuses)).toEqual([204, 204, 204, 204, 409]);
	});

	test('is listed newest first, also with updatedSince, and the time of the list is now', async () => {
		const since = inHours(api.sandbox, -1);
		const path = `/posts/?updatedSince=${encodeURIComponent(since)}`;
		const empty = await api.send('GET', path);
		const first = await api.create();
		api.sandbox.clock.advance(1000);
		const second = await api.create();
		const { body } = await api.send('GET', path);
		expect(body.data?.map(({ id }) => id)).toEqual([second.id, first.id]);
		expect(empty.body.serverTime).toBe('2026-01-05T09:00:00.000+00:00');
		expect(body.serverTime).toBe('2026-01-05T09:00:01.000+00:00');
	});
});

describe('a refusal that was only observed', () => {
	test.each([
		['a link with another scheme', { linkUrl: 'ftp://a.example' }],
		['an unknown time zone', { delivery: { mode: 'queue', timezone: 'Nowhere' } }],
		['a title of a channel that takes none', { perAccount: { [channels.facebook.id]: { title: 'T' } } }],
	])('is missing for %s', async (_title, more) => {
		expect((await create({ ...post, ...more })).status).toBe(201);
	});

	test('is missing for large and unfinished uploads', async () => {
		const body = { mediaType: 'image', sizeBytes: 65 * 1024 * 1024 };
		for (let count = 0; count < 26; count++) {
			expect((await api.send('POST', '/media/uploads', { body })).status).toBe(201);
		}
	});

	test('is missing for an unknown query parameter', async () => {
		expect((await api.send('GET', '/posts/?colour=red')).status).toBe(200);
	});

	test('is missing for the cursor of a deleted post', async () => {
		const [first] = [await api.create(), await api.create()];
		const { body } = await api.send('GET', '/posts/?limit=1');
		const cursor = body.nextCursor;
		await api.send('DELETE', `/posts/${cursor}`);
		const next = await api.send('GET', `/posts/?limit=1&cursor=${cursor}`);
		expect(next).toMatchObject({ status: 200, body: { data: [{ id: first.id }] } });
	});

	test('is missing for a queue while the daily limit is reached', async () => {
		await api.create({ delivery: { mode: 'now' } });
		expect((await create({ ...post, delivery: { mode: 'queue' } })).status).toBe(201);
	});

	test("is missing for someone else's post", async () => {
		const { id } = await api.create({}, keys.limited);
		expect((await api.send('PATCH', `/posts/${id}`, { body: { caption: 'New' } })).status).toBe(200);
	});
});

test('the agent tools of the profile documents have other names, and none withdraws', async () => {
	const { status, body } = await api.send('POST', '/mcp', {
		body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
		headers: { Accept: 'application/json, text/event-stream' },
	});
	const { tools } = body['result'] as { tools: { name: string }[] };
	const names = tools.map(({ name }) => name);
	expect(status).toBe(200);
	expect(names).toContain('create_draft');
	expect(names.filter((name) => /social|withdraw/.test(name))).toEqual([]);
});

test('the profile documents has no metadata of the authorization server', async () => {
	const path = '/.well-known/oauth-authorization-server';
	const answer = await fetch(`${api.sandbox.url}${path}`, { headers: { 'User-Agent': 'tests/1.0' } });
	expect(answer.status).toBe(404);
});

describe('the turns of the profile documents', () => {
	test('are the same for the same seed, and every value has one', () => {
		const turns = Array.from({ length: 100 }, (_, turn) => variantsOf('documents', turn));
		expect(variantsOf('documents', 7)).toEqual(turns[7]);
		for (const [name, values] of Object.entries(profiles.documents.turns)) {
			const drawn = new Set(turns.map((variants) => variants[name as keyof typeof variants]));
			expect([...drawn].sort()).toEqual([...values].sort());
		}
		expect(variantsOf('observed', 7)).toEqual(usualVariants);
	});

	const channelIn = async (variants: Partial<Variants>) => {
		api.sandbox.vary(variants);
		const { body } = await api.send('GET', '/accounts/');
		return body.data?.find(({ id }) => id === channels.youtube.id);
	};

	test('leave out what is optional, and return null where the contract allows it', async () => {
		expect(await channelIn({ optionalFields: 'missing' })).not.toHaveProperty('optionsSchema');
		expect(await channelIn({ optionalFields: 'null' })).toMatchObject({ avatarUrl: null });
		expect((await api.create()).channels).toMatchObject([{ handle: null }]);
		api.sandbox.vary({ optionalFields: 'missing' });
		expect((await api.create()).channels[0]).not.toHaveProperty('options');
	});

	test('have no fractions of a second', async () => {
		api.sandbox.vary({ times: 'whole seconds' });
		api.sandbox.clock.advance(900);
		expect(await api.create()).toMatchObject({ createdAt: '2026-01-05T09:00:00+00:00' });
		const { body } = await api.send('GET', '/posts/?updatedSince=2026-01-05T09:00:00%2B00:00');
		expect(body).toMatchObject({ data: [], serverTime: '2026-01-05T09:00:00+00:00' });
	});

	test.each<[Variants['failedKeys'], number, number]>([
		['kept', 201, 2],
		['forgotten', 201, 3],
		['refused again', 503, 2],
	])('let a key be %s after a 5xx', async (failedKeys, status, posts) => {
		api.sandbox.vary({ failedKeys });
		const { id } = await api.create();
		const copy = async () => await api.send('POST', `/posts/${id}/duplicate`, { body: {}, once: 'k' });
		api.sandbox.faults.add({ path: '/duplicate', kind: 'statusAfter', status: 503 });
		expect((await copy()).status).toBe(503);
		expect((await copy()).status).toBe(status);
		expect(api.sandbox.posts()).toHaveLength(posts);
	});

	test.each<[Variants['duplicates'], unknown]>([
		['alone', null],
		['resolve', expect.any(String)],
	])('leave the original %s when its duplicate goes out', async (duplicates, resolved) => {
		api.sandbox.vary({ duplicates });
		api.sandbox.outcomes.add({ platform: 'mastodon', outcome: 'fail' });
		const accounts = [channels.linkedin.id, channels.mastodon.id];
		const { id } = await api.create({ accounts, delivery: { mode: 'now' } });
		api.sandbox.clock.advance(60_000);
		const { body } = await api.send('POST', `/posts/${id}/duplicate`, { body: {} });
		await api.send('POST', `/posts/${body.post?.id}/publish`, { body: {} });
		api.sandbox.clock.advance(60_000);
		const original = (await api.send('GET', `/posts/${id}`)).body;
		expect(original).toMatchObject({ status: 'partially_published', attentionResolvedAt: resolved });
	});
});

test.each([
	'/.well-known/oauth-protected-resource/api/v1/mcp',
	'/.well-known/oauth-authorization-server',
	'/oauth/token/',
	'/oauth/register',
	'/oauth/authorize/',
	'/api/v1/me/',
	'/api/v1/mcp',
])('the proxy of the profile documents refuses a default User-Agent on %s (P8)', async (path) => {
	const answer = await fetch(`${api.sandbox.url}${path}`, { headers: { 'User-Agent': 'node' } });
	expect([answer.status, await answer.text()]).toEqual([403, 'error code: 1010']);
});

test('the profile observed is the usual one', async () => {
	const sandbox: Sandbox = await startSandbox({ rateLimits: 'off' });
	const answer = await fetch(`${sandbox.url}/api/v1/me/`, { headers: { 'User-Agent': 'tests/1.0' } });
	expect(await answer.json()).toMatchObject({ error: 'unauthorized' });
	await sandbox.close();
});
