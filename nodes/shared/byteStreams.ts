import type { ByteStream } from '../../client/http/types.js';
import { freeSentChunks, type PipedStream } from './sentChunks.js';

/** A stream that can be closed before its end. */
export interface ClosableStream extends AsyncIterable<Uint8Array> {
	destroy(error?: Error): void;
}

/** A stream from n8n's storage. If it reads a file, it has a position that can be moved before reading. */
export interface StorageStream extends ClosableStream, PipedStream {
	pos?: number;
	end?: number;
	once(event: 'end' | 'error', listener: (error?: Error) => void): void;
}

/** Converts a stream's error to one that the user understands. */
export type Explain = (error: unknown) => Error;

async function* explained(
	bytes: AsyncIterable<Uint8Array>,
	explain: Explain,
): AsyncGenerator<Uint8Array, void, undefined> {
	try {
		yield* bytes;
	} catch (error) {
		throw explain(error);
	}
}

/** Yields `length` bytes from `offset` of a stream that can only be read from its start. */
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

/** Opens a stream at an offset. Reads and drops the bytes before it. */
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
 * Seeks a file's stream to a part of the file and returns it unwrapped. So it's sent from disk to network without passing through
 * this package, and its memory is freed as soon as it's sent. Fails if it ends anywhere but at `end`, because then the bytes are
 * wrong.
 */
function moveTo(stream: StorageStream, explain: Explain, offset: number, end: number): ByteStream {
	let failure: unknown;
	freeSentChunks(stream);
	stream.pos = offset;
	stream.end = end - 1;
	stream.once('error', (error = new Error()) => (failure = explain(error)));
	stream.once('end', () => {
		if (stream.pos === end) return;
		stream.destroy(new Error(`The file ends at byte ${stream.pos} instead of byte ${end}`));
	});
	return { bytes: stream, close: () => stream.destroy(), failure: () => failure };
}

/** Opens a stream from n8n's storage at an offset. If the stream has a position, doesn't read the bytes before it. */
export function openAt(stream: StorageStream, explain: Explain, offset: number, length?: number): ByteStream {
	if (!('pos' in stream)) return readOn(stream, explain, offset, length);
	if (length !== undefined) return moveTo(stream, explain, offset, offset + length);
	stream.pos = offset;
	return readOn(stream, explain, 0);
}

/** Reads `length` bytes from `offset`. Returns fewer at the end of the file, or if the bytes can no longer be read. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;

/** Reads at least the first `count` bytes of a stream and closes it. Returns fewer only if the stream is shorter. */
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

/**
 * Closes a stream that no one has read from. n8n's helper only notices that its stream is destroyed while it's being read, and
 * otherwise leaves the connection open.
 */
export function discard(stream: ClosableStream): void {
	stream[Symbol.asyncIterator]()
		.next()
		.catch(() => undefined);
	stream.destroy();
}

/** How slowly a stream can arrive. */
export interface Pace {
	/** How long waiting for all its bytes can take, in milliseconds, before any of them allow more. */
	graceMs: number;
	/** The slowest rate, in bytes per millisecond. */
	bytesPerMs: number;
}

/** How often to look at the time that is left, in milliseconds. */
const timerMs = 5_000;

/** What a wait returns if the time is over before the next chunk arrives. */
const late = Symbol('late');

/** Calls back after a time, without keeping the process alive. */
const after = (ms: number, onTime: () => void): void =>
	AbortSignal.timeout(ms).addEventListener('abort', onTime, { once: true });

/**
 * Passes on a stream that arrives in time. Otherwise closes it and throws. A server that only keeps the connection alive, such as
 * with an event now and then, never ends, and no timeout of the connection notices it. Only waiting counts, not the time that the
 * reader needs.
 */
export function inTime(
	stream: ClosableStream,
	{ graceMs, bytesPerMs }: Pace,
	explain: () => Error,
): ClosableStream {
	async function* bytes(): AsyncGenerator<Uint8Array, void, undefined> {
		const iterator = stream[Symbol.asyncIterator]();
		let waitedMs = 0;
		let received = 0;
		// One timer serves many waits. It knows only the current one, because a promise for all of them would keep each chunk.
		let isTiming = false;
		let onTime: (() => void) | undefined;
		const next = async (): Promise<IteratorResult<Uint8Array, unknown>> => {
			const startedAt = Date.now();
			const pending = iterator.next();
			for (;;) {
				const leftMs = graceMs + received / bytesPerMs - waitedMs - (Date.now() - startedAt);
				if (leftMs <= 0) break;
				if (!isTiming) {
					isTiming = true;
					after(Math.ceil(Math.min(leftMs, timerMs)), () => {
						isTiming = false;
						onTime?.();
					});
				}
				const outcome = await new Promise<IteratorResult<Uint8Array, unknown> | typeof late>(
					(resolve, reject) => {
						onTime = () => resolve(late);
						pending.then(resolve, reject);
					},
				);
				onTime = undefined;
				if (outcome !== late) {
					waitedMs += Date.now() - startedAt;
					return outcome;
				}
			}
			pending.catch(() => undefined);
			stream.destroy();
			throw explain();
		};
		for (let part = await next(); !part.done; part = await next()) {
			received += part.value.length;
			yield part.value;
		}
	}
	return { [Symbol.asyncIterator]: bytes, destroy: (error) => stream.destroy(error) };
}
