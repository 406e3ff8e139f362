import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';
import type { ByteStream } from '../../client/http/types';
import { CancelledError, messageOf } from '../../client/http/errors';
import type { BinaryFile } from './binary';
import { readHead, readOn, type ClosableStream, type Explain, type ReadAt } from './byteStreams';
import { BlockedAddressError, ParameterError } from './errors';
import { freeChunk } from './sentChunks';
import { openUrl, type ByteRange } from './transport';

/** The number of bytes at the start of a file that `check` gets. */
const signatureBytes = 64;

/** The properties of a file that don't depend on how it is read. */
type FileHead = Pick<BinaryFile, 'mimeType' | 'isSeekable' | 'head'>;

const headerOf = ({ headers }: IN8nHttpFullResponse, name: string): string | undefined => {
	const value = (headers as Record<string, unknown>)[name];
	return typeof value === 'string' ? value : undefined;
};

const mimeTypeOf = (response: IN8nHttpFullResponse): string =>
	headerOf(response, 'content-type')?.split(';')[0]?.trim() || 'application/octet-stream';

/** The address of a file on the web. */
export interface RemoteFileName {
	url: string;
	/** The name of the file in errors, which don't show the address because it can be secret. */
	name: string;
}

/** A file on the web, and what it must be. */
interface RemoteSource extends RemoteFileName {
	/** Throws if the file can't be used, so that the rest isn't loaded. Called with its first bytes, unless it's empty. */
	check(start: { head: Uint8Array; mimeType: string }): void;
}

/** Throws a `ParameterError` if the address isn't one of the web. */
export function requireWebAddress({ url, name }: RemoteFileName): void {
	if (/^https?:\/\//i.test(url) && URL.canParse(url)) return;
	throw new ParameterError(
		`'${name}' isn't a web address`,
		'Enter an address that starts with http:// or https://',
	);
}

// The cause is in the description, because n8n replaces a title that contains a system error code.
const notLoaded = (name: string, cause: string): ParameterError =>
	new ParameterError(
		`The file at '${name}' couldn't be loaded`,
		`${cause}. Check that the address is correct and opens without signing in`,
	);

const interruptedError =
	(context: IExecuteFunctions, name: string): Explain =>
	(error) =>
		context.getExecutionCancelSignal()?.aborted
			? new CancelledError()
			: new ParameterError(
					`The file at '${name}' couldn't be loaded completely`,
					`The upload wasn't finished. Run the node again, or download the file with another node first. Cause: ${messageOf(error)}`,
				);

async function request(
	context: IExecuteFunctions,
	{ url, name }: RemoteFileName,
	range: ByteRange,
): Promise<IN8nHttpFullResponse & { stream: ClosableStream }> {
	const response = await openUrl(context, url, range).catch((error: unknown) => {
		if (error instanceof CancelledError) throw error;
		throw error instanceof BlockedAddressError
			? new ParameterError(`The file at '${name}' is at an address that n8n blocks`, error.description)
			: notLoaded(name, `The server didn't answer (${messageOf(error)})`);
	});
	const stream = response.body as unknown as ClosableStream;
	if (response.statusCode >= 200 && response.statusCode < 300) return { ...response, stream };
	stream.destroy();
	throw notLoaded(name, `The server answered with status ${response.statusCode}`);
}

/** A stream whose first bytes can be held in memory. */
interface BufferedStream {
	/** The bytes in memory: at least as many as `hold` was called with, or the whole file. */
	held: Uint8Array;
	isWhole: boolean;
	/** Reads until at least `count` bytes are in memory. */
	hold(count: number): Promise<void>;
	/** Returns the whole stream: the bytes in memory, then the rest. Releases the memory. */
	take(): ByteStream;
}

function bufferStream(stream: ClosableStream, explain: Explain): BufferedStream {
	const iterator = stream[Symbol.asyncIterator]();
	const next = async (): Promise<Uint8Array | undefined> => {
		const { done, value } = await iterator.next().catch((error: unknown) => {
			throw explain(error);
		});
		return done ? undefined : value;
	};
	async function* all(first: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
		if (first.length > 0) yield first;
		for (let chunk = await next(); chunk; chunk = await next()) yield chunk;
	}
	const buffered: BufferedStream = {
		held: new Uint8Array(0),
		isWhole: false,
		hold: async (count) => {
			const chunks = [buffered.held];
			let length = buffered.held.length;
			while (length < count && !buffered.isWhole) {
				const chunk = await next();
				buffered.isWhole = !chunk;
				length += chunk?.length ?? 0;
				if (chunk) chunks.push(chunk);
			}
			buffered.held = chunks.length === 1 ? buffered.held : Buffer.concat(chunks);
		},
		take: () => {
			const { held } = buffered;
			buffered.held = new Uint8Array(0);
			return { bytes: all(held), close: () => stream.destroy(), release: freeChunk };
		},
	};
	return buffered;
}

/**
 * The maximum size of a file that has to be counted because its server doesn't report its size. A live stream would never end.
 * The largest videos that the service was seen to accept have this size.
 */
const countedBytesMax = 3 * 1024 * 1024 * 1024;

/** Counts the bytes of a stream without keeping them. Throws a `ParameterError` if there are too many. */
async function countBytes({ bytes, close }: ByteStream, name: string): Promise<number> {
	let count = 0;
	for await (const chunk of bytes) {
		count += chunk.length;
		if (count > countedBytesMax) break;
	}
	close();
	if (count <= countedBytesMax) return count;
	throw new ParameterError(
		`The file at '${name}' has more than 3 GiB, and its server doesn't report its size`,
		'Nothing was sent. If the address is a live stream, use a recording. Otherwise, download the file with another node first',
	);
}

/**
 * Files up to this size are loaded once and held in memory, and their bytes are counted. Some servers compress the file anyway
 * and report the compressed size.
 */
const heldBytesMax = 32 * 1024 * 1024;

/** How many of the first bytes of a larger file can be looked at before it's read. */
const headBytesMax = 1024 * 1024;

const nothing = (): void => undefined;

const inMemory = (bytes: Uint8Array, mimeType: string): BinaryFile => ({
	sizeBytes: bytes.length,
	mimeType,
	isSeekable: true,
	head: async () => bytes,
	open: async (offset, length = bytes.length - offset) => {
		async function* piece(): AsyncGenerator<Uint8Array, void, undefined> {
			yield bytes.subarray(offset, offset + length);
		}
		return { bytes: piece(), close: nothing };
	},
	close: nothing,
});

/** A file on the web. */
class RemoteFile {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly source: RemoteSource,
		private readonly explain = interruptedError(context, source.name),
	) {}

	async open(): Promise<BinaryFile> {
		const response = await request(this.context, this.source, {});
		const buffered = bufferStream(response.stream, this.explain);
		return await this.look(response, buffered).catch((error: unknown) => {
			response.stream.destroy();
			throw error;
		});
	}

	private async look(response: IN8nHttpFullResponse, buffered: BufferedStream): Promise<BinaryFile> {
		const mimeType = mimeTypeOf(response);
		const reportedBytes = Number(headerOf(response, 'content-length') ?? Number.NaN);
		await buffered.hold(signatureBytes);
		const head = Buffer.from(buffered.held.subarray(0, signatureBytes));
		if (head.length > 0) this.source.check({ head, mimeType });
		const file = { mimeType, isSeekable: false, head: async () => head };
		if (!(reportedBytes > heldBytesMax)) await buffered.hold(heldBytesMax + 1);
		if (buffered.isWhole) return inMemory(buffered.held, mimeType);
		if (reportedBytes >= buffered.held.length) return this.streaming(file, buffered, reportedBytes);
		return this.counted(file, await countBytes(buffered.take(), this.source.name));
	}

	/**
	 * A file with the size that its server reports. The first time it's opened, it continues the stream that is already open.
	 * After that, it requests the address again.
	 */
	private streaming(file: FileHead, buffered: BufferedStream, sizeBytes: number): BinaryFile {
		let first: BufferedStream | undefined = buffered;
		return {
			...file,
			sizeBytes,
			head: async (count) => {
				await first?.hold(Math.min(count, headBytesMax));
				return first?.held ?? (await file.head(count));
			},
			open: async (offset, length) => {
				if (offset > 0 || length !== undefined || !first) return await this.reopen(offset, length);
				const all = first.take();
				first = undefined;
				return all;
			},
			close: () => first?.take().close(),
			measure: async () => this.counted(file, await countBytes(await this.reopen(0), this.source.name)),
		};
	}

	/** A file whose bytes were counted. Never requests a range, because a range could refer to compressed bytes. */
	private counted(file: FileHead, sizeBytes: number): BinaryFile {
		const open: BinaryFile['open'] = async (offset, length) => {
			const { stream } = await request(this.context, this.source, {});
			return readOn(stream, this.explain, offset, length);
		};
		return { ...file, sizeBytes, open, close: nothing };
	}

	/** Requests the address again from an offset. If the server doesn't support ranges, reads and drops the bytes before it. */
	private async reopen(offset: number, length?: number): Promise<ByteStream> {
		const { statusCode, stream } = await request(this.context, this.source, { offset });
		return readOn(stream, this.explain, statusCode === 206 ? 0 : offset, length);
	}
}

/**
 * Opens a file on the web with a limited amount of memory. A small file is held in memory, and a larger one is streamed. If the
 * server doesn't report the size of a larger file, its bytes are counted first, and the file is loaded again. If it then has more
 * than 3 GiB, throws a `ParameterError`. n8n's settings apply to redirects and private addresses.
 */
export async function openRemoteFile(context: IExecuteFunctions, source: RemoteSource): Promise<BinaryFile> {
	requireWebAddress(source);
	return await new RemoteFile(context, source).open();
}

/** How many bytes of the beginning and of the end of a file to read without loading the rest. */
const edgeBytes = 1024 * 1024;

/** How long reading the beginning or the end of a file can take, in milliseconds. */
const edgeTimeoutMs = 30_000;

/** The beginning of a file on the web, and what can be read behind it. */
interface RemoteEdges {
	mimeType: string;
	/** The first bytes of the file: 1 MiB, or the whole file if it's smaller. */
	head: Uint8Array;
	/** Undefined if the server doesn't report it. */
	sizeBytes?: number;
	/** Reads from the beginning. If the server supports ranges, also reads 1 MiB from the first offset behind it. */
	read: ReadAt;
}

/** The size of the whole file in the answer to a request for a range, such as `bytes 0-99/1234`. */
function sizeInRange(response: IN8nHttpFullResponse): number | undefined {
	const [, size] = /\/(\d+)$/.exec(headerOf(response, 'content-range') ?? '') ?? [];
	return size === undefined ? undefined : Number(size);
}

/**
 * Reads the beginning of a file on the web, at most 1 MiB, and lets a reader of headers read 1 MiB somewhere behind it. Throws a
 * `ParameterError` if the file can't be loaded. n8n's settings apply to redirects and private addresses.
 */
export async function readRemoteEdges(
	context: IExecuteFunctions,
	source: RemoteFileName,
): Promise<RemoteEdges> {
	requireWebAddress(source);
	const load = async (offset: number) => {
		const signal = AbortSignal.timeout(edgeTimeoutMs);
		const response = await request(context, source, { offset, length: edgeBytes, signal });
		const stream = readOn(response.stream, interruptedError(context, source.name), 0, edgeBytes);
		const bytes = Buffer.from(await readHead(stream, edgeBytes));
		return { response, bytes, isRange: response.statusCode === 206 };
	};
	const { response, bytes: head, isRange } = await load(0);
	const isWhole = head.length < edgeBytes;
	// A compressed answer has another size than the file.
	const isPlain = headerOf(response, 'content-encoding') === undefined;
	const reported = isPlain ? Number(headerOf(response, 'content-length')) : Number.NaN;
	const sizeBytes = isWhole ? head.length : isRange ? sizeInRange(response) : reported || undefined;
	let behind: { offset: number; bytes: Promise<Buffer> } | undefined;
	const loadBehind = async (offset: number): Promise<Buffer> =>
		await load(offset).then(
			(loaded) => (loaded.isRange ? loaded.bytes : Buffer.alloc(0)),
			() => Buffer.alloc(0),
		);
	const read: ReadAt = async (offset, length) => {
		if (isWhole || !isRange || offset + length <= head.length) return head.subarray(offset, offset + length);
		behind ??= { offset, bytes: loadBehind(offset) };
		const at = offset - behind.offset;
		return at < 0 ? head.subarray(offset, offset + length) : (await behind.bytes).subarray(at, at + length);
	};
	return { mimeType: mimeTypeOf(response), head, sizeBytes, read };
}
