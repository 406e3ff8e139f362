/** Bytes being read; closing early gives back the file or connection they come from. */
export interface ByteStream {
	bytes: AsyncIterable<Uint8Array>;
	close(): void;
	/** Only of bytes that end after exactly the length asked for, or fail: what failed. */
	failure?(): unknown;
}

/** A stream of n8n's storage; that of a file has a position, which can be moved before it is read. */
export interface StorageStream extends AsyncIterable<Uint8Array> {
	pos?: number;
	end?: number;
	destroy(error?: Error): void;
	once(event: 'end' | 'error', listener: (error?: Error) => void): void;
}

/** Reads on to the offset where a stream has no position. */
async function* skipping(
	stream: AsyncIterable<Uint8Array>,
	offset: number,
	length = Infinity,
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

/**
 * Moves a file's stream to a window of the file and hands it out as it is: it goes from the disk to the network without
 * passing through code of ours. A stream that ends elsewhere than told has given wrong bytes, and fails.
 */
function moveTo(stream: StorageStream, offset: number, end: number): ByteStream {
	let failure: unknown;
	stream.pos = offset;
	stream.end = end - 1;
	stream.once('error', (error) => (failure = error));
	stream.once('end', () => {
		if (stream.pos === end) return;
		stream.destroy(new Error(`The file was to be read up to byte ${end}, but it ended at ${stream.pos}`));
	});
	return { bytes: stream, close: () => stream.destroy(), failure: () => failure };
}

/** A stream that can be given up early. */
export type ClosableStream = Pick<StorageStream, typeof Symbol.asyncIterator | 'destroy'>;

/** Reads a stream from an offset on by reading up to there. */
export const readOn = (stream: ClosableStream, offset: number, length?: number): ByteStream => ({
	bytes: skipping(stream, offset, length),
	close: () => stream.destroy(),
});

/** Opens a stream of n8n's storage at an offset: at once where it has a position. */
export function openAt(stream: StorageStream, offset: number, length?: number): ByteStream {
	if (!('pos' in stream)) return readOn(stream, offset, length);
	if (length !== undefined) return moveTo(stream, offset, offset + length);
	stream.pos = offset;
	return { bytes: stream, close: () => stream.destroy() };
}
