import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FaultSpec } from '../../sandbox';
import { readCommandLine } from '../../sandbox/commandLine';
import { fileOf } from '../support/mediaFiles';
import { until } from '../support/until';
import { put, openMediaApi, type MediaApi } from './mediaApi';

const part = fileOf('png', 1000);
const md5 = createHash('md5').update(part).digest('hex');

let api: MediaApi;
beforeAll(async () => {
	api = await openMediaApi();
});
beforeEach(() => api.sandbox.reset());
afterAll(() => api.sandbox.close());

const firstUrl = async (): Promise<string> => (await api.start()).urls[0]?.url ?? '';

const codeIn = (text: string): string | undefined => /<Code>(\w+)<\/Code>/.exec(text)?.[1];

describe('uploading a part to its signed URL (P82, N7)', () => {
	test('works without a key and returns the MD5 as a quoted ETag (P87)', async () => {
		const url = await firstUrl();
		expect(await put(url, part)).toMatchObject({ status: 200, etag: `"${md5}"`, text: '' });
		expect(api.sandbox.storageRequests).toEqual([
			expect.objectContaining({ method: 'PUT', partNumber: 1, bytes: 1000, md5, status: 200 }),
		]);
		expect(JSON.stringify(api.sandbox.storageRequests)).not.toContain('Signature');
	});

	test('accepts the right Content-MD5', async () => {
		const told = { 'Content-MD5': Buffer.from(md5, 'hex').toString('base64') };
		expect((await put(await firstUrl(), part, { headers: told })).status).toBe(200);
	});

	test.each(['', 'node', 'axios/1.7.2', 'n8n'])('fails with the User-Agent %j', async (name) => {
		const refused = await put(await firstUrl(), part, { headers: { 'User-Agent': name } });
		expect(refused).toMatchObject({ status: 403, text: 'error code: 1010' });
	});

	test('can be repeated, and the last one counts', async () => {
		const { mediaAssetId, urls } = await api.start({ sizeBytes: 1000 });
		const url = urls[0]?.url ?? '';
		await put(url, fileOf('pdf', 1000));
		const { etag } = await put(url, part);
		expect((await api.complete(mediaAssetId, { parts: [{ partNumber: 1, etag }] })).status).toBe(200);
	});

	test('works for 15 minutes, then needs a new URL (N4)', async () => {
		const { mediaAssetId, urls } = await api.start();
		const url = urls[0]?.url ?? '';
		api.sandbox.clock.advance(900_000 - 1);
		expect((await put(url, part)).status).toBe(200);
		api.sandbox.clock.advance(1);
		const { status, text, headers } = await put(url, part);
		expect([status, codeIn(text), headers.get('content-type')]).toEqual([
			403,
			'AccessDenied',
			'application/xml',
		]);
		const [fresh] = await api.moreUrls(mediaAssetId, 1, 1);
		expect((await put(fresh?.url ?? '', part)).status).toBe(200);
	});

	test.each<[string, number, string, (url: string) => [string, Uint8Array, RequestInit?]]>([
		['a key', 400, 'InvalidArgument', (url) => [url, part, { headers: { Authorization: 'Bearer x' } }]],
		['another part', 403, 'SignatureDoesNotMatch', (url) => [url.replace('Number=1', 'Number=2'), part]],
		[
			'a later date',
			403,
			'SignatureDoesNotMatch',
			(url) => [url.replace(/Date=\d{8}/, 'Date=20300101'), part],
		],
		['no signature', 403, 'SignatureDoesNotMatch', (url) => [url.replace(/\?.*/, '?partNumber=1'), part]],
		[
			'a wrong Content-MD5',
			400,
			'BadDigest',
			(url) => [url, part, { headers: { 'Content-MD5': Buffer.alloc(16).toString('base64') } }],
		],
		['a byte less', 400, 'EntityTooSmall', (url) => [url, part.subarray(1)]],
		['a byte more', 400, 'EntityTooLarge', (url) => [url, Buffer.alloc(1001)]],
		['another method', 405, 'MethodNotAllowed', (url) => [url, part, { method: 'POST' }]],
		[
			'no length',
			411,
			'MissingContentLength',
			(url) => [url, part, { body: Readable.from([part]), duplex: 'half' } as RequestInit],
		],
	])('refuses %s', async (_title, status, code, requestFor) => {
		const answer = await put(...requestFor(await firstUrl()));
		expect([answer.status, codeIn(answer.text)]).toEqual([status, code]);
		expect(api.sandbox.media()[0]).toMatchObject({ partsArrived: 0 });
	});

	test('is refused after the upload is complete', async () => {
		const started = await api.start({ sizeBytes: 1000 });
		await api.complete(started.mediaAssetId, { parts: await api.sendAll(started, part) });
		const { status, text } = await put(started.urls[0]?.url ?? '', part);
		expect([status, codeIn(text)]).toEqual([404, 'NoSuchUpload']);
	});
});

describe('faults of the storage (P85)', () => {
	const meet = async (fault: Omit<FaultSpec, 'path'>) => {
		const { mediaAssetId, urls } = await api.start();
		api.sandbox.faults.add({ path: '?partNumber=1', ...fault });
		const first = await put(urls[0]?.url ?? '', part).catch(() => 'dropped' as const);
		const hasArrived = api.sandbox
			.media()
			.some(({ id, partsArrived }) => id === mediaAssetId && partsArrived > 0);
		const again = await put(urls[0]?.url ?? '', part);
		return { first, hasArrived, again: again.status };
	};

	test.each<[Omit<FaultSpec, 'path'>, unknown, boolean]>([
		[{ kind: 'status' }, { status: 503, text: expect.stringContaining('<Code>SlowDown</Code>') }, false],
		[{ kind: 'status', status: 403 }, { status: 403, text: expect.stringContaining('AccessDenied') }, false],
		[{ kind: 'statusAfter', status: 500 }, { status: 500 }, true],
		[
			{ kind: 'body', status: 502, body: '<html>', contentType: 'text/html' },
			{ status: 502, text: '<html>' },
			false,
		],
		[{ kind: 'noEtag' }, { status: 200, etag: null }, true],
		[{ kind: 'stall', ms: 1 }, { status: 200 }, true],
	])('%j changes one answer and leaves the next unchanged', async (fault, first, hasArrived) => {
		expect(await meet(fault)).toEqual({ first: expect.objectContaining(first), hasArrived, again: 200 });
	});

	test.each<[Omit<FaultSpec, 'path'>, boolean]>([
		[{ kind: 'drop' }, false],
		[{ kind: 'dropMidBody' }, false],
		[{ kind: 'dropMidBody', afterBytes: 1 }, false],
		[{ kind: 'dropAfter' }, true],
	])('%j closes the connection', async (fault, hasArrived) => {
		expect(await meet(fault)).toEqual({ first: 'dropped', hasArrived, again: 200 });
		expect(api.sandbox.storageRequests[0]).toMatchObject({ status: 0 });
	});

	test('include a Retry-After', async () => {
		const url = await firstUrl();
		api.sandbox.faults.add({ path: /^\/storage\//, kind: 'status', status: 429, retryAfter: 7 });
		const { status, headers } = await put(url, part);
		expect([status, headers.get('retry-after')]).toEqual([429, '7']);
	});

	test('treat dropMidBody as a drop elsewhere and ignore noEtag', async () => {
		api.sandbox.faults.add({ path: '/me/', kind: 'dropMidBody' });
		api.sandbox.faults.add({ path: '/me/', kind: 'noEtag' });
		await expect(api.send('GET', '/me/')).rejects.toThrow();
		expect((await api.send('GET', '/me/')).status).toBe(200);
	});
});

describe('the options of the storage', () => {
	test('can limit the speed of a connection', async () => {
		const slow = await openMediaApi({ storage: { bytesPerSecondPerConnection: 5000, latencyMs: 1 } });
		const { urls } = await slow.start();
		const startedAt = performance.now();
		await put(urls[0]?.url ?? '', part);
		expect(performance.now() - startedAt).toBeGreaterThan(190);
		await slow.sandbox.close();
	});

	test('count parallel requests and connections', async () => {
		const { urls } = await api.start();
		const leave = new AbortController();
		api.sandbox.faults.add({ path: /^\/storage\//, kind: 'stall', times: 2 });
		const sent = urls.slice(0, 2).map(({ url }) => put(url, part, { signal: leave.signal }));
		await until(() => api.sandbox.storagePeak === 2);
		expect(api.sandbox.storageConnections).toBeGreaterThanOrEqual(2);
		leave.abort();
		expect((await Promise.allSettled(sent)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		const { body } = await fetch(`${api.sandbox.url}/sandbox/api/storage`).then(async (answer) => ({
			body: (await answer.json()) as Record<string, unknown>,
		}));
		expect(body).toMatchObject({ url: api.sandbox.storageUrl, peak: 2, requests: { length: 2 } });
	});

	test('can be set on the command line', () => {
		const args = '--part-size-bytes 5 --storage-port 6 --storage-bytes-per-second 7 --storage-latency-ms 8';
		expect(readCommandLine(args.split(' '))?.options).toMatchObject({
			partSizeBytes: 5,
			storage: { port: 6, bytesPerSecondPerConnection: 7, latencyMs: 8 },
		});
	});

	test('show the assets with their status on the page', async () => {
		const { mediaAssetId } = await api.start({ altText: 'A cat' });
		const answer = await fetch(`${api.sandbox.url}/sandbox/api/state`);
		const { media } = (await answer.json()) as { media: object[] };
		expect(media[0]).toEqual({
			id: mediaAssetId,
			workspace: 'Acme Studio',
			mediaType: 'image',
			width: null,
			height: null,
			durationSec: null,
			state: 'uploading',
			sizeBytes: 2500,
			altText: 'A cat',
			partsArrived: 0,
			partCount: 3,
			shownAs: 'words',
		});
		expect(media.at(-1)).toMatchObject({ state: 'ready', sizeBytes: null });
	});

	test.each([{ partSizeBytes: 0 }, { storage: { bytesPerSecondPerConnection: 0 } }])(
		'refuses %j',
		async (options) => {
			await expect(openMediaApi(options)).rejects.toThrow('must be at least 1');
		},
	);
});
