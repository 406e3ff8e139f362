import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { answerTo, type SinkState } from './answers';
import { drain } from './drain';

/** The settings of a sink, as JSON in the first argument of its process. */
export interface SinkSettings {
	/** The maximum speed of one connection. Null for no limit. */
	bytesPerSecond: number | null;
	/** Added to each answer. */
	latencyMs: number;
	partSize: number;
}

/** What a sink's process reports: first its address, then the received bytes each time it gets a message. */
export type SinkReport = { url: string } | { receivedBytes: number };

const settings = JSON.parse(process.argv[2] ?? '') as SinkSettings;
const state: SinkState = { partSize: settings.partSize, lastPart: 0 };
let receivedBytes = 0;
const report = (message: SinkReport): void => void process.send?.(message);

const block = Buffer.alloc(1_000_000, 'video');
block.write('\0\0\0\x20ftypisom', 'latin1');

/** Sends a video of so many blocks. */
function sendVideo(response: ServerResponse, sizeBytes: number): void {
	response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': sizeBytes });
	Readable.from(Array.from({ length: sizeBytes / block.length }, () => block)).pipe(response);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { method = 'GET', url = '/', headers } = request;
	const [, video] = /^\/video\/(\d+)$/.exec(url) ?? [];
	if (method === 'GET' && video) return sendVideo(response, Number(video));
	const body = await drain(request, settings.bytesPerSecond ?? Infinity);
	receivedBytes += body.bytes;
	if (settings.latencyMs > 0) await wait(settings.latencyMs);
	const text = answerTo({ method, url: new URL(url, `http://${headers.host}`), body }, state);
	const type = text.startsWith('<') ? 'application/xml' : 'application/json';
	response.writeHead(200, { ETag: '"sink"', 'Content-Type': type });
	response.end(text);
}

// If a request breaks off, no one waits for the answer. The benchmark notices that bytes are missing.
const server = createServer((request, response) => void answer(request, response).catch(() => undefined));
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => {
	report({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('message', () => report({ receivedBytes }));
