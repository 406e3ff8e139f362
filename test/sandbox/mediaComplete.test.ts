import { fileOf, type FileKind } from '../support/mediaFiles';
import { put, openMediaApi, type MediaApi } from './mediaApi';

type Named = { partNumber: number; etag: string };

let api: MediaApi;
beforeAll(async () => {
	api = await openMediaApi();
});
beforeEach(() => api.sandbox.reset());
afterAll(() => api.sandbox.close());

const sent = async (mediaType: string, kind: FileKind) => {
	const started = await api.start({ mediaType });
	return { id: started.mediaAssetId, parts: await api.sendAll(started, fileOf(kind, 2500)) };
};

describe('complete (P84, N5, N6)', () => {
	test('returns the asset with its reported details (N47)', async () => {
		const { id, parts } = await sent('image', 'png');
		const body = { parts, durationSec: 0.5, width: 1, height: 16_384 };
		const { status, body: asset } = await api.complete(id, body);
		expect({ status, asset }).toEqual({
			status: 200,
			asset: {
				id,
				mediaType: 'image',
				processingStatus: 'ready',
				contentType: 'image/png',
				sizeBytes: 2500,
				width: 1,
				height: 16_384,
				durationSec: 0.5,
				altText: null,
				r2Key: expect.stringContaining(id),
				createdAt: '2026-01-05T09:00:00.000+00:00',
			},
		});
		const shown = { id, width: 1, height: 16_384, durationSec: 0.5 };
		expect(api.sandbox.media()[0]).toMatchObject(shown);
	});

	test('can be repeated only with the same parts', async () => {
		const { id, parts } = await sent('image', 'png');
		const first = await api.complete(id, { parts });
		const second = await api.complete(id, { parts });
		expect(second).toMatchObject({ status: 200, body: first.body });
		expect((await api.complete(id, { parts: parts.slice(1) })).status).toBe(422);
	});

	test.each<[string, (parts: Named[]) => unknown]>([
		['no parts', () => ({ parts: [] })],
		['a missing part', (parts) => ({ parts: parts.slice(1) })],
		['parts out of order', (parts) => ({ parts: [...parts].reverse() })],
		['a duplicate part', (parts) => ({ parts: [...parts, parts[0]] })],
		['an extra part', (parts) => ({ parts: [...parts, { partNumber: 4, etag: '"a"' }] })],
		[
			'an ETag without its quotes',
			(parts) => ({ parts: parts.map((part) => ({ ...part, etag: part.etag.slice(1, -1) })) }),
		],
		[
			'swapped ETags',
			(parts) => ({
				parts: parts.map(({ partNumber }, index) => ({ partNumber, etag: parts[2 - index]?.etag })),
			}),
		],
		['the spelling of S3', (parts) => ({ parts: parts.map(({ etag }) => ({ PartNumber: 1, ETag: etag })) })],
		['no duration', (parts) => ({ parts, durationSec: 0 })],
		['more than a day', (parts) => ({ parts, durationSec: 86_401 })],
		['a width of zero', (parts) => ({ parts, width: 0 })],
		['an excessive height', (parts) => ({ parts, height: 16_385 })],
		['a broken width', (parts) => ({ parts, width: 1.5 })],
		['an idempotency key in the body (P86)', (parts) => ({ parts, idempotencyKey: 'key' })],
	])('refuses %s and accepts a corrected request', async (_title, bodyOf) => {
		const { id, parts } = await sent('image', 'png');
		expect((await api.complete(id, bodyOf(parts))).status).toBe(422);
		expect((await api.complete(id, { parts })).status).toBe(200);
	});

	test('refuses while a part is missing', async () => {
		const { mediaAssetId, urls } = await api.start();
		const { etag } = await put(urls[0]?.url ?? '', fileOf('png', 1000));
		const parts = [1, 2, 3].map((partNumber) => ({ partNumber, etag: etag ?? '' }));
		const { body } = await api.complete(mediaAssetId, { parts });
		expect(body.detail).toContain('part 2 has not arrived');
	});

	test('succeeds on retry after a 503, even if the work was done (P85)', async () => {
		const { id, parts } = await sent('image', 'png');
		api.sandbox.faults.add({ path: '/complete', kind: 'status' });
		api.sandbox.faults.add({ path: '/complete', kind: 'statusAfter' });
		const answers = [];
		for (let count = 0; count < 3; count++) answers.push((await api.complete(id, { parts })).status);
		expect(answers).toEqual([503, 503, 200]);
	});
});

describe('the bytes of a file (N8)', () => {
	test.each<[FileKind, string, string]>([
		['png', 'image', 'image/png'],
		['jpeg', 'image', 'image/jpeg'],
		['webp', 'image', 'image/webp'],
		['gif', 'gif', 'image/gif'],
		['mp4', 'video', 'video/mp4'],
		['mov', 'video', 'video/quicktime'],
		['webm', 'video', 'video/webm'],
	])('detects %s as %s', async (kind, mediaType, contentType) => {
		const { id, parts } = await sent(mediaType, kind);
		expect((await api.complete(id, { parts })).body).toMatchObject({ mediaType, contentType });
		expect(api.sandbox.media()[0]).toMatchObject({ id, state: 'ready', partsArrived: 3, partCount: 3 });
	});

	test.each<[FileKind, string]>([
		['pdf', 'image'],
		['heic', 'image'],
		['heic', 'video'],
		['matroska', 'video'],
		['empty', 'video'],
		['gif', 'image'],
		['png', 'gif'],
		['mp4', 'image'],
		['jpeg', 'video'],
	])('refuses %s as %s and discards the upload', async (kind, mediaType) => {
		const { id, parts } = await sent(mediaType, kind);
		const { status, body } = await api.complete(id, { parts });
		expect({ status, error: body.error }).toEqual({ status: 422, error: 'invalid' });
		expect((await api.complete(id, { parts })).status).toBe(404);
		expect(api.sandbox.media().map((asset) => asset.id)).not.toContain(id);
	});
});
