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
export interface Window {
	offset: number;
	length: number;
	sizeBytes: number;
}

/**
 * Passes on the bytes of a window that was opened at its offset; a file that is too short or too long is an error.
 * The end is looked for before the last bytes are passed on: a receiver that has them all may answer at once.
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
