import type { Source } from '../../client/publishing/upload/sourceReader';

/** A file for uploads, and a record of how it was read. */
interface TestSource extends Source {
	/** Offsets at which the file was opened, in order. */
	openedAt: number[];
	/** Number of open streams. */
	streams: number;
}

/** How a {@link TestSource} behaves. */
export interface SourceHabits {
	/** The declared size, if it differs from the real one. */
	sizeBytes?: number;
	/** Default true. */
	isSeekable?: boolean;
	/** Bytes per chunk. The default is 64 KiB. */
	chunkBytes?: number;
	/** From this offset on, reading fails. */
	failsAt?: number;
	/** From this offset on, no data arrives. */
	stallsAt?: number;
}

/** A file in memory that is read as a stream of chunks. */
export function sourceOf(bytes: Uint8Array, habits: SourceHabits = {}): TestSource {
	const { sizeBytes = bytes.length, isSeekable = true } = habits;
	const source: TestSource = {
		sizeBytes,
		isSeekable,
		openedAt: [],
		streams: 0,
		open: async (offset, length = Infinity) => {
			source.openedAt.push(offset);
			source.streams++;
			const stop = new AbortController();
			const close = (): void => {
				if (!stop.signal.aborted) source.streams--;
				stop.abort();
			};
			const window = bytes.subarray(0, Math.min(offset + length, bytes.length));
			return { bytes: read(window, offset, habits, stop.signal), close };
		},
	};
	return source;
}

async function* read(
	bytes: Uint8Array,
	offset: number,
	{ chunkBytes = 65_536, failsAt = Infinity, stallsAt = Infinity }: SourceHabits,
	closed: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
	for (let from = offset; from < bytes.length; from += chunkBytes) {
		await Promise.resolve();
		if (from >= stallsAt) await untilAborted(closed);
		if (closed.aborted) throw new Error('The stream was closed before its end');
		if (from >= failsAt) throw new Error('The disk is gone');
		yield bytes.subarray(from, Math.min(from + chunkBytes, bytes.length));
	}
}

async function untilAborted(signal: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), { once: true });
	});
}
