import type { ByteStream } from '../../http/types';
import { SourceSizeError } from '../errors';

/** A file to upload, wherever it is. */
export interface Source {
	/** The announced size. */
	sizeBytes: number;
	/** True when opening it in the middle costs no more than opening it at its start. */
	isSeekable: boolean;
	/** Reads from `offset` on: `length` bytes, or all there is when it is undefined. May be called again at any time. */
	open(offset: number, length?: number): Promise<ByteStream>;
}

/** Where a window lies in a file of an announced size, in bytes. */
interface Window {
	offset: number;
	length: number;
	sizeBytes: number;
}

/**
 * Passes on the bytes of a window that was opened at its offset; a file that is too short or too long is an error.
 * The end is looked for before the last bytes are passed on: a receiver that has them all may answer immediately.
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
	// A window that is empty lies behind the end, wherever that is.
	const bound = read === 0 && offset > 0 ? 'at most' : 'only';
	if (!last) throw new SourceSizeError(sizeBytes, offset + read, bound);
	yield last;
}

/** Cuts a stream of chunks of any size into pieces of exact size. */
interface Recutter {
	/** Fills the whole buffer. */
	fill(buffer: Uint8Array): Promise<void>;
	/** Streams exactly `length` bytes; with `isLast` it must be the end of the stream as well. */
	take(length: number, isLast: boolean): AsyncGenerator<Uint8Array, void, undefined>;
	/** Throws when there are bytes left. */
	expectEnd(): Promise<void>;
}

/**
 * Creates a cutter over a stream that is read once, from start to end.
 * @param sizeBytes what was announced of the whole file, of which the stream begins at `offset`
 * A stream that ends too early or does not end is a `SourceSizeError` with both sizes.
 */
function createRecutter(bytes: AsyncIterable<Uint8Array>, sizeBytes: number, offset: number): Recutter {
	const iterator = bytes[Symbol.asyncIterator]();
	let rest: Uint8Array = new Uint8Array(0);
	let taken = offset;

	/** At most `max` bytes; nothing at the end of the stream. */
	const pull = async (max: number): Promise<Uint8Array> => {
		while (rest.length === 0) {
			const { done, value } = await iterator.next();
			if (done) return rest;
			rest = value;
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
			}
		},
		async *take(length, isLast) {
			let left = length;
			for await (const piece of pieces(length)) {
				left -= piece.length;
				// Before the last bytes are passed on: a receiver that has them all may answer immediately.
				if (isLast && left === 0) await expectEnd();
				yield piece;
			}
		},
		expectEnd,
	};
}

/** A file that is read from start to end. */
interface Reader {
	/** Opens the file when it is first needed. */
	get(): Promise<Recutter>;
	close(): void;
}

/** Reads a file from `offset` to its end. */
export function createReader(source: Source, offset: number): Reader {
	const open = async () => {
		const stream = await source.open(offset);
		return { stream, recutter: createRecutter(stream.bytes, source.sizeBytes, offset) };
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
