import { fileOf } from '../support/mediaFiles';
import type { FaultSpec, FindingRule } from '../../sandbox';
import { seed } from '../../sandbox';
import { put, openMediaApi, type MediaApi } from './mediaApi';
import { inHours } from './publishingApi';

let api: MediaApi;

beforeAll(async () => {
	api = await openMediaApi();
});
beforeEach(() => api.sandbox.reset());
afterAll(async () => await api.sandbox.close());

const rules = (): FindingRule[] => api.sandbox.findings().map(({ rule }) => rule);

const draft = { accounts: [seed.channels.facebook.id], caption: 'Hello' };
const queued = { ...draft, delivery: { mode: 'queue' } };
const unavailable: FaultSpec = { path: '/posts/', kind: 'status', status: 503 };

/** Sends a create. A closed connection counts as an answer. */
const create = async (once: string | undefined, body: object = queued): Promise<number> =>
	await api
		.send('POST', '/posts/', { body, ...(once === undefined ? {} : { once }) })
		.then(({ status }) => status)
		.catch(() => 0);

describe('the watcher: a create with a delivery after a 5xx', () => {
	test.each([500, 502, 503, 504])('reports a retry after %i without a read', async (status) => {
		api.sandbox.faults.add({ ...unavailable, status });
		await create('one');
		expect(rules()).toEqual([]);
		await create('one');
		expect(api.sandbox.findings()).toEqual([
			{
				rule: 'create-without-read',
				message: 'a create with a delivery was repeated after a 5xx without a GET',
				request: 'POST /api/v1/posts/',
			},
		]);
	});

	test.each(['/posts/', `/posts/${seed.posts.draft}`])('counts GET %s as a read', async (path) => {
		api.sandbox.faults.add(unavailable);
		await create('one');
		await api.send('GET', path);
		await create('one');
		expect(rules()).toEqual([]);
	});

	test.each([
		['that failed', { path: '/posts/', method: 'GET', kind: 'status', status: 500 }],
		['without an answer', { path: '/posts/', method: 'GET', kind: 'drop' }],
	] as [string, FaultSpec][])('ignores a read %s', async (_title, fault) => {
		api.sandbox.faults.add(unavailable);
		await create('one');
		api.sandbox.faults.add(fault);
		await api.send('GET', '/posts/').catch(() => undefined);
		await create('one');
		expect(rules()).toEqual(['create-without-read']);
	});

	test('ignores a read by another key', async () => {
		api.sandbox.faults.add(unavailable);
		await create('one');
		await api.send('GET', '/posts/', { key: seed.keys.limited });
		await create('one');
		expect(rules()).toEqual(['create-without-read']);
	});

	test('allows a repeated create without a delivery, because its key prevents a duplicate draft', async () => {
		api.sandbox.faults.add(unavailable);
		await create('one', draft);
		await create('one', draft);
		expect(rules()).toEqual([]);
	});

	test("doesn't count another create as a repeat", async () => {
		api.sandbox.faults.add(unavailable);
		await create('one');
		await create('two', { ...queued, caption: 'Another' });
		expect(rules()).toEqual([]);
	});
});

const openOutcomes: [string, FaultSpec][] = [
	['a 503', { path: '/posts/', kind: 'status', status: 503 }],
	['a lost connection', { path: '/posts/', kind: 'drop' }],
	['a lost answer', { path: '/posts/', kind: 'dropAfter' }],
	['half an answer', { path: '/posts/', kind: 'dropMidAnswer' }],
];

describe.each(openOutcomes)('the watcher: a write after %s', (_title, fault) => {
	test('reports another key', async () => {
		api.sandbox.faults.add(fault);
		await create('one', draft);
		await create('two', draft);
		expect(rules()).toEqual(['another-key']);
	});

	test('reports a missing key', async () => {
		api.sandbox.faults.add(fault);
		await create('one', draft);
		await create(undefined, draft);
		expect(rules()).toEqual(['another-key']);
	});

	test('accepts its own key, whatever other items do in the meantime', async () => {
		await create('three', draft);
		api.sandbox.faults.add(fault);
		await create('one', draft);
		await create('two', draft);
		await create('three', draft);
		await create('one', draft);
		expect(rules()).toEqual([]);
	});
});

test('the watcher: closes a write after a conclusive answer', async () => {
	await create('one', { ...draft, accounts: [] });
	await create('two', { ...draft, accounts: [] });
	expect(rules()).toEqual([]);
});

test.each([
	['publish', '', {}],
	['duplicate', '', {}],
	['submit', '', { delivery: { mode: 'queue' } }],
])('the watcher checks %s, too', async (action, _none, body) => {
	const { id } = await api.create();
	const path = `/posts/${id}/${action}`;
	api.sandbox.faults.add({ path, kind: 'status', status: 503 });
	await api.send('POST', path, { body, once: 'one' });
	await api.send('POST', path, { body, once: 'two' });
	expect(api.sandbox.findings()).toMatchObject([{ rule: 'another-key', request: `POST /api/v1${path}` }]);
});

test.each(['', ' '])('the watcher: reports an empty idempotency key (%j)', async (once) => {
	await create(once, draft);
	expect(rules()).toEqual(['empty-key']);
});

describe('the watcher: ETags without their quotes', () => {
	test.each([
		['without', (tag: string) => tag.slice(1, -1), ['etag-without-quotes']],
		['with', (tag: string) => tag, []],
		['weak', (tag: string) => `W/${tag}`, []],
	])('If-None-Match %s', async (_title, change, found) => {
		const { headers } = await api.send('GET', '/posts/');
		await api.send('GET', '/posts/', { headers: { 'If-None-Match': change(headers.get('etag') ?? '') } });
		expect(rules()).toEqual(found);
	});

	test.each([
		['without', (etag: string) => etag.slice(1, -1), ['etag-without-quotes']],
		['with', (etag: string) => etag, []],
	])('complete %s', async (_title, change, found) => {
		const started = await api.start();
		const parts = await api.sendAll(started, fileOf('png', 2500));
		const changed = parts.map((part) => ({ ...part, etag: change(part.etag) }));
		await api.complete(started.mediaAssetId, { parts: changed });
		expect(rules()).toEqual(found);
	});
});

describe('the watcher: part URLs', () => {
	test('reports requesting all of them up front', async () => {
		const { mediaAssetId } = await api.start({ sizeBytes: 20_000 });
		await api.moreUrls(mediaAssetId, 9, 12);
		expect(rules()).toEqual(['urls-up-front']);
	});

	test('accepts requesting more after the first ones are used', async () => {
		const { mediaAssetId, urls } = await api.start({ sizeBytes: 20_000 });
		for (const { url } of urls) await put(url, Buffer.alloc(1000));
		await api.moreUrls(mediaAssetId, 9, 12);
		expect(rules()).toEqual([]);
	});
});

test('the watcher’s findings can be read and collected over HTTP, and a reset clears them', async () => {
	const { sandbox } = api;
	const findings = async (method: string): Promise<unknown> =>
		await (await fetch(`${sandbox.url}/sandbox/api/findings`, { method })).json();
	await create('', { ...draft, proposedPublishAt: inHours(sandbox, 1) });
	expect(await findings('GET')).toMatchObject([{ rule: 'empty-key' }]);
	expect(await findings('DELETE')).toMatchObject([{ rule: 'empty-key' }]);
	expect(await findings('GET')).toEqual([]);
	await create('', draft);
	sandbox.reset();
	expect(sandbox.takeFindings()).toEqual([]);
});
