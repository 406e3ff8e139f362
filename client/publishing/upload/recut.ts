import { SourceSizeError } from '../errors';

/** Cuts a stream of chunks of any size into pieces of exact size. */
export interface Recutter {
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
export function createRecutter(
	bytes: AsyncIterable<Uint8Array>,
	sizeBytes: number,
	offset: number,
): Recutter {
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
				// Before the last bytes are passed on: a receiver that has them all may answer at once.
				if (isLast && left === 0) await expectEnd();
				yield piece;
			}
		},
		expectEnd,
	};
}
