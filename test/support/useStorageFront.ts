import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { selfSigned } from './selfSigned';

/** Called before the next chunk of a part is read. An error ends the connection. */
export type Pace = (partNumber: number, receivedBytes: number) => Promise<void>;

/** A server in front of a storage that compares each byte of the parts, and its addresses. */
interface StorageFront {
	/** Addresses of the same server. */
	urls: { http: string; https: string };
	/** A proxy that reaches the server. */
	proxyUrl: string;
	/** Requests that came through the proxy. */
	proxied: number;
	/** Chunks whose bytes differ from those of the file. */
	wrongChunks: number;
	/** Forgets the past, and sets the expected file and how fast its parts are read. */
	expect(parts: Buffer[], pace: Pace): void;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Starts a front for the tests of a file. Call the returned function inside a test to get it. */
export function useStorageFront(storageUrl: () => string): () => StorageFront {
	let expected: Buffer[] = [];
	let pace: Pace = async () => undefined;

	const front: StorageFront = {
		urls: { http: '', https: '' },
		proxyUrl: '',
		proxied: 0,
		wrongChunks: 0,
		expect: (parts, wanted) => {
			expected = parts;
			pace = wanted;
			front.proxied = front.wrongChunks = 0;
		},
	};

	/** Compares the bytes of a part and yields them. */
	async function* looked(request: IncomingMessage, partNumber: number): AsyncGenerator<Buffer> {
		const part = expected[partNumber - 1] ?? Buffer.alloc(0);
		let received = 0;
		for await (const chunk of request as AsyncIterable<Buffer>) {
			if (!chunk.equals(part.subarray(received, received + chunk.length))) front.wrongChunks += 1;
			received += chunk.length;
			await pace(partNumber, received);
			yield chunk;
		}
	}

	const answer = (request: IncomingMessage, response: ServerResponse): void => {
		const { method, headers, url = '' } = request;
		const { host, searchParams } = new URL(url, storageUrl());
		const onward = httpRequest(
			`${storageUrl()}${url}`,
			{ method, headers: { ...headers, host } },
			(reply) => {
				response.writeHead(reply.statusCode ?? 502, reply.headers);
				reply.pipe(response);
			},
		);
		pipeline(looked(request, Number(searchParams.get('partNumber'))), onward).catch(() => response.destroy());
	};

	const tunnels = new Set<Duplex>();
	const plain = createServer(answer);
	const encrypted = createTlsServer(selfSigned(), answer);
	const proxy = createServer((request, response) => {
		front.proxied += 1;
		const { pathname, search } = new URL(request.url ?? '');
		request.url = `${pathname}${search}`;
		answer(request, response);
	});
	proxy.on('connect', ({ url = '' }: IncomingMessage, client) => {
		front.proxied += 1;
		tunnels.add(client);
		const server = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			server.pipe(client).pipe(server);
		});
		server.on('error', () => client.destroy());
		client.on('error', () => server.destroy());
	});
	const servers = [plain, encrypted, proxy];

	beforeAll(async () => {
		for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
		front.urls = {
			http: `http://127.0.0.1:${portOf(plain)}`,
			https: `https://127.0.0.1:${portOf(encrypted)}`,
		};
		front.proxyUrl = `http://127.0.0.1:${portOf(proxy)}`;
	});
	afterAll(async () => {
		for (const tunnel of tunnels) tunnel.destroy();
		for (const server of servers) {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		}
	});
	return () => front;
}
