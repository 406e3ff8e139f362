import type { PartUploadError } from '../../../../client/publishing/errors';
import { createPartUrlBook } from '../../../../client/publishing/upload/partUrls';
import type { FaultSpec } from '../../../../sandbox';
import { fetchSend } from '../../../support/fetchSend';
import { fileOf } from '../../../support/mediaFiles';
import { errorOf } from '../../../support/publishingClient';
import { profile } from '../../../support/profile';
import { sourceOf } from '../../../support/testSource';
import { feedsFor } from './uploadFeeds';
import { callsTo, digestsAt, digestsOf, useUploads } from '../../../support/useUploads';

const partSize = 10_000;
const uploads = useUploads(partSize);
const fifteenMinutesMs = 900_000;

type Fault = Omit<FaultSpec, 'path'>;

const file = fileOf('mp4', 6 * partSize + 1);
const [secondDigest] = digestsOf(file, partSize).slice(1);

describe.each(feedsFor(partSize))(
	'a failed part through the $feed feed',
	({ isSeekable, bufferBytesMax }) => {
		const send = async (...faults: Fault[]) => {
			const { sandbox, client, traffic } = uploads();
			for (const fault of faults) sandbox.faults.add({ path: '?partNumber=2', ...fault });
			const source = sourceOf(file, { isSeekable, chunkBytes: 999 });
			const sent = await client.media
				.upload(source, { mediaType: 'video', bufferBytesMax })
				.catch((error) => error);
			const requests = sandbox.storageRequests.filter(({ partNumber }) => partNumber === 2);
			return { sandbox, client, traffic, source, sent, requests };
		};

		test.each<[string, Fault[], number[]]>([
			['503 twice (P85)', [{ kind: 'status', times: 2 }], [1000, 2000]],
			['503 four times (P85)', [{ kind: 'status', times: 4 }], [1000, 2000, 4000, 8000]],
			['a 503 with Retry-After', [{ kind: 'status', retryAfter: 3 }], [3000]],
			['a 500', [{ kind: 'status', status: 500 }], [1000]],
			['a gateway that times out', [{ kind: 'body', status: 504, body: '<html>' }], [1000]],
			['a 408', [{ kind: 'status', status: 408 }], [1000]],
			[
				'a 400 of a storage that waited too long for bytes',
				[
					{
						kind: 'status',
						status: 400,
						body: '<Error><Code>RequestTimeout</Code><Message>Your socket was idle</Message></Error>',
					},
				],
				[1000],
			],
			['a 429 with Retry-After', [{ kind: 'status', status: 429, retryAfter: 60 }], [60_000]],
			['a 429 without Retry-After', [{ kind: 'status', status: 429 }], [1000]],
			['a 429 with Retry-After 0', [{ kind: 'status', status: 429, retryAfter: 0 }], [0]],
			[
				'a 503 with a useless Retry-After',
				[{ kind: 'status', headers: { 'Retry-After': 'in a while' } }],
				[1000],
			],
			[
				'a 503 with a past date',
				[{ kind: 'status', headers: { 'Retry-After': 'Thu, 01 Jan 2015 00:00:00 GMT' } }],
				[0],
			],
			['a connection that is closed immediately', [{ kind: 'drop' }], [1000]],
			['a connection that is closed in the middle of a part', [{ kind: 'dropMidBody' }], [1000]],
			['a connection that is closed after the part', [{ kind: 'dropAfter' }], [1000]],
			[
				'several failures in a row',
				[{ kind: 'drop' }, { kind: 'status' }, { kind: 'dropMidBody' }],
				[1000, 2000, 4000],
			],
		])('is the only part sent again after %s (P82)', async (_title, faults, waits) => {
			const { sandbox, client, traffic, source, requests } = await send(...faults);
			expect(client.waits).toEqual(waits);
			expect(requests.at(-1)?.md5).toBe(secondDigest?.[1]);
			expect(new Map(digestsAt(sandbox))).toEqual(new Map(digestsOf(file, partSize)));
			expect([...traffic.parts].sort()).toEqual([
				1,
				...Array<number>(waits.length + 1).fill(2),
				3,
				4,
				5,
				6,
				7,
			]);
			expect(callsTo(sandbox, '/complete')).toHaveLength(1);
			expect(source.streams).toBe(0);
		});

		test.each([400, 401, 403, 404, 410])(
			'renews a URL refused with %d without a wait (P83)',
			async (status) => {
				const { sandbox, client, requests, traffic } = await send({ kind: 'status', status });
				expect(requests.map(({ status: each }) => each)).toEqual([status, 200]);
				expect(client.waits).toEqual([]);
				expect(callsTo(sandbox, '/parts').map(({ body }) => body)).toEqual([{ fromPart: 2, count: 6 }]);
				expect(traffic.parts.filter((part) => part === 2)).toHaveLength(2);
			},
		);

		test.each<[string, Fault[], number, number, number[]]>([
			['a 403 twice', [{ kind: 'status', status: 403, times: 2 }], 403, 2, []],
			['a 400 twice', [{ kind: 'status', status: 400, times: 2 }], 400, 2, []],
			['a redirect', [{ kind: 'status', status: 307, headers: { Location: '/' } }], 307, 1, []],
			['an endless 503', [{ kind: 'status', times: 9 }], 503, 5, [1000, 2000, 4000, 8000]],
			['a wait of more than a minute', [{ kind: 'status', status: 429, retryAfter: 61 }], 429, 1, []],
			['no ETag', [{ kind: 'noEtag' }], 200, 1, []],
		])('fails with its number and tries after %s', async (_title, faults, statusCode, tries, waits) => {
			const { sandbox, client, sent, source } = await send(...faults);
			expect(sent).toMatchObject({
				name: 'PartUploadError',
				partNumber: 2,
				partCount: 7,
				tries,
				cause: { statusCode },
			});
			expect((sent as Error).message).toMatch(/^Part 2 of 7 couldn't be uploaded: The storage /);
			expect(client.waits).toEqual(waits);
			expect(callsTo(sandbox, '/complete')).toEqual([]);
			expect(source.streams).toBe(0);
		});

		test('fails if the connection breaks every time', async () => {
			const { sent } = await send({ kind: 'drop', times: 9 });
			expect(sent).toMatchObject({ partNumber: 2, cause: { name: 'NetworkError' } });
		});
	},
);

test.each([
	['straight', false, partSize, [0, partSize]],
	['buffer', false, 3 * partSize, [0]],
	// The last byte is the last part. It's also read to check that the file ends there.
	['window', true, 0, [0, 1, 1, 2, 3, 4, 5, 6, 6].map((part) => part * partSize)],
])(
	'opens the file again in the %s feed only if necessary',
	async (_feed, isSeekable, bufferBytesMax, openedAt) => {
		const { sandbox, client } = uploads();
		sandbox.faults.add({ path: '?partNumber=2', kind: 'dropMidBody' });
		const source = sourceOf(file, { isSeekable });
		await client.media.upload(source, { mediaType: 'video', bufferBytesMax, workers: 5 });
		expect([...source.openedAt].sort((one, other) => one - other)).toEqual(openedAt);
	},
);

describe('URLs that expire during the upload (P83, N7)', () => {
	test('are renewed by one request for all later parts', async () => {
		const send = fetchSend();
		const { sandbox, client } = uploads({
			sendToStorage: async (request) => {
				if (sandbox.storageRequests.length === 2) sandbox.clock.advance(fifteenMinutesMs);
				return await send(request);
			},
		});
		await client.media.upload(sourceOf(file), { mediaType: 'video', workers: 1 });
		expect(sandbox.storageRequests.map(({ partNumber, status }) => [partNumber, status])).toEqual([
			[1, 200],
			[2, 200],
			[3, profile === 'observed' ? 403 : 400],
			...[3, 4, 5, 6, 7].map((part) => [part, 200]),
		]);
		expect(callsTo(sandbox, '/parts').map(({ body }) => body)).toEqual([{ fromPart: 3, count: 5 }]);
	});

	test('fail the upload if new ones expire as well', async () => {
		const send = fetchSend();
		const { sandbox, client } = uploads({
			sendToStorage: async (request) => {
				sandbox.clock.advance(fifteenMinutesMs);
				return await send(request);
			},
		});
		const error = await errorOf<PartUploadError>(
			client.media.upload(sourceOf(file), { mediaType: 'video', workers: 1 }),
		);
		const statusCode = profile === 'observed' ? 403 : 400;
		expect(error).toMatchObject({ partNumber: 1, tries: 2, cause: { statusCode } });
		expect(sandbox.storageRequests).toHaveLength(2);
	});
});

describe('the book of URLs (P83)', () => {
	const urlsFrom = (name: string, fromPart: number, count: number) =>
		Array.from({ length: count }, (_, index) => ({
			partNumber: fromPart + index,
			url: `${name}-${fromPart + index}`,
		}));

	const bookOf = (partCount: number, known: number) => {
		const calls: Array<[number, number]> = [];
		const book = createPartUrlBook(partCount, urlsFrom('first', 1, known), async (fromPart, count) => {
			calls.push([fromPart, count]);
			return urlsFrom(`call${calls.length}`, fromPart, count);
		});
		return { book, calls };
	};

	test('requests once for all waiting parts, at most 16', async () => {
		const { book, calls } = bookOf(100, 8);
		const urls = await Promise.all([8, 9, 10, 24, 25].map(async (part) => await book.get(part)));
		expect(urls).toEqual(['first-8', 'call1-9', 'call1-10', 'call1-24', 'call2-25']);
		expect(calls).toEqual([
			[9, 16],
			[25, 16],
		]);
	});

	test('requests no more than there are', async () => {
		const { book, calls } = bookOf(10, 8);
		await book.get(9);
		expect(calls).toEqual([[9, 2]]);
	});

	test('keeps a URL that was renewed in the meantime', async () => {
		const { book, calls } = bookOf(3, 3);
		const expired = await Promise.all([book.get(1), book.get(2), book.get(3)]);
		book.forget(1, expired[0] ?? '');
		await book.get(1);
		book.forget(2, expired[1] ?? '');
		book.forget(3, expired[2] ?? '');
		expect(await Promise.all([book.get(2), book.get(3)])).toEqual(['call1-2', 'call1-3']);
		expect(calls).toEqual([[1, 3]]);
	});

	test('fails all waiting parts with the failed request and requests again later', async () => {
		let calls = 0;
		const book = createPartUrlBook(20, [], async (fromPart, count) => {
			if (calls++ === 0) throw new Error('refused');
			return urlsFrom('later', fromPart, count);
		});
		const waiting = await Promise.allSettled([book.get(1), book.get(2), book.get(17)]);
		expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
		expect(calls).toBe(1);
		expect(await book.get(2)).toBe('later-2');
	});

	test('rejects a response without the requested part', async () => {
		const book = createPartUrlBook(20, [], async () => urlsFrom('other', 9, 1));
		await expect(book.get(1)).rejects.toThrow('The answer has no URL for part 1');
	});
});
