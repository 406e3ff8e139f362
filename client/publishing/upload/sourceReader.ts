import type { ByteStream } from '../../http/types.js';
import { SourceSizeError } from '../errors.js';

/** A file to upload, from any source. */
export interface Source {
	/** The expected size of the file. */
	sizeBytes: number;
	/** Whether opening the file in the middle costs no more than opening it at the start. */
	isSeekable: boolean;
	/** Reads `length` bytes from `offset` on, or to the end if it's undefined. Can be called several times. */
	open(offset: number, length?: number): Promise<ByteStream>;
}

/** Counts bytes until there are more than `max`. */
async function countUpTo(max: number, bytes: AsyncIterable<Uint8Array>): Promise<number> {
	let count = 0;
	for await (const chunk of bytes) {
		count += chunk.length;
		if (count > max) break;
	}
	return count;
}

/** Reads the end of a file that can be opened anywhere. Throws if the file is shorter or longer than expected. */
export async function expectSize(source: Source): Promise<void> {
	const { sizeBytes } = source;
	const { bytes, close } = await source.open(sizeBytes - 1);
	const found = sizeBytes - 1 + (await countUpTo(1, bytes).finally(close));
	if (found === sizeBytes) return;
	throw new SourceSizeError(sizeBytes, found, found > sizeBytes ? 'at least' : 'at most');
}

/** Which part of a file to read, in bytes. */
interface Window {
	offset: number;
	length: number;
	sizeBytes: number;
}

/**
 * Passes on the bytes of one part of a file. Throws if the file is shorter or longer than expected. Checks for the end of the
 * file before it passes on the last bytes, because the receiver may answer as soon as it has all of them.
 */
export async function* exactly(
	bytes: AsyncIterable<Uint8Array>,
	{ offset, length, sizeBytes }: Window,
): AsyncGenerator<Uint8Array, void, undefined> {
	let read = 0;
	let last: Uint8Array | undefined;
	for await (const chunk of bytes) {
		read += chunk.length;
		if (read > length) throw new SourceSizeError(sizeBytes, offset + read, 'at least');
		if (read < length) yield chunk;
		else last ??= chunk;
	}
	// If nothing was read, the file ends before this part, and its exact size isn't known.
	const bound = read === 0 && offset > 0 ? 'at most' : 'only';
	if (!last) throw new SourceSizeError(sizeBytes, offset + read, bound);
	yield last;
}

/** Divides a stream of chunks of any size into pieces of exact size. */
interface Recutter {
	/** Fills the whole buffer. */
	fill(buffer: Uint8Array): Promise<void>;
	/** Streams exactly `length` bytes. With `isLast`, the stream must end there. */
	take(length: number, isLast: boolean): AsyncGenerator<Uint8Array, void, undefined>;
	/** Throws if the stream has more bytes. */
	expectEnd(): Promise<void>;
}

/**
 * Creates a divider for a stream that can be read only once. It throws a `SourceSizeError` with both sizes if the stream is too
 * short or too long.
 * @param sizeBytes expected size of the whole file
 * @param offset where in the file the stream starts
 */
function createRecutter({ bytes, release }: ByteStream, sizeBytes: number, offset: number): Recutter {
	const iterator = bytes[Symbol.asyncIterator]();
	let chunk: Uint8Array = new Uint8Array(0);
	let rest = chunk;
	let taken = offset;

	/** Returns up to `max` bytes, or nothing at the end of the stream. */
	const pull = async (max: number): Promise<Uint8Array> => {
		while (rest.length === 0) {
			const { done, value } = await iterator.next();
			if (done) return rest;
			chunk = rest = value;
		}
		const piece = rest.subarray(0, max);
		rest = rest.subarray(piece.length);
		taken += piece.length;
		return piece;
	};

	async function* pieces(length: number): AsyncGenerator<Uint8Array, void, undefined> {
		for (let left = length; left > 0; ) {
			const piece = await pull(left);
			if (piece.length === 0) throw new SourceSizeError(sizeBytes, taken, 'only');
			left -= piece.length;
			yield piece;
		}
	}

	const expectEnd = async (): Promise<void> => {
		if ((await pull(1)).length > 0) throw new SourceSizeError(sizeBytes, taken, 'at least');
	};

	return {
		fill: async (buffer) => {
			let filled = 0;
			for await (const piece of pieces(buffer.length)) {
				buffer.set(piece, filled);
				filled += piece.length;
				if (rest.length === 0) release?.(chunk);
			}
		},
		async *take(length, isLast) {
			let left = length;
			for await (const piece of pieces(length)) {
				left -= piece.length;
				// Check first, because the receiver may answer as soon as it has all bytes.
				if (isLast && left === 0) await expectEnd();
				yield piece;
			}
		},
		expectEnd,
	};
}

/** A file that is read from start to end. */
interface Reader {
	/** Opens the file on the first call. */
	get(): Promise<Recutter>;
	close(): void;
}

/** Creates a reader for a file from `offset` to its end. */
export function createReader(source: Source, offset: number): Reader {
	const open = async () => {
		const stream = await source.open(offset);
		return { stream, recutter: createRecutter(stream, source.sizeBytes, offset) };
	};
	let opened: ReturnType<typeof open> | undefined;
	return {
		get: async () => (await (opened ??= open())).recutter,
		close: () =>
			void opened?.then(
				({ stream }) => stream.close(),
				() => undefined,
			),
	};
}
