import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

/** One request as it arrived. */
interface ReceivedRequest {
	method: string;
	/** Path and query, as sent. */
	target: string;
	/** Lower-case names. */
	headers: Record<string, string>;
	body: string;
}

/** The server's answer. */
export interface Reply {
	/** Default 200. */
	status?: number;
	headers?: Record<string, string>;
	/** Text is sent unchanged, anything else as JSON. */
	body?: unknown;
	/** Hangs up instead of answering. */
	drops?: boolean;
	/** Never answers. */
	stalls?: boolean;
	/** Sends the headers, then an event that keeps the connection alive every 20 milliseconds, without an end. */
	pings?: boolean;
	/** Sends the headers, then bytes as fast as the client reads them, without an end. */
	floods?: boolean;
}

/** A local HTTP server that returns the given answers in order and repeats the last one. */
export interface RecordingServer {
	url: string;
	requests: ReceivedRequest[];
	/** How many answers haven't ended, and whose client hasn't disconnected. */
	readonly openAnswers: number;
	/** Replaces the answers to come, and forgets the requests so far. */
	answerWith(...replies: Reply[]): void;
	close(): Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1. */
export async function startRecordingServer(): Promise<RecordingServer> {
	const requests: ReceivedRequest[] = [];
	let replies: Reply[] = [];
	let openAnswers = 0;
	const server = createServer((request, response) => {
		openAnswers += 1;
		response.once('close', () => (openAnswers -= 1));
		void receive(request).then((received) => {
			requests.push(received);
			const [next = { status: 500, body: 'The test gave no answer' }] = replies;
			if (replies.length > 1) replies.shift();
			respond(response, next);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		get openAnswers() {
			return openAnswers;
		},
		answerWith: (...next) => {
			replies = next;
			requests.length = 0;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}

/** A local address with no listener. */
export async function unusedAddress(): Promise<string> {
	const server = await startRecordingServer();
	await server.close();
	return server.url;
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
	return {
		method: request.method ?? '',
		target: request.url ?? '',
		headers: Object.fromEntries(headers) as Record<string, string>,
		body: Buffer.concat(chunks).toString(),
	};
}

function* endlessSpaces(): Generator<Buffer> {
	const chunk = Buffer.alloc(1024 * 1024, ' ');
	for (;;) yield chunk;
}

function respond(
	response: ServerResponse,
	{ status = 200, headers = {}, body, drops, stalls, pings, floods }: Reply,
): void {
	if (stalls) return;
	if (drops) {
		response.destroy();
		return;
	}
	if (pings) {
		response.writeHead(200, { 'Content-Type': 'text/event-stream' });
		const timer = setInterval(() => response.write(': ping\n\n'), 20);
		response.once('close', () => clearInterval(timer));
		return;
	}
	if (floods) {
		response.writeHead(200, { 'Content-Type': 'application/json' });
		Readable.from(endlessSpaces()).pipe(response);
		return;
	}
	const isText = typeof body === 'string';
	const type = isText ? 'text/plain' : 'application/json';
	response.writeHead(status, { 'Content-Type': type, ...headers });
	response.end(isText || body === undefined ? body : JSON.stringify(body));
}
