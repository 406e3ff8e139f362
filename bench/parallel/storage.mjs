import { createServer } from 'node:http';

const partBytes = 8 * 1024 * 1024;

/**
 * A service with a storage that checks each byte and stops reading for a while.
 *
 * @typedef {object} StallingStorage
 * @property {string} url
 * @property {() => number} receivedBytes
 * @property {() => number} wrongChunks chunks with other bytes than the file
 * @property {() => boolean} isStalling
 * @property {() => void} close
 */

/**
 * Starts the service. The expected file consists of repetitions of one block.
 *
 * @param {{ block: Buffer, stallAfterBytes: number, stallMs: number }} options
 * @returns {Promise<StallingStorage>}
 */
export async function startStorage({ block, stallAfterBytes, stallMs }) {
	const twice = Buffer.concat([block, block]);
	let received = 0;
	let wrong = 0;
	let isStalling = false;
	/** @type {Promise<void> | undefined} */
	let stall;

	/** @param {Buffer} chunk @param {number} offset */
	const check = (chunk, offset) => {
		const start = offset % block.length;
		// A chunk of a connection is smaller than the block.
		if (!chunk.equals(twice.subarray(start, start + chunk.length))) wrong += 1;
	};

	/** All connections stall at the same time. */
	const beginStall = () => {
		isStalling = true;
		return new Promise((/** @type {(value: void) => void} */ resolve) =>
			setTimeout(() => {
				isStalling = false;
				resolve();
			}, stallMs),
		);
	};

	/** @param {import('node:http').IncomingMessage} request @param {number} partNumber */
	const receivePart = async (request, partNumber) => {
		let offset = (partNumber - 1) * partBytes;
		for await (const chunk of request) {
			check(chunk, offset);
			offset += chunk.length;
			received += chunk.length;
			if (received >= stallAfterBytes) await (stall ??= beginStall());
		}
	};

	const server = createServer(async (request, response) => {
		const { origin, pathname, searchParams } = new URL(request.url ?? '', `http://${request.headers.host}`);
		const urlsOf = (/** @type {number} */ from, /** @type {number} */ count) =>
			Array.from({ length: count }, (_, index) => ({
				partNumber: from + index,
				url: `${origin}/storage?partNumber=${from + index}`,
			}));
		/** @param {object} body */
		const answer = (body) =>
			response
				.writeHead(200, { 'Content-Type': 'application/json', ETag: '"part"' })
				.end(JSON.stringify(body));
		if (pathname === '/storage') {
			// No one waits for the answer to a part that breaks off. The upload fails, and its execution says why.
			await receivePart(request, Number(searchParams.get('partNumber'))).catch(() => response.destroy());
			return answer({});
		}
		const asked = JSON.parse(Buffer.concat(await request.toArray()).toString() || '{}');
		if (pathname.endsWith('/parts')) return answer({ urls: urlsOf(asked.fromPart, asked.count) });
		if (!pathname.endsWith('/uploads')) return answer({});
		const partCount = Math.ceil(asked.sizeBytes / partBytes);
		const mediaAssetId = '11111111-1111-4111-8111-111111111111';
		return answer({ mediaAssetId, partSize: partBytes, partCount, urls: urlsOf(1, Math.min(8, partCount)) });
	});
	server.requestTimeout = 0;
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	return {
		url: `http://127.0.0.1:${port}`,
		receivedBytes: () => received,
		wrongChunks: () => wrong,
		isStalling: () => isStalling,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}
