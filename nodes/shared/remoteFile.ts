import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';
import type { ByteStream } from '../../client/http/types.js';
import { CancelledError, messageOf } from '../../client/http/errors.js';
import { isBlank } from '../../client/http/text.js';
import { quote, redact } from '../../client/http/redact.js';
import type { BinaryFile } from './binary.js';
import {
	discard,
	inTime,
	readHead,
	readOn,
	type ClosableStream,
	type Explain,
	type Pace,
	type ReadAt,
} from './byteStreams.js';
import { BlockedAddressError, ParameterError } from './errors.js';
import { freeChunk } from './sentChunks.js';
import { openUrl, headOf, type ByteRange } from './transport.js';

/** The number of bytes at the start of a file that `check` gets. */
const signatureBytes = 512;

/** The properties of a file that don't depend on how it is read. */
type FileHead = Pick<BinaryFile, 'mimeType' | 'isSeekable' | 'head'>;

const headerOf = ({ headers }: IN8nHttpFullResponse, name: string): string | undefined => {
	const value = (headers as Record<string, unknown>)[name];
	return typeof value === 'string' ? value : undefined;
};

const emptyError = ({ name }: RemoteFileName): ParameterError =>
	new ParameterError(
		`The file in ${quote(name)} is empty`,
		'Its server sent no bytes. Open the address in a browser, and check that it downloads the file',
	);

/** The size of an answer. Undefined if the server doesn't say it. */
const reportedSize = (response: IN8nHttpFullResponse): number | undefined => {
	const length = headerOf(response, 'content-length');
	return length === undefined ? undefined : Number(length);
};

const mimeTypeOf = (response: IN8nHttpFullResponse): string =>
	headerOf(response, 'content-type')?.split(';')[0]?.trim() || 'application/octet-stream';

/** The address of a file on the web. */
export interface RemoteFileName {
	url: string;
	/** The name of the file in errors, which show only the host of the address, because the rest can be secret. */
	name: string;
}

/** A file on the web, and what it must be. */
interface RemoteSource extends RemoteFileName {
	/** Throws if the file can't be used, so that the rest isn't loaded. Called with its first bytes. */
	check(start: { head: Uint8Array; mimeType: string }): void;
}

/** Throws a `ParameterError` if the address isn't one of the web. */
export function requireWebAddress({ url, name }: RemoteFileName): void {
	if (/^https?:\/\//i.test(url) && URL.canParse(url)) return;
	const isEmpty = isBlank(url);
	throw new ParameterError(
		isEmpty ? `'${name}' is empty` : `'${name}' isn't a web address`,
		`${isEmpty ? '' : `The value is ${quote(url)}. `}Enter an address that starts with http:// or https://${isEmpty ? '. If an expression returns it, check that it finds a value' : ''}`,
	);
}

/** There is no file at an address. */
export class FileMissingError extends ParameterError {}

/** A file on the web has another content than before. */
export class FileChangedError extends ParameterError {
	constructor(name: string) {
		super(
			`The file at '${name}' changed while it was uploaded`,
			'The upload was started again once, and the file changed again. Run the node again when the file at this address stays the same',
		);
	}
}

/** Any address in a text. Those of redirects can be secret, too. */
const addressShape = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>]+/gi;

/** Shorter parts of a path are words rather than secrets. */
const secretLengthMin = 8;

/** The parts of an address that can be secret: everything but its host and short words in its path. */
function secretsIn(url: string): string[] {
	const { username, password, pathname, search, hash } = new URL(url);
	const parts = [`${pathname}${search}`, search.slice(1), hash.slice(1), ...pathname.split('/')];
	const long = parts.filter(({ length }) => length >= secretLengthMin);
	return [url, ...[username, password].filter((part) => part !== ''), ...long];
}

/** Returns what an error says about its cause, without any address. */
const causeOf = (error: unknown, { url }: RemoteFileName): string =>
	redact(messageOf(error).replace(addressShape, '[hidden]'), secretsIn(url));

// The cause is in the description, because n8n replaces a title that contains a system error code.
const notLoaded = (
	{ name, url }: RemoteFileName,
	cause: string,
	advice: string,
	Kind = ParameterError,
): ParameterError =>
	new Kind(`The file at '${name}' (${new URL(url).host}) couldn't be loaded`, `${cause}. ${advice}`);

const incompletelyLoaded = (name: string, cause: string): ParameterError =>
	new ParameterError(
		`The file at '${name}' couldn't be loaded completely`,
		`The upload wasn't finished. Run the node again, or download the file with another node first. Cause: ${cause}`,
	);

const interruptedError =
	(context: IExecuteFunctions, source: RemoteFileName): Explain =>
	(error) => {
		if (context.getExecutionCancelSignal()?.aborted) return new CancelledError();
		return error instanceof ParameterError ? error : incompletelyLoaded(source.name, causeOf(error, source));
	};

/** How long to wait for a file on the web. The rate is that of the slowest connection on which an upload is possible. */
const usualPace: Pace = { graceMs: 120_000, bytesPerMs: 32 };

interface FileRequest extends Omit<ByteRange, 'timeoutMs'> {
	pace: Pace;
}

interface FileAnswer {
	response: IN8nHttpFullResponse;
	stream: ClosableStream;
	/** Where in the file the bytes of the answer begin. */
	start: number;
	/** Whether the answer is the part that was requested. Otherwise, it's the whole file. */
	isRange: boolean;
	/** The size of the whole file, if the answer says it. */
	sizeBytes?: number;
}

/** Errors of redirects that never end, from the helper of n8n. */
const redirectLoop = /ERR_FR_TOO_MANY_REDIRECTS|(maximum number of|too many) redirects/i;

const otherWay = 'Check the address, or download the file with another node first';

/** What usual errors mean, and what to do about them. */
const refusals: ReadonlyArray<[shape: RegExp, meaning: string, advice: string]> = [
	[
		redirectLoop,
		'Its address redirects in a loop',
		'Open it in a browser, and enter the address that you end up at',
	],
	[/ECONNREFUSED/, 'The server refused the connection', 'Check the address, and that its server is running'],
	[
		/ENOTFOUND|EAI_AGAIN/,
		"There is no server with the address's name",
		'Check the address for typos, and the DNS of the machine that runs n8n',
	],
	[
		/ECONNABORTED|ETIMEDOUT|timed? ?out/i,
		"The server didn't answer in time",
		'Check that the machine that runs n8n can reach it, then run the node again',
	],
];

const adviceOnStatus = (status: number): string =>
	status >= 500
		? 'Run the node again later'
		: 'Check that the address is correct and opens without signing in';

function refusalOf(error: unknown, source: RemoteFileName): unknown {
	if (error instanceof CancelledError) return error;
	if (error instanceof BlockedAddressError)
		return new ParameterError(
			`The file at '${source.name}' is at an address that n8n blocks`,
			error.description,
		);
	const { code = '' } = error as { code?: string };
	const text = `${code} ${messageOf(error)}`;
	const [, meaning = `The server didn't answer (${causeOf(error, source)})`, advice = otherWay] =
		refusals.find(([shape]) => shape.test(text)) ?? [];
	return notLoaded(source, meaning, advice);
}

/** The answers that say that an address has no file. Every other one can be about the request, such as that of a signed address. */
const goneStatuses = [404, 410];

/** Statuses of a server that refuses a part of a file, such as because the signature of the address doesn't allow it. */
const rangeRefusals = [403, 416];

/** Reads which part of a file an answer has, such as `bytes 0-99/1234`. */
function readContentRange(response: IN8nHttpFullResponse) {
	const [, first, last, size] =
		/^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(headerOf(response, 'content-range') ?? '') ?? [];
	return {
		start: Number(first ?? Number.NaN),
		end: Number(last) + 1,
		sizeBytes: size === '*' ? undefined : Number(size),
	};
}

/** Whether the bytes are those that were requested, or all until the end of a file that is shorter. */
function isRequestedRange(
	{ start, end, sizeBytes = end }: ReturnType<typeof readContentRange>,
	{ offset = 0, length = Infinity }: FileRequest,
): boolean {
	return (
		start === offset && end > start && end <= sizeBytes && (end === offset + length || end === sizeBytes)
	);
}

/** Requests a file or a part of it. Throws a `ParameterError` if the answer is another part. */
async function request(
	context: IExecuteFunctions,
	source: RemoteFileName,
	wanted: FileRequest,
): Promise<FileAnswer> {
	const { pace, ...range } = wanted;
	const response = await openUrl(context, source.url, { ...range, timeoutMs: pace.graceMs }).catch(
		(error: unknown) => {
			throw refusalOf(error, source);
		},
	);
	const explain = () => incompletelyLoaded(source.name, 'The bytes arrived too slowly, or not at all');
	const body = response.body as unknown as ClosableStream;
	const stream = inTime(body, pace, explain);
	const answer = { response, stream, start: 0, isRange: false };
	if (response.statusCode === 206) {
		const { start, sizeBytes, ...found } = readContentRange(response);
		if (isRequestedRange({ start, sizeBytes, ...found }, wanted))
			return { ...answer, start, sizeBytes, isRange: true };
		discard(body);
		throw notLoaded(
			source,
			'The server answered with another part of the file than the node requested',
			otherWay,
		);
	}
	if (response.statusCode >= 200 && response.statusCode < 300) return answer;
	discard(body);
	const isRange = (wanted.offset ?? 0) > 0 || wanted.length !== undefined;
	if (isRange && rangeRefusals.includes(response.statusCode)) return await request(context, source, { pace });
	const Kind = goneStatuses.includes(response.statusCode) ? FileMissingError : ParameterError;
	const { statusCode } = response;
	throw notLoaded(source, `The server answered with status ${statusCode}`, adviceOnStatus(statusCode), Kind);
}

/** What tells one content of an address from another. */
interface FileVersion {
	etag?: string;
	lastModified?: string;
	sizeBytes?: number;
}

const versionOf = ({ response, isRange, sizeBytes }: FileAnswer): FileVersion => ({
	etag: headerOf(response, 'etag'),
	lastModified: headerOf(response, 'last-modified'),
	sizeBytes: isRange ? sizeBytes : reportedSize(response),
});

/** Whether two answers can be of the same content. What only one of them says decides nothing. */
const isSameVersion = (one: FileVersion, other: FileVersion): boolean =>
	(['etag', 'lastModified', 'sizeBytes'] as const).every(
		(name) => one[name] === undefined || other[name] === undefined || one[name] === other[name],
	);

/** The version for a condition. A weak ETag doesn't promise the same bytes. */
const conditionOf = ({ etag, lastModified }: FileVersion): string | undefined =>
	etag !== undefined && !etag.startsWith('W/') ? etag : lastModified;

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
		'If the address is a live stream, use a recording. Otherwise, download the file with another node first',
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

class RemoteFile {
	/** The version of the first answer. */
	private version: FileVersion = {};

	private readonly explain: Explain;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly source: RemoteSource,
		private readonly pace: Pace,
	) {
		this.explain = interruptedError(context, source);
	}

	async open(): Promise<BinaryFile> {
		const answer = await request(this.context, this.source, { pace: this.pace });
		this.version = versionOf(answer);
		const buffered = bufferStream(answer.stream, this.explain);
		return await this.look(answer.response, buffered).catch((error: unknown) => {
			answer.stream.destroy();
			throw error;
		});
	}

	private async look(response: IN8nHttpFullResponse, buffered: BufferedStream): Promise<BinaryFile> {
		const mimeType = mimeTypeOf(response);
		const reportedBytes = reportedSize(response) ?? Number.NaN;
		await buffered.hold(signatureBytes);
		const head = Buffer.from(buffered.held.subarray(0, signatureBytes));
		if (head.length === 0) throw emptyError(this.source);
		this.source.check({ head, mimeType });
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
				if (offset > 0 || length !== undefined || !first)
					return await this.reopen({ offset, version: conditionOf(this.version) }, length);
				const all = first.take();
				first = undefined;
				return all;
			},
			close: () => first?.take().close(),
			measure: async () =>
				this.counted(file, await countBytes(await this.reopen({ offset: 0 }), this.source.name)),
		};
	}

	/** A file whose bytes were counted. Never requests a range, because a range could refer to compressed bytes. */
	private counted(file: FileHead, sizeBytes: number): BinaryFile {
		const open: BinaryFile['open'] = async (offset, length) => {
			const { bytes, close } = await this.reopen({});
			return readOn(
				{ [Symbol.asyncIterator]: () => bytes[Symbol.asyncIterator](), destroy: close },
				this.explain,
				offset,
				length,
			);
		};
		return { ...file, sizeBytes, open, close: nothing };
	}

	/**
	 * Requests the address again from an offset. If the server doesn't support ranges, reads and drops the bytes before it. Throws a
	 * `FileChangedError` if the answer is of another content, because the file would be a mixture of both.
	 */
	private async reopen(range: Omit<ByteRange, 'timeoutMs'>, length?: number): Promise<ByteStream> {
		const answer = await request(this.context, this.source, { ...range, pace: this.pace });
		if (!isSameVersion(this.version, versionOf(answer))) {
			discard(answer.stream);
			throw new FileChangedError(this.source.name);
		}
		return readOn(answer.stream, this.explain, (range.offset ?? 0) - answer.start, length);
	}
}

/**
 * Opens a file on the web with a limited amount of memory. A small file is held in memory, and a larger one is streamed. If the
 * server doesn't report the size of a larger file, its bytes are counted first, and the file is loaded again. If it then has more
 * than 3 GiB, throws a `ParameterError`. n8n's settings apply to redirects and private addresses.
 */
export async function openRemoteFile(
	context: IExecuteFunctions,
	source: RemoteSource,
	pace = usualPace,
): Promise<BinaryFile> {
	requireWebAddress(source);
	return await new RemoteFile(context, source, pace).open();
}

/** Types that no server has for an image. Others, such as that of any file, can be a mistake of the server. */
const otherTypes = /^(?:text\/html|application\/(?:json|pdf)|(?:audio|video)\/)/;

const isOther = (statusCode: number, type: string): boolean => statusCode === 200 && otherTypes.test(type);

/** How long a server has to say whether an address has a file, in milliseconds. */
const statusTimeoutMs = 5_000;

/** What the server of an address says about it. */
export interface AddressState {
	/** The type of the file that is there, as far as the server says it. */
	type?: string;
	/** The status if the address has no file: 404 or 410. */
	gone?: number;
	/** The type of what it has instead of an image, such as `text/html`. */
	otherType?: string;
	/** Whether the file there has no bytes. */
	isEmpty?: true;
	/** Whether nothing answers there. */
	isSilent?: true;
	/** The status if the server refuses n8n, such as 403 or 500. It can let the service in. */
	refused?: number;
}

/**
 * Returns what the server of an image's address says about it. Empty for any other answer. Asks without the file first, and
 * if it's gone, empty or no image, then as a reader of the file would, because some servers know no such question. Reads no byte of the file.
 */
export async function stateOfAddress(context: IExecuteFunctions, url: string): Promise<AddressState> {
	const ifReached = (error: unknown): undefined => {
		if (error instanceof CancelledError) throw error;
	};
	const first = await headOf(context, url, statusTimeoutMs).catch(ifReached);
	if (first === undefined) return { isSilent: true };
	const { statusCode: status, type, isEmpty } = first;
	if (status < 400 && !isOther(status, type) && !isEmpty) return { type };
	const answer = await openUrl(context, url, { timeoutMs: statusTimeoutMs }).catch(ifReached);
	if (answer === undefined) return {};
	discard(answer.body as unknown as ClosableStream);
	const { statusCode } = answer;
	const otherType = mimeTypeOf(answer);
	if (isOther(statusCode, otherType)) return { otherType };
	if (goneStatuses.includes(statusCode)) return { gone: statusCode };
	if (statusCode >= 400) return { refused: statusCode };
	return headerOf(answer, 'content-length') === '0' ? { isEmpty: true } : {};
}

/** How many bytes of the beginning and of the end of a file to read without loading the rest. */
const edgeBytes = 1024 * 1024;

/** How long reading the beginning or the end of a file can take. */
const edgePace: Pace = { graceMs: 30_000, bytesPerMs: Infinity };

/** The beginning of a file on the web, and what can be read behind it. */
interface RemoteEdges {
	mimeType: string;
	/** The first bytes of the file: 1 MiB, or the whole file if it's smaller. */
	head: Uint8Array;
	/** Undefined if the server doesn't report it. */
	sizeBytes?: number;
	/** Whether the size is that of the file. A server that compresses it can report another one. */
	isSizeCertain: boolean;
	/** Reads from the beginning. If the server supports ranges, also reads 1 MiB from the first offset behind it. */
	read: ReadAt;
}

/**
 * Reads the beginning of a file on the web, at most 1 MiB, and lets a reader of headers read 1 MiB somewhere behind it. Throws a
 * `ParameterError` if the file can't be loaded. n8n's settings apply to redirects and private addresses.
 */
export async function readRemoteEdges(
	context: IExecuteFunctions,
	source: RemoteFileName,
	pace = edgePace,
): Promise<RemoteEdges> {
	requireWebAddress(source);
	const load = async (offset: number) => {
		const answer = await request(context, source, { offset, length: edgeBytes, pace });
		if (answer.start !== offset) {
			discard(answer.stream);
			return { ...answer, bytes: Buffer.alloc(0) };
		}
		const stream = readOn(answer.stream, interruptedError(context, source), 0, edgeBytes);
		return { ...answer, bytes: Buffer.from(await readHead(stream, edgeBytes)) };
	};
	const first = await load(0);
	const { response, bytes: head, isRange } = first;
	const isWhole = head.length < edgeBytes;
	// A compressed answer has another size than the file.
	const isPlain = headerOf(response, 'content-encoding') === undefined;
	const reported = isPlain ? reportedSize(response) : undefined;
	const sizeBytes = isWhole ? head.length : isRange ? first.sizeBytes : reported;
	let behind: { offset: number; bytes: Promise<Buffer> } | undefined;
	const loadBehind = async (offset: number): Promise<Buffer> =>
		await load(offset).then(
			(loaded) => (isSameVersion(versionOf(first), versionOf(loaded)) ? loaded.bytes : Buffer.alloc(0)),
			() => Buffer.alloc(0),
		);
	const read: ReadAt = async (offset, length) => {
		const isBehind = offset + length > head.length && offset < (sizeBytes ?? Infinity);
		if (isWhole || !isRange || !isBehind) return head.subarray(offset, offset + length);
		behind ??= { offset, bytes: loadBehind(offset) };
		const at = offset - behind.offset;
		return at < 0 ? head.subarray(offset, offset + length) : (await behind.bytes).subarray(at, at + length);
	};
	return { mimeType: mimeTypeOf(response), head, sizeBytes, isSizeCertain: isWhole || isRange, read };
}
