import type { FaultSpec } from '../../../../sandbox';
import { fileOf } from '../../../support/mediaFiles';
import { onlyIn, profile } from '../../../support/profile';
import { clientOf, errorOf } from '../../../support/publishingClient';
import { sampleIds } from '../../../support/sampleAnswers';
import { sourceOf } from '../../../support/testSource';
import {
	callsTo,
	digestsAt,
	digestsOf,
	useUploads,
	type UploadsUnderTest,
} from '../../../support/useUploads';

const partSize = 10_000;
const uploads = useUploads(partSize);
const hundredParts = fileOf('mp4', 100 * partSize);
const tenParts = hundredParts.subarray(0, 10 * partSize);
const video = { mediaType: 'video' as const };

/** How many uploads are begun by a start whose answer is a 5xx. The observed service forgets its key. */
const begunTwice = profile === 'observed' ? 2 : 1;

const codesOf = (calls: ReturnType<typeof callsTo>): number[] => calls.map(({ status }) => status);

describe('start (P81, N1)', () => {
	test.each<[string, object, object, string | undefined]>([
		['sends the type and size of the file', {}, { mediaType: 'video', sizeBytes: 100_000 }, undefined],
		[
			'sends an alt text and a key',
			{ altText: 'A cat', idempotencyKey: 'key-1' },
			{ mediaType: 'video', sizeBytes: 100_000, altText: 'A cat' },
			'key-1',
		],
	])('%s', async (_title, options, body, key) => {
		const { sandbox, client } = uploads();
		await client.media.upload(sourceOf(tenParts), { ...video, ...options });
		const [call] = callsTo(sandbox, '/uploads');
		expect(call?.body).toEqual(body);
		expect(call?.headers['idempotency-key']).toBe(key);
	});

	test.each<[string, number, object, string]>([
		['an empty file', 0, {}, 'sizeBytes: must be at least one byte'],
		['a long alt text', 1, { altText: 'x'.repeat(1001) }, 'altText: is longer than 1,000 characters'],
		[
			'an unknown media type',
			1,
			{ mediaType: 'audio' },
			"mediaType: must be one of 'gif', 'image', 'video', but it is 'audio'",
		],
		['a long key', 1, { idempotencyKey: 'k'.repeat(129) }, 'idempotencyKey: is longer than 128 characters'],
	])('sends nothing for %s (D7)', async (_title, sizeBytes, options, message) => {
		const { sandbox, client } = uploads();
		const source = sourceOf(Buffer.alloc(sizeBytes));
		const error = await errorOf(client.media.upload(source, { ...video, ...options }));
		expect(error).toMatchObject({ name: 'InvalidRequestError', message });
		expect([sandbox.requests, source.openedAt]).toEqual([[], []]);
	});

	onlyIn('observed', 'no document limits the size or the type of a file', () => {
		test('fails before the first byte of an unsupported file (N8)', async () => {
			const { sandbox, client } = uploads();
			const source = sourceOf(tenParts, { sizeBytes: 64 * 1024 * 1024 + 1 });
			const error = await errorOf(client.media.upload(source, { mediaType: 'image' }));
			expect(error).toMatchObject({ name: 'ValidationError' });
			expect([sandbox.storageRequests, source.openedAt]).toEqual([[], []]);
		});

		test('fails at the end for bytes of another type (N8)', async () => {
			const { sandbox, client } = uploads();
			const details = async () => await Promise.resolve({ width: 640 });
			const pdf = sourceOf(fileOf('pdf', 20_000));
			const error = await errorOf(client.media.upload(pdf, { ...video, details }));
			expect(codesOf(callsTo(sandbox, '/complete'))).toEqual([422, 404]);
			expect(error).toMatchObject({
				name: 'ValidationError',
				detail: expect.stringContaining('start again'),
			});
		});
	});
});

describe('more URLs (P83, N4)', () => {
	test('are requested as needed, 16 at a time', async () => {
		const { sandbox, client } = uploads();
		await client.media.upload(sourceOf(hundredParts), video);
		expect(callsTo(sandbox, '/parts').map(({ body }) => body)).toEqual([
			...[9, 25, 41, 57, 73].map((fromPart) => ({ fromPart, count: 16 })),
			{ fromPart: 89, count: 12 },
		]);
	});

	test('are not requested before their part', async () => {
		const { sandbox, client } = uploads();
		sandbox.faults.add({ path: '?partNumber=1', kind: 'noEtag' });
		await errorOf(client.media.upload(sourceOf(hundredParts), { ...video, workers: 1 }));
		expect(callsTo(sandbox, '/parts')).toEqual([]);
	});

	test.each<[string, Partial<FaultSpec>, string, number]>([
		['the key is revoked', { kind: 'status', status: 401 }, 'AuthenticationError', 1],
		['the service stays unavailable', { kind: 'drop' }, 'NetworkError', 5],
		['the response is not JSON', { kind: 'body', body: '<html>' }, 'UnexpectedResponseError', 2],
		['the response has no URLs', { kind: 'body', body: {} }, 'UnexpectedResponseError', 1],
	])('fail with one error for all parts if %s', async (_title, fault, name, calls) => {
		const { sandbox, client, traffic } = uploads();
		sandbox.faults.add({ path: '/parts', kind: 'status', times: 99, ...fault });
		const source = sourceOf(hundredParts);
		expect(await errorOf(client.media.upload(source, video))).toMatchObject({ name });
		expect(callsTo(sandbox, '/parts')).toHaveLength(calls);
		expect([source.streams, traffic.inFlight, callsTo(sandbox, '/complete')]).toEqual([0, 0, []]);
	});
});

describe('what is known of the file (P84, N5, N47)', () => {
	const documented = useUploads(partSize, { profile: 'documents' });
	const details = async () => await Promise.resolve({ width: 640, height: 480, durationSec: 2 });

	test('is left out once the service has refused it, but returned with the asset', async () => {
		const { sandbox, client } = documented();
		const asset = await client.media.upload(sourceOf(tenParts), { ...video, details });
		expect(asset).toMatchObject({ ...video, ...(await details()), sizeBytes: tenParts.length });
		await client.media.upload(sourceOf(tenParts), { ...video, details });
		const calls = callsTo(sandbox, '/complete');
		expect(calls.map(({ body, status }) => [status, Object.keys(body).sort()])).toEqual([
			[422, ['durationSec', 'height', 'parts', 'width']],
			[200, ['parts']],
			[200, ['parts']],
		]);
		expect(sandbox.media().map(({ state }) => state)).toEqual(expect.arrayContaining(['ready', 'ready']));
	});

	test('is not blamed for the refusal of a file', async () => {
		const { sandbox, client } = documented();
		const body = { error: 'E1422', detail: 'The file is no video: start again' };
		sandbox.faults.add({ path: '/complete', kind: 'body', status: 422, body, times: 9 });
		const pdf = sourceOf(fileOf('pdf', 20_000));
		const error = await errorOf(client.media.upload(pdf, { ...video, details }));
		expect(error).toMatchObject({ name: 'ValidationError', detail: expect.stringContaining('start again') });
		expect(codesOf(callsTo(sandbox, '/complete'))).toEqual([422, 422]);
	});
});

describe('retried requests (P85, P86)', () => {
	const expectUploaded = ({ sandbox }: UploadsUnderTest): void => {
		expect(digestsAt(sandbox)).toEqual(digestsOf(tenParts, partSize));
		expect(sandbox.media()[0]).toMatchObject({ state: 'ready' });
	};

	test.each<[string, '/parts' | '/complete', Partial<FaultSpec>, number[]]>([
		['a 503 twice', '/parts', { times: 2 }, [503, 503, 200]],
		['a 503 with Retry-After', '/parts', { retryAfter: 5 }, [503, 200]],
		['a broken connection', '/parts', { kind: 'drop' }, [0, 200]],
		['a 429', '/parts', { status: 429 }, [429, 200]],
		['a 503 twice', '/complete', { times: 2 }, [503, 503, 200]],
		['a 503 after the work was done', '/complete', { kind: 'statusAfter' }, [503, 200]],
		['a broken connection after the work', '/complete', { kind: 'dropAfter' }, [0, 200]],
	])('%s at %s', async (_title, path, fault, codes) => {
		const under = uploads();
		under.sandbox.faults.add({ path, kind: 'status', ...fault });
		await under.client.media.upload(sourceOf(tenParts), video);
		expect(codesOf(callsTo(under.sandbox, path))).toEqual(codes);
		expectUploaded(under);
	});

	test.each<[string, Partial<FaultSpec>, number[], number]>([
		['a 503', {}, [503, 201], 1],
		['a broken connection', { kind: 'drop' }, [0, 201], 1],
		['a broken connection after the work', { kind: 'dropAfter' }, [0, 201], 1],
		['a 503 after the work', { kind: 'statusAfter' }, [503, 201], begunTwice],
		['a 500', { status: 500 }, [500, 201], 1],
		['a 500 after the work', { kind: 'statusAfter', status: 500 }, [500, 201], begunTwice],
		['a truncated response', { kind: 'cut' }, [201, 201], 1],
	])('%s at the start, under its key', async (_title, fault, codes, begun) => {
		const under = uploads();
		const { sandbox, client } = under;
		sandbox.faults.add({ path: '/uploads', kind: 'status', ...fault });
		await client.media.upload(sourceOf(tenParts), { ...video, idempotencyKey: 'key-1' });
		const calls = callsTo(sandbox, '/uploads');
		expect(codesOf(calls)).toEqual(codes);
		expect(new Set(calls.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['key-1']));
		expect(sandbox.media().filter(({ partCount }) => partCount > 0)).toHaveLength(begun);
		expectUploaded(under);
	});

	test.each<[string, Partial<FaultSpec>]>([
		['a 503', {}],
		['a broken connection', { kind: 'drop' }],
	])('but not %s at the start without a key', async (_title, fault) => {
		const { sandbox, client } = uploads();
		sandbox.faults.add({ path: '/uploads', kind: 'status', ...fault });
		await errorOf(client.media.upload(sourceOf(tenParts), video));
		expect(callsTo(sandbox, '/uploads')).toHaveLength(1);
	});

	test('sends parts without the API key or an idempotency key (P87, N7)', async () => {
		const { sandbox, client } = uploads();
		await client.media.upload(sourceOf(tenParts), { ...video, idempotencyKey: 'key-1' });
		const carried = sandbox.storageRequests.flatMap(({ headers }) => Object.keys(headers));
		expect(carried).toContain('content-length');
		expect(carried.filter((name) => /auth|key|cookie|user-agent: /.test(name))).toEqual([]);
		expect(JSON.stringify(sandbox.storageRequests)).not.toContain('sbx_');
		expect(callsTo(sandbox, '/complete')[0]?.headers.authorization).toBe('***');
	});
});

describe('an upload retried under its key (P86, N23)', () => {
	const options = { ...video, idempotencyKey: 'key-1' };

	test('sends nothing if the first one is complete', async () => {
		const { sandbox, client } = uploads();
		const { id } = await client.media.upload(sourceOf(tenParts), options);
		const source = sourceOf(tenParts);
		expect(await client.media.upload(source, options)).toEqual({ id, ...video, sizeBytes: tenParts.length });
		expect([sandbox.storageRequests.length, source.openedAt]).toEqual([10, []]);
	});

	test.each<[string, FaultSpec]>([
		['broke off', { path: '?partNumber=5', kind: 'status', status: 400, times: 2 }],
		['was never completed', { path: '/complete', kind: 'status', status: 500, times: 5 }],
	])('continues with the same asset if the first one %s', async (_title, fault) => {
		const { sandbox, client } = uploads();
		sandbox.faults.add(fault);
		await errorOf(client.media.upload(sourceOf(tenParts), options));
		const [begun] = sandbox.media();
		const { id } = await client.media.upload(sourceOf(tenParts), options);
		expect([id, sandbox.media()[0]]).toEqual([begun?.id, expect.objectContaining({ id, state: 'ready' })]);
	});

	test("isn't complete after a conflict about a key in use", async () => {
		const code = 'idempotency_in_flight';
		const { sandbox, client } = uploads();
		await client.media.upload(sourceOf(tenParts), options);
		sandbox.faults.add({
			path: '/parts',
			kind: 'status',
			status: 409,
			body: { error: code, detail: 'x' },
			times: 9,
		});
		expect(await errorOf(client.media.upload(sourceOf(tenParts), options))).toMatchObject({
			statusCode: 409,
			code,
		});
	});

	test('returns all parts if complete, whatever the response says about more URLs', async () => {
		const { sandbox, client } = uploads();
		const { id } = await client.media.upload(sourceOf(tenParts), options);
		sandbox.faults.add({ path: '/parts', kind: 'body', body: { urls: [] } });
		expect(await client.media.upload(sourceOf(tenParts), options)).toMatchObject({ id });
		sandbox.faults.add({ path: '/parts', kind: 'status', status: 401 });
		expect(await errorOf(client.media.upload(sourceOf(tenParts), options))).toMatchObject({
			name: 'AuthenticationError',
		});
	});
});

test('reports progress for each part', async () => {
	const { client } = uploads();
	const told: string[] = [];
	await client.media.upload(sourceOf(tenParts), {
		...video,
		onProgress: ({ partsDone, partCount }) => void told.push(`${partsDone}/${partCount}`),
	});
	expect(told).toEqual(Array.from({ length: 10 }, (_, index) => `${index + 1}/10`));
});

test('keeps upload IDs within their place in the path', async () => {
	const client = clientOf({ baseUrl: 'http://127.0.0.1:9' });
	const calls = [client.media.partUrls('../posts', 1, 1), client.media.complete(`${sampleIds.asset}/..`, [])];
	const errors = await Promise.all(calls.map(errorOf));
	expect(errors.map(({ name }) => name)).toEqual(['InvalidRequestError', 'InvalidRequestError']);
});
