import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that passes requests to a service in groups. */
interface GatheringProxy {
	url: string;
	/** The most requests that were in progress at the same time. */
	readonly peak: number;
	/** From now on, waits until `groupSize` requests have arrived, and then passes all of them. */
	gather(groupSize: number): void;
}

/**
 * Starts a proxy for the tests of a file. Call the returned function inside a test to get it. A client with fewer parallel requests
 * than a group has gets no answer.
 * @param target returns the address of the service inside a test
 */
export function useGatheringProxy(target: () => string): () => GatheringProxy {
	let size = 1;
	let held: Array<() => void> = [];
	let underWay = 0;
	let peak = 0;
	const server = createServer((request, response) => {
		peak = Math.max(peak, ++underWay);
		held.push(() => {
			const { method, headers, url = '' } = request;
			const onward = httpRequest(`${target()}${url}`, { method, headers }, (answer) => {
				response.writeHead(answer.statusCode ?? 502, answer.headers);
				// Runs before the client sees the end and can send the next request.
				answer.once('end', () => underWay--).pipe(response);
			});
			request.pipe(onward);
		});
		if (held.length < size) return;
		for (const pass of held.splice(0)) pass();
	});
	const proxy: GatheringProxy = {
		url: '',
		get peak() {
			return peak;
		},
		gather: (groupSize) => {
			size = groupSize;
			held = [];
			underWay = peak = 0;
		},
	};
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterAll(async () => {
		server.closeAllConnections();
		await new Promise<void>((resolve) => server.close(() => resolve()));
	});
	return () => proxy;
}
