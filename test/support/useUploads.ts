import { createHash } from 'node:crypto';
import type { Send } from '../../client/http/types';
import { seed, type Sandbox, type SandboxOptions } from '../../sandbox';
import { fetchSend } from './fetchSend';
import { partsOf } from './mediaFiles';
import { clientOf, type ClientTarget, type ClientUnderTest } from './publishingClient';
import { useSandbox } from './useSandbox';

/** What the client sent to the storage, recorded when it was sent. */
interface StorageTraffic {
	/** In the order of sending, with retries. */
	parts: number[];
	inFlight: number;
	peak: number;
	/** The memory of bodies that came as one piece. */
	buffers: Set<ArrayBufferLike>;
	urls: string[];
}

const partNumberIn = (url: string): number => Number(new URL(url).searchParams.get('partNumber'));

/** Passes requests on to `send`, and records them. */
function watching(send: Send, traffic: StorageTraffic): Send {
	return async (request) => {
		traffic.parts.push(partNumberIn(request.url));
		traffic.urls.push(request.url);
		if (request.body instanceof Uint8Array) traffic.buffers.add(request.body.buffer);
		traffic.peak = Math.max(traffic.peak, ++traffic.inFlight);
		return await send(request).finally(() => traffic.inFlight--);
	};
}

/** A client that uploads to a sandbox, and what it sent there. */
export interface UploadsUnderTest {
	sandbox: Sandbox;
	client: ClientUnderTest;
	traffic: StorageTraffic;
}

/** A sandbox with parts of `partSizeBytes`. The returned function returns it with a new client inside a test. */
export function useUploads(
	partSizeBytes: number,
	options: SandboxOptions = {},
): (target?: Partial<ClientTarget>) => UploadsUnderTest {
	const sandbox = useSandbox({ partSizeBytes, ...options });
	return (target = {}) => {
		const traffic: StorageTraffic = { parts: [], inFlight: 0, peak: 0, buffers: new Set(), urls: [] };
		const sendToStorage = watching(target.sendToStorage ?? fetchSend(), traffic);
		const client = clientOf({ baseUrl: sandbox().url, key: seed.keys.full, ...target, sendToStorage });
		return { sandbox: sandbox(), client, traffic };
	};
}

/** MD5 of each part of a file, by number. */
export const digestsOf = (file: Buffer, partSize: number): Array<[partNumber: number, md5: string]> =>
	partsOf(file, partSize).map((part, index) => [index + 1, createHash('md5').update(part).digest('hex')]);

/** MD5 of the parts that the storage kept, by number. */
export const digestsAt = ({ storageRequests }: Sandbox): Array<[partNumber: number, md5: string | null]> =>
	storageRequests
		.filter(({ status }) => status === 200)
		.map(({ partNumber, md5 }): [number, string | null] => [partNumber, md5])
		.sort(([one], [other]) => one - other);

/** Requests of a kind that reached the service, with the end of their path and their body. */
export const callsTo = ({ requests }: Sandbox, end: '/uploads' | '/parts' | '/complete') =>
	requests
		.filter(({ path }) => path.endsWith(end))
		.map(({ body, status, headers }) => ({ body: body as Record<string, unknown>, status, headers }));
