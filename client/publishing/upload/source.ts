import { ClientError } from '../../http/errors';

/** Bytes being read; closing early gives back whatever they come from. */
export interface ByteStream {
	bytes: AsyncIterable<Uint8Array>;
	close(): void;
}

/** A file to upload, wherever it is. */
export interface Source {
	/** The announced size. */
	sizeBytes: number;
	/** True when opening it in the middle costs no more than opening it at its start. */
	isSeekable: boolean;
	/** Reads from `offset` on: `length` bytes, or all there is when it is undefined. May be called again at any time. */
	open(offset: number, length?: number): Promise<ByteStream>;
}

/** The file holds fewer or more bytes than were announced. */
export class SourceSizeError extends ClientError {
	constructor(
		readonly announcedBytes: number,
		readonly foundBytes: number,
	) {
		const found = foundBytes < announcedBytes ? `only ${foundBytes}` : 'more';
		super(`The file was announced with ${announcedBytes} bytes, but it has ${found}`);
	}
}

/** Where a window lies in a file of an announced size, in bytes. */
export interface Window {
	offset: number;
	length: number;
	sizeBytes: number;
}

/** Passes on the bytes of a window that was opened at its offset; a file that is too short or too long is an error. */
export async function* exactly(
	bytes: AsyncIterable<Uint8Array>,
	{ offset, length, sizeBytes }: Window,
): AsyncGenerator<Uint8Array, void, undefined> {
	let read = 0;
	for await (const chunk of bytes) {
		read += chunk.length;
		if (read > length) throw new SourceSizeError(sizeBytes, offset + read);
		yield chunk;
	}
	if (read < length) throw new SourceSizeError(sizeBytes, offset + read);
}
