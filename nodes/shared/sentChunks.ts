/** The destination of a pipe: a request, or a stream that forwards what is written to it. */
interface Destination {
	write(chunk: Uint8Array, ...more: unknown[]): boolean;
	pipe?: Pipe;
	/** The connection of a request. */
	socket?: object | null;
}

type Pipe = (destination: Destination, options?: object) => Destination;

/** A stream that n8n's HTTP helper can pipe into a request. */
export interface PipedStream {
	pipe?: Pipe;
	on(event: 'data', listener: (chunk: Uint8Array) => void): void;
}

const isInstance = (value: object | null | undefined, ...classNames: string[]): boolean =>
	classNames.includes(value?.constructor.name ?? '');

/** Frees the memory of a chunk, unless other data shares it. On Node.js 20, only V8 can free it. */
export function freeChunk({ buffer, byteLength }: Uint8Array): void {
	const memory: ArrayBufferLike & { transfer?: (newByteLength: number) => ArrayBuffer } = buffer;
	if (byteLength === memory.byteLength) memory.transfer?.(0);
}

/**
 * Frees each chunk of a file after the request that the file is piped into has sent it. Otherwise, sent chunks remain in memory
 * until V8 collects them, which on Node.js 24 is after about 64 MiB.
 *
 * If memory were freed too early, wrong bytes would be sent. So a chunk is freed only after Node.js reports that this chunk was
 * written without an error, and only if the request and its connection are Node.js's own classes. By then, the system has a copy
 * of all its bytes. Nothing is freed if n8n's helper copies the chunks, pipes them to several destinations or sends them in
 * another way, or if the connection breaks.
 */
export function freeSentChunks(file: PipedStream): void {
	const chunks = new WeakSet<Uint8Array>();
	let isForked = false;

	const watchWrites = (request: Destination): void => {
		const write = request.write.bind(request);
		const onWritten = (chunk: Uint8Array, error: unknown): void => {
			const isSent = !error && isInstance(request.socket, 'Socket', 'TLSSocket');
			if (isSent && !isForked && chunks.has(chunk)) freeChunk(chunk);
		};
		request.write = (chunk, ...more) =>
			more.length > 0 ? write(chunk, ...more) : write(chunk, (error: unknown) => onWritten(chunk, error));
	};

	/** Follows the pipes to the request, because n8n's helper can insert its own streams. */
	const watchPipes = (stream: { pipe?: Pipe }): void => {
		const pipe = stream.pipe?.bind(stream);
		if (!pipe) return;
		let isPiped = false;
		stream.pipe = (destination, options) => {
			isForked ||= isPiped;
			isPiped = true;
			if (stream === file) file.on('data', (chunk) => chunks.add(chunk));
			if (isInstance(destination, 'ClientRequest')) watchWrites(destination);
			else watchPipes(destination);
			return pipe(destination, options);
		};
	};

	watchPipes(file);
}
