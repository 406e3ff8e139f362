import type { ByteStream } from '../../client/http/types';

/** A stream that can be closed before its end. */
export interface ClosableStream extends AsyncIterable<Uint8Array> {
	destroy(error?: Error): void;
}

/** A stream of n8n's storage; that of a file has a position, which can be moved before it is read. */
export interface StorageStream extends ClosableStream {
	pos?: number;
	end?: number;
	once(event: 'end' | 'error', listener: (error?: Error) => void): void;
}

/** Turns the failure of a stream into an error that people understand. */
export type Explain = (error: Error) => Error;

async function* explained(
	bytes: AsyncIterable<Uint8Array>,
	explain: Explain,
): AsyncGenerator<Uint8Array, void, undefined> {
	try {
		yield* bytes;
	} catch (error) {
		throw explain(error as Error);
	}
}

/** Yields the bytes from `offset` on of a stream that can only be read from its start. */
async function* skipping(
	stream: AsyncIterable<Uint8Array>,
	offset: number,
	length: number,
): AsyncGenerator<Uint8Array, void, undefined> {
	let position = 0;
	for await (const chunk of stream) {
		const from = Math.max(0, offset - position);
		const piece = chunk.subarray(from, offset + length - position);
		position += chunk.length;
		if (piece.length > 0) yield piece;
		if (position >= offset + length) return;
	}
}

/** Opens a stream at an offset. The bytes before it are read and dropped. */
export function readOn(
	stream: ClosableStream,
	explain: Explain,
	offset: number,
	length = Infinity,
): ByteStream {
	const isAll = offset === 0 && length === Infinity;
	const bytes = isAll ? stream : skipping(stream, offset, length);
	return { bytes: explained(bytes, explain), close: () => stream.destroy() };
}

/**
 * Moves a file's stream to a window of the file and hands it out as it is: it goes from the disk to the network without
 * passing through code of ours. A stream that ends elsewhere than told has given wrong bytes, and fails.
 */
function moveTo(stream: StorageStream, explain: Explain, offset: number, end: number): ByteStream {
	let failure: unknown;
	stream.pos = offset;
	stream.end = end - 1;
	stream.once('error', (error = new Error()) => (failure = explain(error)));
	stream.once('end', () => {
		if (stream.pos === end) return;
		stream.destroy(new Error(`The file ends at byte ${stream.pos} instead of byte ${end}`));
	});
	return { bytes: stream, close: () => stream.destroy(), failure: () => failure };
}

/** Opens a stream of n8n's storage at an offset. Without reading up to it where the stream has a position. */
export function openAt(stream: StorageStream, explain: Explain, offset: number, length?: number): ByteStream {
	if (!('pos' in stream)) return readOn(stream, explain, offset, length);
	if (length !== undefined) return moveTo(stream, explain, offset, offset + length);
	stream.pos = offset;
	return readOn(stream, explain, 0);
}

/** Reads `length` bytes from `offset` on: fewer at a file's end, or where these bytes can no longer be read. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;

/** Collects the first bytes of a file: at least `count` of them where it has so many. */
export async function readHead({ bytes, close }: ByteStream, count: number): Promise<Uint8Array> {
	const head: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of bytes) {
		head.push(chunk);
		length += chunk.length;
		if (length >= count) break;
	}
	close();
	return Buffer.concat(head);
}
