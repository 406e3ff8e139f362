import { seed } from '../../sandbox';
import { fileOf, type FileKind } from '../support/mediaFiles';
import { put, openMediaApi, type MediaApi, type Started } from './mediaApi';

const { keys, channels } = seed;
const mebibyte = 1024 * 1024;
const dayMs = 86_400_000;
const unknownId = '12345678-1234-4234-8234-123456789012';

let api: MediaApi;
beforeAll(async () => {
	api = await openMediaApi();
});
beforeEach(() => api.sandbox.reset());
afterAll(() => api.sandbox.close());

const numbers = ({ urls }: Pick<Started, 'urls'>): number[] => urls.map(({ partNumber }) => partNumber);

const refused = async (path: string, body: unknown, status = 422) => {
	const answer = await api.send('POST', path, { body });
	expect({ status: answer.status, detail: answer.body.detail }).toEqual({
		status,
		detail: expect.stringMatching(/./),
	});
	return answer.body;
};

describe('start (P81, N1, N2)', () => {
	test.each([
		['one byte', 1, 1, [1]],
		['a byte less than a part', 999, 1, [1]],
		['exactly a part', 1000, 1, [1]],
		['a byte more than a part', 1001, 2, [1, 2]],
		['ten parts', 9001, 10, [1, 2, 3, 4, 5, 6, 7, 8]],
	])('returns the URLs of the first parts for %s', async (_title, sizeBytes, partCount, urls) => {
		const started = await api.start({ sizeBytes });
		expect(started).toEqual({
			mediaAssetId: expect.stringMatching(/^[0-9a-f-]{36}$/),
			uploadId: expect.stringMatching(/./),
			r2Key: expect.stringContaining(started.mediaAssetId),
			partSize: 1000,
			partCount,
			urls: urls.map((partNumber) => ({ partNumber, url: expect.stringContaining(api.sandbox.storageUrl) })),
		});
	});

	test.each([
		['image', 64 * mebibyte],
		['gif', 64 * mebibyte],
		['video', 3 * 1024 * mebibyte],
	])('limits %s to %d bytes (N8)', async (mediaType, sizeBytes) => {
		await api.start({ mediaType, sizeBytes, altText: 'x'.repeat(1000) });
		const body = await refused('/media/uploads', { mediaType, sizeBytes: sizeBytes + 1 });
		expect(body).toMatchObject({ error: 'invalid', detail: expect.stringContaining('sizeBytes') });
	});

	test.each([
		['no type', { sizeBytes: 1 }],
		['an unknown type', { mediaType: 'audio', sizeBytes: 1 }],
		['no size', { mediaType: 'image' }],
		['nothing', { mediaType: 'image', sizeBytes: 0 }],
		['half a byte', { mediaType: 'image', sizeBytes: 1.5 }],
		['a long alternative text', { mediaType: 'image', sizeBytes: 1, altText: 'x'.repeat(1001) }],
		['a file name', { mediaType: 'image', sizeBytes: 1, fileName: 'a.png' }],
		['a long key', { mediaType: 'image', sizeBytes: 1, idempotencyKey: 'k'.repeat(129) }],
	])('refuses %s', async (_title, body) => {
		expect((await refused('/media/uploads', body)).error).toBe('invalid_request');
	});

	test('accepts 25 unfinished uploads per workspace, and more after a day (N8)', async () => {
		for (let count = 0; count < 25; count++) await api.start();
		const body = await refused('/media/uploads', { mediaType: 'image', sizeBytes: 1 });
		expect(body).toMatchObject({ error: 'invalid', detail: expect.stringContaining('25') });
		await api.start({}, { key: keys.approval });
		api.sandbox.clock.advance(dayMs);
		await api.start();
		expect(api.sandbox.media().filter(({ partCount }) => partCount > 0)).toHaveLength(1);
	});
});

describe('a start repeated with its key (P86, N23)', () => {
	test('returns the same asset with new URLs for missing parts, and none after completion', async () => {
		const file = fileOf('png', 2500);
		const first = await api.start({}, { once: 'key' });
		await put(first.urls[0]?.url ?? '', file.subarray(0, 1000));
		api.sandbox.clock.advance(60_000);
		const second = await api.start({}, { once: 'key' });
		expect({ ...second, urls: [] }).toEqual({ ...first, urls: [] });
		expect(numbers(second)).toEqual([2, 3]);
		expect(second.urls[0]?.url).not.toBe(first.urls[1]?.url);
		await api.complete(first.mediaAssetId, { parts: await api.sendAll(first, file) });
		expect(await api.start({}, { once: 'key' })).toEqual({ ...first, urls: [] });
	});

	test('accepts the key in the body, too, and refuses another body', async () => {
		const first = await api.start({ idempotencyKey: 'key' });
		expect((await api.start({}, { once: 'key' })).mediaAssetId).toBe(first.mediaAssetId);
		const answer = await api.send('POST', '/media/uploads', {
			body: { mediaType: 'gif', sizeBytes: 1 },
			once: 'key',
		});
		expect(answer.body.error).toBe('idempotency_mismatch');
	});

	test('starts over if the first upload was discarded', async () => {
		const first = await api.start({}, { once: 'key' });
		await api.complete(first.mediaAssetId, { parts: await api.sendAll(first, fileOf('pdf', 2500)) });
		const second = await api.start({}, { once: 'key' });
		expect(second.mediaAssetId).not.toBe(first.mediaAssetId);
		expect((await api.start({}, { once: 'key' })).mediaAssetId).toBe(second.mediaAssetId);
	});

	test('starts a new upload each time without a key', async () => {
		expect((await api.start()).mediaAssetId).not.toBe((await api.start()).mediaAssetId);
	});
});

describe('more URLs (P83, N3, N4)', () => {
	test.each([
		[1, 16, 16],
		[9, 16, 12],
		[20, 1, 1],
		[20, 16, 1],
	])('from part %d returns up to %d', async (fromPart, count, given) => {
		const { mediaAssetId } = await api.start({ sizeBytes: 20_000 });
		const urls = await api.moreUrls(mediaAssetId, fromPart, count);
		expect(numbers({ urls })).toEqual(Array.from({ length: given }, (_, index) => fromPart + index));
	});

	test.each([
		['nothing', {}],
		['no count', { fromPart: 1 }],
		['17 in one request', { fromPart: 1, count: 17 }],
		['none', { fromPart: 1, count: 0 }],
		['part 0', { fromPart: 0, count: 1 }],
		['a part after the last', { fromPart: 4, count: 1 }],
		['an idempotency key in the body (P86)', { fromPart: 1, count: 1, idempotencyKey: 'key' }],
	])('refuses %s', async (_title, body) => {
		const { mediaAssetId } = await api.start();
		await refused(`/media/uploads/${mediaAssetId}/parts`, body);
	});

	test('counts as a read and ignores the key in the header', async () => {
		const limited = await openMediaApi({ rateLimits: { writesPerKey: 1, readsPerKey: 2 } });
		const { mediaAssetId } = await limited.start();
		const body = { fromPart: 1, count: 1 };
		const send = () => limited.send('POST', `/media/uploads/${mediaAssetId}/parts`, { body, once: 'key' });
		const statuses = [(await send()).status, (await send()).status];
		const { status, body: refusal } = await send();
		expect([...statuses, status, refusal['tier']]).toEqual([200, 200, 429, 'credential_reads']);
		await limited.sandbox.close();
	});

	test('is a conflict once the upload is complete', async () => {
		const started = await api.start();
		await api.complete(started.mediaAssetId, { parts: await api.sendAll(started, fileOf('png', 2500)) });
		const body = { fromPart: 1, count: 1 };
		expect((await refused(`/media/uploads/${started.mediaAssetId}/parts`, body, 409)).error).toBe('conflict');
	});
});

describe('the permission to upload (P58, P92)', () => {
	test.each(['/media/uploads', `/media/uploads/${unknownId}/parts`, `/media/uploads/${unknownId}/complete`])(
		'%s needs upload_media',
		async (path) => {
			const { status, body } = await api.send('POST', path, { key: keys.readOnly, body: {} });
			expect({ status, detail: body.detail }).toEqual({
				status: 403,
				detail: 'missing permission: upload_media',
			});
		},
	);

	test.each([
		['parts', { fromPart: 1, count: 1 }],
		['complete', { parts: [{ partNumber: 1, etag: '"a"' }] }],
	])('%s returns 404 for another workspace, an unknown upload and the storage ID', async (action, body) => {
		const { mediaAssetId, uploadId } = await api.start();
		const asked = [
			{ id: mediaAssetId, key: keys.approval },
			{ id: unknownId, key: keys.full },
			{ id: uploadId, key: keys.full },
		].map(({ id, key }) => api.send('POST', `/media/uploads/${id}/${action}`, { key, body }));
		expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404]);
	});
});

describe('an asset in a post (P84)', () => {
	const post = (id: string) =>
		api.send('POST', '/posts/', {
			body: { accounts: [channels.facebook.id], caption: 'Look', mediaAssetIds: [id] },
		});

	test('is refused until complete and deleted after a day (N8)', async () => {
		const started = await api.start();
		const early = await post(started.mediaAssetId);
		expect(early.status).toBe(422);
		await api.complete(started.mediaAssetId, { parts: await api.sendAll(started, fileOf('png', 2500)) });
		expect((await post(started.mediaAssetId)).status).toBe(201);
		const forgotten = await api.start();
		api.sandbox.clock.advance(dayMs - 1);
		expect((await post(forgotten.mediaAssetId)).body.detail).toContain('not finished');
		api.sandbox.clock.advance(1);
		expect((await post(forgotten.mediaAssetId)).body.detail).toContain('no asset');
		expect((await post(started.mediaAssetId)).status).toBe(201);
	});

	test.each<[FileKind, string]>([
		['mp4', 'video'],
		['gif', 'gif'],
	])('a %s counts as %s (P17)', async (kind, mediaType) => {
		const started = await api.start({ mediaType });
		await api.complete(started.mediaAssetId, { parts: await api.sendAll(started, fileOf(kind, 2500)) });
		const { status } = await api.send('POST', '/posts/', {
			body: {
				accounts: [channels.youtube.id],
				caption: 'Look',
				title: 'Look',
				mediaAssetIds: [started.mediaAssetId],
				delivery: { mode: 'now' },
			},
		});
		expect(status).toBe(mediaType === 'video' ? 201 : 422);
	});
});
