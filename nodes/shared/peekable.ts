import type { ByteStream, ClosableStream, Explain } from './byteStreams';

/** A stream whose beginning can be looked at before it is read. */
export interface Peekable {
	/** The first bytes: at least `count` of them where there are so many. Only before `take`. */
	head(count: number): Promise<Uint8Array>;
	/** All bytes, with those that were looked at; undefined when it was called before. */
	take(): ByteStream | undefined;
	/** Closes the stream unless it was taken. */
	close(): void;
}

/** Makes a stream that is read once peekable. */
export function createPeekable(stream: ClosableStream, explain: Explain): Peekable {
	const iterator = stream[Symbol.asyncIterator]();
	let seen: Uint8Array = new Uint8Array(0);
	let isTaken = false;
	const next = async (): Promise<Uint8Array | undefined> => {
		const { done, value } = await iterator.next().catch((error: Error) => {
			throw explain(error);
		});
		return done ? undefined : value;
	};
	async function* all(): AsyncGenerator<Uint8Array, void, undefined> {
		if (seen.length > 0) yield seen;
		for (let chunk = await next(); chunk; chunk = await next()) yield chunk;
	}
	const close = (): void => stream.destroy();
	return {
		head: async (count) => {
			for (let chunk; seen.length < count && (chunk = await next()); ) seen = Buffer.concat([seen, chunk]);
			return seen;
		},
		take: () => {
			if (isTaken) return undefined;
			isTaken = true;
			return { bytes: all(), close };
		},
		close: () => {
			if (!isTaken) close();
		},
	};
}
