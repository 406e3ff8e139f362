import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** How a web server serves its file. */
export interface ServedFile {
	bytes: Buffer;
	/** Default `video/mp4`. */
	contentType?: string;
	/** The declared size, if it differs from the real one. */
	announcedBytes?: number;
	/** Sends chunks without a declared size. */
	hidesSize?: boolean;
	/** Answers requests for a range with that range. */
	knowsRanges?: boolean;
	/** The first connection ends after this many bytes. */
	breaksOffAfter?: number;
	/** No data arrives after this many bytes, and the connection stays open. */
	stallsAfter?: number;
	/**
	 * Level of zlib. The server then sends compressed bytes and their length, whatever the request accepts. Bytes that can't be
	 * compressed look the same at each level, and level 0 is fast.
	 */
	gzipLevel?: 0 | 1;
	/** Sends the file, then repeats its last bytes endlessly. */
	isEndless?: boolean;
	/** Sends one byte after the other, with this many milliseconds between them, and never ends. */
	tricklesEveryMs?: number;
	/** The version of the file. Of another version, the server sends all bytes instead of a range. */
	etag?: string;
	lastModified?: string;
	/** Answers requests for a range with this status. */
	rangeStatus?: number;
	/** The range in an answer, if it differs from the one that was requested. */
	contentRange?: string;
	/** What the server serves from the next request on. */
	next?: ServedFile;
}

/** A local web server with a file at `/file`. `/moved` redirects to it, `/loop` to itself, `/elsewhere` to a host that doesn't exist, and `/gone` doesn't exist. */
export interface FileServer {
	url: string;
	/** Headers of the requests for the file. */
	requests: IncomingMessage['headers'][];
	/** Their paths with the queries. */
	paths: string[];
	/** Open connections. */
	connections: number;
	/** Whether a file has stalled. */
	hasStalled: boolean;
	/** Bytes written for an endless file. */
	endlessBytes: number;
	serve(file: ServedFile): void;
	close(): Promise<void>;
}

/** Writes as fast as the reader reads, until the reader leaves. */
function sendEndless(
	response: ServerResponse,
	{ bytes }: ServedFile,
	onBytes: (count: number) => void,
): void {
	const again = bytes.subarray(-1024 * 1024);
	const write = (piece: Buffer): void => {
		if (response.destroyed) return;
		onBytes(piece.length);
		response.write(piece, () => write(again));
	};
	write(bytes);
}

function sendFile(
	request: IncomingMessage,
	response: ServerResponse,
	file: ServedFile,
	{ onStall, onEndless }: { onStall: () => void; onEndless: (count: number) => void },
): void {
	const { bytes, contentType = 'video/mp4', announcedBytes, hidesSize, knowsRanges } = file;
	const encoding = file.gzipLevel === undefined ? {} : { 'Content-Encoding': 'gzip' };
	const { etag, lastModified, rangeStatus, contentRange } = file;
	if (rangeStatus !== undefined && request.headers.range !== undefined)
		return void response.writeHead(rangeStatus).end('No ranges');
	const version = request.headers['if-range'];
	const isVersion = version === undefined || version === etag || version === lastModified;
	const range = knowsRanges && isVersion ? /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') : null;
	const [, from = '0', last = ''] = range ?? [];
	const offset = Number(from);
	const end = Math.min(bytes.length, last === '' ? Infinity : Number(last) + 1);
	const length = announcedBytes ?? end - offset;
	const size = hidesSize ? {} : { 'Content-Length': String(length) };
	const part = range ? { 'Content-Range': contentRange ?? `bytes ${offset}-${end - 1}/${bytes.length}` } : {};
	const versions = {
		...(etag === undefined ? {} : { ETag: etag }),
		...(lastModified === undefined ? {} : { 'Last-Modified': lastModified }),
	};
	const headers = { 'Content-Type': contentType, ...encoding, ...size, ...part, ...versions };
	response.writeHead(range ? 206 : 200, headers);
	response.flushHeaders();
	const { breaksOffAfter = Infinity, stallsAfter } = file;
	file.breaksOffAfter = undefined;
	if (file.tricklesEveryMs !== undefined) {
		let sent = 0;
		const timer = setInterval(
			() => response.write(bytes.subarray(sent % bytes.length, (sent++ % bytes.length) + 1)),
			file.tricklesEveryMs,
		);
		return void response.once('close', () => clearInterval(timer));
	}
	if (file.isEndless) return void sendEndless(response, file, onEndless);
	if (stallsAfter !== undefined) return void response.write(bytes.subarray(0, stallsAfter), onStall);
	if (breaksOffAfter === Infinity) return void response.end(bytes.subarray(offset, end));
	response.write(bytes.subarray(offset, offset + breaksOffAfter), () => response.destroy());
}

/** Starts a web server on a free port of 127.0.0.1. */
export async function startFileServer(): Promise<FileServer> {
	let served: ServedFile = { bytes: Buffer.alloc(0) };
	const fileServer: FileServer = {
		url: '',
		requests: [],
		paths: [],
		connections: 0,
		hasStalled: false,
		endlessBytes: 0,
		serve: (file) => {
			const { bytes, gzipLevel: level } = file;
			served = { ...file, bytes: level === undefined ? bytes : gzipSync(bytes, { level }) };
			fileServer.hasStalled = false;
			fileServer.endlessBytes = 0;
			fileServer.requests.length = 0;
			fileServer.paths.length = 0;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
	const server = createServer((request, response) => {
		if (request.url === '/moved') return void response.writeHead(302, { Location: '/file' }).end();
		if (request.url === '/elsewhere')
			return void response
				.writeHead(302, { Location: 'http://UserSecret99@nowhere.invalid/?key=QuerySecret99' })
				.end();
		if (request.url?.startsWith('/loop'))
			return void response.writeHead(302, { Location: request.url }).end();
		if (request.url?.split('?')[0] !== '/file') return void response.writeHead(404).end('Nothing here');
		fileServer.requests.push(request.headers);
		fileServer.paths.push(request.url);
		const file = served;
		served = file.next ?? file;
		sendFile(request, response, file, {
			onStall: () => (fileServer.hasStalled = true),
			onEndless: (count) => (fileServer.endlessBytes += count),
		});
	});
	server.on('connection', (socket) => {
		fileServer.connections++;
		socket.once('close', () => fileServer.connections--);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	fileServer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return fileServer;
}

/** Starts a web server for the tests of a file. Call the returned function inside a test to get it. */
export function useFileServer(): () => FileServer {
	let server: FileServer | undefined;
	beforeAll(async () => {
		server = await startFileServer();
	});
	afterAll(async () => await server?.close());
	return () => {
		if (!server) throw new Error('The web server runs only while tests do');
		return server;
	};
}
