import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { PassThrough, Transform, Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import tls, { type ConnectionOptions } from 'node:tls';
import type { IBinaryData } from 'n8n-workflow';
import { plainSend } from '../../../nodes/shared/transport';
import { openBinaryData } from '../../../nodes/shared/binary';
import { freeSentChunks, type PipedStream } from '../../../nodes/shared/sentChunks';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { seed } from '../../../sandbox';
import { inTurn } from '../../fuzz/settings';
import { fileOf, partsOf } from '../../support/mediaFiles';
import { itemWith, partsAt, pathIn } from '../../support/mediaItems';
import { nodeFor } from '../../support/nodeUnderTest';
import { useBinaryMode } from '../../support/n8nBinary';
import { createExecuteContext } from '../../support/n8nContexts';
import { placeNode } from '../../support/n8nWorkflow';
import { clientOf, errorOf } from '../../support/publishingClient';
import { until } from '../../support/until';
import { useFileServer } from '../../support/useFileServer';
import { useSandbox } from '../../support/useSandbox';
import { useStorageFront, type Pace } from '../../support/useStorageFront';
import { digestsOf } from '../../support/useUploads';

// More than the system buffers for an unread connection, which makes chunks wait.
const partSize = 8_000_000;
const file = fileOf('mp4', 2 * partSize + 5_000_123);
const parts = partsOf(file, partSize);
const sandbox = useSandbox({ partSizeBytes: partSize });
const front = useStorageFront(() => sandbox().storageUrl);
const web = useFileServer();
const largePartSize = 17 * 1024 * 1024;
const largeParts = useSandbox({ partSizeBytes: largePartSize });

/** The prototype of the memory of Node's own buffers. Node.js 20 has no `transfer` there. */
const memory = Object.getPrototypeOf(Buffer.allocUnsafeSlow(1).buffer) as object;
const own = Object.getOwnPropertyDescriptor(memory, 'transfer');
let freedBytes = 0;

/** n8n 2.8 checks certificates behind a proxy, whatever the request says. */
const { connect } = tls;
const connectUnchecked = ((options: ConnectionOptions, onConnect?: () => void) =>
	connect({ ...options, rejectUnauthorized: false }, onConnect)) as typeof connect;

/** Fills freed memory with another byte. Anything still sent from it is then wrong. */
function overwrite(this: ArrayBuffer): ArrayBuffer {
	freedBytes += this.byteLength;
	new Uint8Array(this).fill(0xee);
	return new ArrayBuffer(0);
}

beforeAll(async () => {
	Object.defineProperty(memory, 'transfer', { value: overwrite, configurable: true, writable: true });
	tls.connect = connectUnchecked;
	await useBinaryMode('filesystem');
});
afterAll(() => {
	tls.connect = connect;
	if (own) Object.defineProperty(memory, 'transfer', own);
	else Reflect.deleteProperty(memory, 'transfer');
});
beforeEach(() => (freedBytes = 0));
afterEach(() => {
	delete process.env.HTTP_PROXY;
	delete process.env.HTTPS_PROXY;
});

type Route = [title: string, scheme: 'http' | 'https', isProxied: boolean];

const routes: Route[] = [
	['HTTP', 'http', false],
	['HTTPS', 'https', false],
	['HTTP through a proxy', 'http', true],
	['HTTPS through a proxy', 'https', true],
];

/** Uploads the file through n8n's own helper and the front. */
async function upload([, scheme, isProxied]: Route, signal?: AbortSignal) {
	const { url, storageUrl } = sandbox();
	const { urls, proxyUrl } = front();
	if (isProxied) process.env.HTTP_PROXY = process.env.HTTPS_PROXY = proxyUrl;
	const item = await itemWith({ data: file });
	const context = createExecuteContext(placeNode(new SocialPublishing(), {}), { items: [item] });
	const send = plainSend(context);
	const client = clientOf({
		baseUrl: url,
		key: seed.keys.full,
		sendToStorage: async (request) =>
			await send({ ...request, url: request.url.replace(storageUrl, urls[scheme]) }),
	});
	const source = await openBinaryData(context, ['data', item.binary.data as IBinaryData]);
	return await client.media.upload(source, { mediaType: 'video', workers: 2, signal });
}

const readsOn: Pace = async () => undefined;

let turn = 0;
const paces: Array<[title: string, pace: Pace]> = [
	['at full speed', readsOn],
	// Every prime number of chunks, so that the pauses of the parts don't meet.
	['with pauses', async () => ((turn += 1) % 37 === 0 ? await wait(20) : undefined)],
	['after a stall', async (_part, received) => (received < 100_000 ? await wait(100) : undefined)],
];

describe.each(routes)('over %s', (...route) => {
	const place = routes.findIndex(([title]) => title === route[0]);

	test.each(inTurn(paces, place))(
		'sends every byte correctly to a storage that reads %s, and frees chunks',
		async (_title, pace) => {
			front().expect(parts, pace);
			const asset = await upload(route);
			expect(asset.sizeBytes).toBe(file.length);
			expect(front().wrongChunks).toBe(0);
			expect(partsAt(sandbox()).map(([, part, md5]) => [part, md5])).toEqual(digestsOf(file, partSize));
			expect(front().proxied > 0).toBe(route[2]);
			// The last chunks of a part can be written after its response was read.
			expect(freedBytes).toBeGreaterThan(0.9 * file.length);
		},
	);

	test('sends every byte correctly in parts that break off and are sent again', async () => {
		const broken = new Set<number>();
		front().expect(parts, async (part, received) => {
			if (received > 3_000_000 && !broken.has(part)) {
				broken.add(part);
				throw new Error('The connection ends');
			}
			await Promise.resolve();
		});
		await upload(route);
		expect([...broken].sort()).toEqual([1, 2, 3]);
		expect(front().wrongChunks).toBe(0);
		expect(partsAt(sandbox()).map(([, part, md5]) => [part, md5])).toEqual(digestsOf(file, partSize));
	});

	test('sends correct bytes until an upload is canceled', async () => {
		const cancel = new AbortController();
		let arrived = 0;
		front().expect(parts, async (_part, received) => {
			arrived = Math.max(arrived, received);
			if (received > 4_000_000) cancel.abort();
			await wait(1);
		});
		expect(await errorOf(upload(route, cancel.signal))).toMatchObject({ code: 'CANCELLED' });
		expect(arrived).toBeGreaterThan(4_000_000);
		await until(() => sandbox().storageConnections === 0);
		expect(front().wrongChunks).toBe(0);
	});
});

describe('from a URL', () => {
	// More than the node keeps in memory of a file.
	const video = fileOf('mp4', 36_000_123);

	test.each([
		['copies into parts, and frees the chunks', sandbox, partSize, 0.9 * video.length],
		['streams in large parts, and frees none', largeParts, largePartSize, 0],
	])('sends every byte correctly that it %s', async (_title, service, size, freedAtLeast) => {
		web().serve({ bytes: video });
		await nodeFor(service()).json('media:upload', { fileFrom: 'url', url: `${web().url}/file` });
		expect(partsAt(service()).map(([, part, md5]) => [part, md5])).toEqual(digestsOf(video, size));
		expect(freedBytes > 0).toBe(freedAtLeast > 0);
		expect(freedBytes).toBeGreaterThanOrEqual(freedAtLeast);
	});
});

describe('frees no chunk', () => {
	type Way = (file: Readable, request: Writable) => void;
	const copied = () =>
		new Transform({ transform: (chunk: Buffer, _encoding, done) => done(null, Buffer.from(chunk)) });
	const unread = () => new PassThrough({ highWaterMark: file.length });

	test.each<[title: string, send: Way]>([
		[
			'that a stream between file and request copies',
			(stream, request) => stream.pipe(copied()).pipe(request),
		],
		['that also goes elsewhere', (stream, request) => (stream.pipe(unread()), stream.pipe(request))],
		[
			'that a stream in between also sends elsewhere',
			(stream, request) => {
				const between = stream.pipe(new PassThrough());
				between.pipe(unread());
				between.pipe(request);
			},
		],
		[
			'that is read without a pipe',
			(stream, request) => void pipeline(stream[Symbol.asyncIterator](), request),
		],
		[
			"that isn't written by a request of Node.js",
			(stream, request) => {
				stream.pipe(
					new Writable({ write: (chunk: Buffer, _encoding, done) => void request.write(chunk, done) }),
				);
				stream.once('end', () => request.end());
			},
		],
	])('%s', async (_title, send) => {
		front().expect(parts, readsOn);
		const stream = createReadStream(pathIn(await itemWith({ data: file })), { end: partSize - 1 });
		freeSentChunks(stream as unknown as PipedStream);
		const request = httpRequest(`${front().urls.http}/?partNumber=1`, { method: 'PUT' });
		const answered = once(request, 'response');
		send(stream, request);
		await answered;
		expect(front().wrongChunks).toBe(0);
		expect(freedBytes).toBe(0);
	});
});
