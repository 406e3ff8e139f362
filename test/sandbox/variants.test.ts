import { readCommandLine, usage } from '../../sandbox/commandLine';
import { seed } from '../../sandbox';
import { openPublishingApi, type PublishingApi } from './publishingApi';

let api: PublishingApi;
beforeAll(async () => {
	api = await openPublishingApi();
});
beforeEach(() => api.sandbox.reset());
afterAll(() => api.sandbox.close());

const { channels } = seed;

const schemaOf = async (id: string): Promise<Record<string, unknown> | null | undefined> => {
	const { body } = await api.send('GET', '/accounts/');
	return body.data?.find((channel) => channel['id'] === id)?.['optionsSchema'] as never;
};

describe('optionsSchema (N41)', () => {
	test('can be the schema of `options` around it', async () => {
		const own = await schemaOf(channels.tiktok.id);
		api.sandbox.vary({ optionsSchema: 'options' });
		expect(await schemaOf(channels.tiktok.id)).toEqual({ type: 'object', properties: { tiktok: own } });
	});

	test('is then null or absent as before', async () => {
		api.sandbox.vary({ optionsSchema: 'options' });
		expect(await schemaOf(channels.facebook.id)).toBeNull();
		expect(await schemaOf(channels.bluesky.id)).toBeUndefined();
	});
});

describe('times and entity tags (N42)', () => {
	test.each([
		['offset', '2026-01-05T09:00:00.000+00:00'],
		['Z', '2026-01-05T09:00:00.000Z'],
	] as const)('times end in the way of %s, in lists, posts and errors', async (times, createdAt) => {
		api.sandbox.vary({ times });
		const post = await api.create({ caption: 'at 2026-01-05T09:00:00+00:00' });
		expect(post).toMatchObject({ createdAt, caption: 'at 2026-01-05T09:00:00+00:00' });
		const { body } = await api.send('GET', '/posts/');
		expect(body).toMatchObject({ data: [{ createdAt, channels: [{ scheduledAt: null }] }] });
		expect(body.serverTime?.slice(-1)).toBe(times === 'Z' ? 'Z' : '0');
	});

	test.each(['/posts/', '/posts/{id}'])('%s returns a new tag each time and no 304', async (path) => {
		api.sandbox.vary({ entityTags: 'fresh' });
		const { id } = await api.create();
		const read = async (tag = '') =>
			await api.send('GET', path.replace('{id}', id), { headers: { 'If-None-Match': tag } });
		const first = await read();
		const second = await read(first.headers.get('etag') ?? '');
		expect([first.status, second.status]).toEqual([200, 200]);
		expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
		expect(second.body).toEqual(first.body);
	});
});

describe('the history of metrics (P25, N49)', () => {
	const hourMs = 3_600_000;
	const timesOf = (snapshots: unknown): number[] =>
		(snapshots as { capturedAt: string }[]).map(({ capturedAt }) => Date.parse(capturedAt));

	test('can reach two weeks back, with a snapshot of a channel every hour, newest first', async () => {
		api.sandbox.vary({ metricsHistory: 'weeks' });
		const { body } = await api.send('GET', `/analytics/accounts/${channels.facebook.id}`);
		const times = timesOf(body.data);
		expect(times).toHaveLength(14 * 24);
		expect(times.slice(1).filter((time, index) => (times[index] ?? 0) - time !== hourMs)).toEqual([]);
		expect(body.data?.at(-1)).toMatchObject({ windowDays: 30, metrics: { followers: expect.any(Number) } });
	});

	test('of a post begins an hour after it was published', async () => {
		api.sandbox.vary({ metricsHistory: 'weeks' });
		const { id } = await api.create({ delivery: { mode: 'now' } });
		const published = Date.parse(api.sandbox.outcomes.publish(id).publishedAt ?? '');
		api.sandbox.clock.advance(48 * hourMs);
		const { body } = await api.send('GET', `/analytics/posts/${id}`);
		const ages = timesOf(body.data?.[0]?.['snapshots']).map((time) => (time - published) / hourMs);
		expect(ages).toEqual([48, 42, 36, 30, ...Array.from({ length: 24 }, (_, index) => 24 - index)]);
	});
});

test('a create whose delivery is refused can save nothing and release the key (N43)', async () => {
	api.sandbox.vary({ createErrors: 'without post_id' });
	const create = async (caption: string) => {
		const body = { accounts: [channels.bluesky.id], caption, delivery: { mode: 'queue' } };
		return await api.send('POST', '/posts/', { body, once: 'one' });
	};
	const failed = await create('x'.repeat(301));
	expect(failed).toMatchObject({ status: 422, body: { error: 'invalid' } });
	expect(failed.body).not.toHaveProperty('post_id');
	expect(api.sandbox.posts()).toEqual([]);
	expect((await create('Hi')).status).toBe(201);
});

describe('service variants', () => {
	const overHttp = async (method: string, body?: object) =>
		await fetch(`${api.sandbox.url}/sandbox/api/variants`, { method, body: JSON.stringify(body) });

	test('can be changed over HTTP and are reset to the options', async () => {
		const changed = await overHttp('POST', { times: 'Z' });
		expect(await changed.json()).toMatchObject({ times: 'Z', approval: 'review' });
		expect(api.sandbox.vary()).toMatchObject({ times: 'Z' });
		api.sandbox.reset();
		expect(await (await overHttp('GET')).json()).toMatchObject({ times: 'offset' });
	});

	test('are refused if unknown', async () => {
		expect((await overHttp('POST', { times: 'local' })).status).toBe(422);
		expect((await overHttp('POST', { mood: 'good' })).status).toBe(422);
	});

	test('can be set on the command line', () => {
		const { options } = readCommandLine(['--variant', 'optionsSchema=options', '--variant', 'times=Z']) ?? {};
		expect(options?.variants).toEqual({ optionsSchema: 'options', times: 'Z' });
		expect(usage).toContain('optionsSchema=entry|options');
		expect(() => readCommandLine(['--variant', 'times=local'])).toThrow('times: must be one of offset, Z');
	});
});
