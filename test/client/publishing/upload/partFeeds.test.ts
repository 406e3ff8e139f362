import { createPartFeed } from '../../../../client/publishing/upload/partFeeds';
import { fileOf } from '../../../support/mediaFiles';
import { profile } from '../../../support/profile';
import { sourceOf, type SourceHabits } from '../../../support/testSource';
import { feedsFor } from './uploadFeeds';
import { callsTo, digestsAt, digestsOf, useUploads } from '../../../support/useUploads';
import { until } from '../../../support/until';

const partSize = 10_000;
const uploads = useUploads(partSize);

describe.each(feedsFor(partSize))('the $feed feed', ({ isSeekable, bufferBytesMax, workers }) => {
	const send = async (size: number, habits: SourceHabits = {}) => {
		const { sandbox, client, traffic } = uploads();
		const file = fileOf('mp4', size);
		const source = sourceOf(file, { isSeekable, ...habits });
		const asset = await client.media.upload(source, { mediaType: 'video', bufferBytesMax });
		return { sandbox, traffic, file, source, asset };
	};

	test.each([
		['a small file', 40],
		['a byte less than a part', partSize - 1],
		['exactly a part', partSize],
		['a byte more than a part', partSize + 1],
		['a byte less than 100 parts', 100 * partSize - 1],
		['exactly 100 parts', 100 * partSize],
		['100 parts and a byte', 100 * partSize + 1],
	])('sends %s completely, in order and once (P82, P84)', async (_title, size) => {
		const { sandbox, traffic, file, source, asset } = await send(size);
		const digests = digestsOf(file, partSize);
		expect(digestsAt(sandbox)).toEqual(digests);
		expect(callsTo(sandbox, '/complete').map(({ body }) => body)).toEqual([
			{ parts: digests.map(([partNumber, md5]) => ({ partNumber, etag: `"${md5}"` })) },
		]);
		expect(traffic.parts).toEqual(digests.map(([partNumber]) => partNumber));
		if (profile === 'observed') {
			expect(asset).toMatchObject({ mediaType: 'video', processingStatus: 'ready', sizeBytes: size });
		}
		expect(sandbox.media()[0]).toMatchObject({ id: asset.id, state: 'ready', sizeBytes: size });
		await until(() => source.streams === 0 && sandbox.storageConnections === 0);
	});

	test.each([1, 7, 999, partSize - 1, partSize, partSize + 1, 5 * 1024 * 1024])(
		'sends a file in chunks of %d bytes (P82)',
		async (chunkBytes) => {
			const { sandbox, file } = await send(3 * partSize + 17, { chunkBytes });
			expect(digestsAt(sandbox)).toEqual(digestsOf(file, partSize));
		},
	);

	test('keeps its workers busy without exceeding their number', async () => {
		const { sandbox, traffic } = await send(40 * partSize);
		expect([traffic.peak, traffic.inFlight]).toEqual([workers, 0]);
		expect(sandbox.storagePeak).toBeLessThanOrEqual(workers);
	});

	test('sends one byte, although only a service that looks at no bytes accepts such a file', async () => {
		const { sandbox, client } = uploads();
		const upload = client.media.upload(sourceOf(Buffer.of(0), { isSeekable }), {
			mediaType: 'image',
			bufferBytesMax,
		});
		if (profile === 'observed') await expect(upload).rejects.toMatchObject({ name: 'ValidationError' });
		else await upload;
		expect(sandbox.storageRequests).toMatchObject([{ partNumber: 1, bytes: 1, status: 200 }]);
	});
});

describe('files and buffers of each feed', () => {
	const size = 10 * partSize + 1;
	const send = async (habits: SourceHabits, options: { bufferBytesMax?: number; workers?: number }) => {
		const { sandbox, client, traffic } = uploads();
		const file = fileOf('mp4', size);
		const source = sourceOf(file, habits);
		await client.media.upload(source, { mediaType: 'video', ...options });
		return { sandbox, traffic, source, file };
	};

	test('opens each part at its offset and buffers none in the window feed', async () => {
		const { source, traffic } = await send({}, {});
		const starts = Array.from({ length: 11 }, (_, index) => index * partSize);
		// Before the last part, the last byte is read to see whether the file ends with it.
		expect(source.openedAt).toEqual([...starts.slice(0, -1), size - 1, ...starts.slice(-1)]);
		expect(traffic.buffers.size).toBe(0);
	});

	test.each([2, 3, 7])('reads once into %d buffers in the buffer feed', async (count) => {
		const { source, traffic } = await send(
			{ isSeekable: false },
			{ bufferBytesMax: (count + 1) * partSize - 1, workers: 7 },
		);
		expect(source.openedAt).toEqual([0]);
		expect([...traffic.buffers].map(({ byteLength }) => byteLength)).toEqual(Array(count).fill(partSize));
	});

	test('never has more buffers than workers in the buffer feed', async () => {
		const { traffic } = await send({ isSeekable: false }, { workers: 2 });
		expect(traffic.buffers.size).toBe(2);
	});

	test('reads once and buffers nothing in the straight feed', async () => {
		const { source, traffic } = await send({ isSeekable: false }, { bufferBytesMax: 2 * partSize - 1 });
		expect(source.openedAt).toEqual([0]);
		expect(traffic.buffers.size).toBe(0);
	});

	test.each([1, 2, 9])('sends at most %d parallel parts if set', async (workers) => {
		const { sandbox, traffic } = await send({}, { workers });
		expect(traffic.peak).toBe(workers);
		// The ninth worker needs a URL while the parts of the first eight can still be in progress.
		if (workers > 8) sandbox.takeFindings();
	});
});

test.each([
	['as many buffers as workers', 9, 5],
	['no more buffers than parts', 2, 2],
	['no more buffers than their limit allows', 9, 3],
])('the buffer feed has %s', (_title, partCount, workers) => {
	const bufferBytesMax = workers * partSize;
	const source = sourceOf(Buffer.alloc(partCount * partSize), { isSeekable: false });
	const plan = { partSize, partCount, workers: 5, bufferBytesMax: Math.max(bufferBytesMax, 3 * partSize) };
	expect(createPartFeed(source, plan).workers).toBe(workers);
});

describe('parts that are larger than all buffers together', () => {
	const large = useUploads(64 * 1024 * 1024);

	test.each([
		['a file that fits into a buffer', 300_000, 1],
		["a file that doesn't fit", 33 * 1024 * 1024, 0],
	])('sends %s', async (_title, size, buffers) => {
		const { sandbox, client, traffic } = large();
		const file = Buffer.concat([fileOf('mp4', 1000), Buffer.alloc(size - 1000)]);
		await client.media.upload(sourceOf(file, { isSeekable: false }), { mediaType: 'video' });
		expect(digestsAt(sandbox)).toEqual(digestsOf(file, 64 * 1024 * 1024));
		expect([...traffic.buffers].map(({ byteLength }) => byteLength)).toEqual(buffers ? [size] : []);
	});
});

describe("parts of the service's size", () => {
	const mebibyte = 1024 * 1024;
	const real = useUploads(5 * mebibyte);

	test.each([
		['window', true, 5 * mebibyte],
		['window', true, mebibyte],
		['buffer', false, 5 * mebibyte],
		['buffer', false, 100_003],
	])(
		'sends parts of 5 MiB through the %s feed (%p), in chunks of %d bytes (P82)',
		async (_feed, isSeekable, chunkBytes) => {
			const { sandbox, client } = real();
			const file = fileOf('mp4', 17 * mebibyte + 3);
			await client.media.upload(sourceOf(file, { isSeekable, chunkBytes }), { mediaType: 'video' });
			expect(digestsAt(sandbox)).toEqual(digestsOf(file, 5 * mebibyte));
		},
	);
});
