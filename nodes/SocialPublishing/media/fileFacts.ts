import { sleep } from 'n8n-workflow';
import { withoutUndefined } from '../../../client/http/json.js';
import { once } from '../../../client/http/memo.js';
import type { FileFacts, MediaDetails } from '../../../client/publishing/media.js';
import type { MediaFacts } from '../../../client/publishing/validation/types.js';
import type { MediaType } from '../../../client/publishing/values.js';
import { requireBytes, type BinaryFile } from '../../shared/binary.js';
import { readHead, type ReadAt } from '../../shared/byteStreams.js';
import { recognize, signatureBytes } from './formats.js';
import { mediaTypeOf, type TypeChoice } from './mediaType.js';
import type { HeaderValues } from './pieces.js';

/** The largest width and height that the service accepts (wire detail N5). */
const pixelsMax = 16_384;
const secondsMax = 86_400;

/** More frames per second than any camera has. */
const framesMax = 10_000;

const within = (value: number | undefined, min: number, max: number): number | undefined =>
	value !== undefined && value >= min && value <= max ? value : undefined;

const thousandths = (value: number | undefined): number | undefined =>
	value === undefined ? undefined : Math.round(value * 1000) / 1000;

/** The format of a file whose tracks have no picture is one of sound. */
const formatIn = ({ contentType, hasPicture }: HeaderValues): string | undefined =>
	hasPicture === false ? contentType?.replace(/^video\//, 'audio/') : contentType;

/**
 * Returns the facts that are possible, with the duration and the frame rate rounded to thousandths.
 * @param sizeBytes the size of the file, if it's certain
 */
const usable = (
	{ width, height, durationSec, frameRate, declaredEnd = 0, ...facts }: HeaderValues,
	sizeBytes = Infinity,
): FileFacts => ({
	contentType: formatIn(facts),
	width: within(width, 1, pixelsMax),
	height: within(height, 1, pixelsMax),
	durationSec: within(thousandths(durationSec), 0.001, secondsMax),
	videoCodec: facts.videoCodec,
	audioCodec: facts.audioCodec,
	frameRate: within(thousandths(frameRate), 0.001, framesMax),
	isIncomplete: declaredEnd > sizeBytes || undefined,
});

/** The most reads of one file. A header needs only a few, so a file that needs more is broken or made to keep the node busy. */
const readsMax = 256;

/** The most bytes of one read. No header needs more. */
const readBytesMax = 4096;

/** After this many reads, other work of n8n can run. */
const readsPerTurn = 64;

const noBytes = Buffer.alloc(0);

/**
 * Limits the total number of reads of a file. When the limit is reached or the execution is canceled, reads return no bytes, as
 * if the file ended there.
 */
function limited(read: ReadAt, signal: AbortSignal | undefined): ReadAt {
	let reads = 0;
	return async (offset, length) => {
		if (reads === readsMax || signal?.aborted) return noBytes;
		reads += 1;
		if (reads % readsPerTurn === 0) await sleep(0);
		return await read(offset, Math.min(length, readBytesMax));
	};
}

/** The file to read, and when to stop. */
interface FactsOptions {
	signal?: AbortSignal;
	/** The size of the file, if it's certain. Only then can a file be incomplete. */
	sizeBytes?: number;
}

/**
 * Reads the facts in the header of a PNG, JPEG, GIF, WebP, MP4, MOV, WebM or Matroska file, and the format of some others. Facts
 * are undefined if the header is broken or can't be read, because the service detects what it needs. Whatever the file contains,
 * reads it at most 256 times, 4 KiB at a time, so no more than 1 MiB.
 */
export async function readFileFacts(
	read: ReadAt,
	{ signal, sizeBytes }: FactsOptions = {},
): Promise<FileFacts> {
	const reader = limited(read, signal);
	const { contentType, readHeader } = recognize(await reader(0, signatureBytes).catch(() => noBytes));
	const values = (await readHeader?.(reader).catch(() => ({}))) ?? {};
	return usable({ ...values, contentType }, sizeBytes);
}

/** Reads a file at any offset, one block at a time. */
function blockReader(file: BinaryFile): ReadAt {
	let block = { offset: 0, bytes: noBytes };
	return async (offset, length) => {
		const isHeld = offset >= block.offset && offset + length <= block.offset + block.bytes.length;
		if (!isHeld) {
			const count = Math.max(0, Math.min(Math.max(length, readBytesMax), file.sizeBytes - offset));
			const bytes = count === 0 ? noBytes : await readHead(await file.open(offset, count), count);
			block = { offset, bytes: Buffer.from(bytes) };
		}
		return block.bytes.subarray(offset - block.offset, offset - block.offset + length);
	};
}

/** How many bytes of the beginning of a file to read if it can't be opened in the middle. */
const beginningBytes = 1024 * 1024;

/** Returns a file whose beginning is loaded only once, although several readers look at it. */
function withBeginning(file: BinaryFile): BinaryFile {
	if (file.isSeekable) return file;
	const beginning = once(async () => await file.head(Math.min(beginningBytes, file.sizeBytes)));
	return { ...file, head: beginning };
}

const readerOf =
	(bytes: Uint8Array): ReadAt =>
	async (offset, length) =>
		Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(offset, offset + length);

/**
 * Reads the facts of a file before it's uploaded. Of a file that can't be opened at any offset, reads only the first MiB, so what
 * is behind it stays unknown.
 */
export async function factsOfFile(file: BinaryFile, signal?: AbortSignal): Promise<FileFacts> {
	// A server's word about the size is only certain after all bytes were read.
	const options = { signal, sizeBytes: file.measure ? undefined : file.sizeBytes };
	if (file.isSeekable) return await readFileFacts(blockReader(file), options);
	const { head } = withBeginning(file);
	return await readFileFacts(readerOf((await head(beginningBytes)).subarray(0, beginningBytes)), options);
}

/** How many of the last bytes to keep. The first bytes tell the format, and then the reader requests some of them again. */
const lastBytes = signatureBytes;

/** Bytes that the reader requested, and how many of them have arrived. */
interface Wanted {
	offset: number;
	bytes: Buffer;
	filled: number;
	resolve: (bytes: Buffer) => void;
}

/**
 * Fills in the requested bytes that are in `window`, which starts at `start` of the file. Returns whether bytes were requested that
 * passed before. They are lost.
 */
function fill(wanted: Wanted, window: Buffer, start: number): boolean {
	const from = wanted.offset + wanted.filled - start;
	if (from < 0) return true;
	const piece = window.subarray(from, from + wanted.bytes.length - wanted.filled);
	wanted.filled += piece.copy(wanted.bytes, wanted.filled);
	return false;
}

/**
 * Reads the header of a file from a stream that can be read only once, in order. Keeps only the requested bytes and a few of the
 * last ones.
 */
class PassingHeader {
	private position = 0;

	/** The last bytes of the stream. A reader can request a few of them again. */
	private last: Buffer = noBytes;

	private wanted?: Wanted;

	private isDone = false;

	/** Called when the reader requests more bytes or is done. */
	private onTurn: () => void = () => undefined;

	private readonly found: Promise<FileFacts>;

	constructor(options: FactsOptions) {
		const read: ReadAt = async (offset, length) =>
			await new Promise<Buffer>((resolve) => {
				this.wanted = { offset, bytes: Buffer.alloc(length), filled: 0, resolve };
				this.onTurn();
			});
		this.found = readFileFacts(read, options).finally(() => {
			this.isDone = true;
			this.onTurn();
		});
	}

	/** Adds bytes that start at `offset`. Skips bytes that were added before, such as those of a part that is sent again. */
	async push(chunk: Uint8Array, offset: number): Promise<void> {
		const fresh = chunk.subarray(this.position - offset);
		if (this.isDone || offset > this.position || fresh.length === 0) return;
		if (fresh.length >= lastBytes && !this.isWantedBefore(this.position + fresh.length)) {
			// Most of a video isn't needed, so only its last bytes are copied.
			this.position += fresh.length;
			this.last = Buffer.from(fresh.subarray(-lastBytes));
			return;
		}
		const window = Buffer.concat([this.last, fresh]);
		const start = this.position - this.last.length;
		this.position += fresh.length;
		this.last = Buffer.from(window.subarray(-lastBytes));
		while (this.wanted && this.isWantedBefore(this.position)) {
			const { wanted } = this;
			const isPassed = fill(wanted, window, start);
			if (!isPassed && wanted.filled < wanted.bytes.length) return;
			await this.answer(wanted);
		}
	}

	private isWantedBefore(position: number): boolean {
		return this.wanted !== undefined && this.wanted.offset + this.wanted.filled < position;
	}

	/** Returns the facts. Call it after all bytes have passed. */
	async facts(): Promise<FileFacts> {
		while (this.wanted) {
			// A file can be shorter than what the reader requested first. It can then request its bytes again.
			fill(this.wanted, this.last, this.position - this.last.length);
			await this.answer(this.wanted);
		}
		return await this.found;
	}

	/** Passes the requested bytes that have arrived to the reader. Waits until the reader requests more or is done. */
	private async answer({ bytes, filled, resolve }: Wanted): Promise<void> {
		this.wanted = undefined;
		const turn = new Promise<void>((next) => (this.onTurn = next));
		resolve(bytes.subarray(0, filled));
		await turn;
	}
}

async function* passing(
	bytes: AsyncIterable<Uint8Array>,
	offset: number,
	header: PassingHeader,
): AsyncGenerator<Uint8Array, void, undefined> {
	let position = offset;
	for await (const chunk of bytes) {
		await header.push(chunk, position);
		position += chunk.length;
		yield chunk;
	}
}

/** Selects what the service is told about a file. */
export const detailsIn = ({ width, height, durationSec }: FileFacts): MediaDetails => ({
	width,
	height,
	durationSec,
});

/**
 * A file to upload, and the facts from its header. If the file can be read only once, `facts` is complete after the file has been
 * read to its end.
 */
interface DescribedFile {
	file: BinaryFile;
	facts: () => Promise<FileFacts>;
}

/**
 * Returns a file with a function for the facts from its header. They come from the file itself, or from its bytes while they are
 * uploaded.
 */
export function described(file: BinaryFile, signal?: AbortSignal): DescribedFile {
	if (file.isSeekable) return { file, facts: async () => await factsOfFile(file, signal) };
	const header = new PassingHeader({ signal, sizeBytes: file.sizeBytes });
	const open: BinaryFile['open'] = async (offset, length) => {
		const stream = await file.open(offset, length);
		return { ...stream, bytes: passing(stream.bytes, offset, header) };
	};
	return { file: { ...file, open }, facts: async () => await header.facts() };
}

/**
 * Reads what is known about a file before its upload, with its media type. Throws a `ParameterError` if the file is empty, or if
 * its type can't be detected and wasn't chosen.
 */
export async function readMediaFile(
	file: BinaryFile,
	choice: TypeChoice,
	signal?: AbortSignal,
): Promise<MediaFacts & { mediaType: MediaType }> {
	requireBytes(file, choice.name);
	const beginning = withBeginning(file);
	const facts = withoutUndefined(await factsOfFile(beginning, signal));
	const { fileName, mimeType } = file;
	const start = { head: await beginning.head(signatureBytes), mimeType, fileName };
	const mediaType = mediaTypeOf({ ...start, contentType: facts.contentType }, choice);
	const isUnrecognized = (facts.contentType === undefined && choice.wanted === undefined) || undefined;
	return withoutUndefined({
		name: choice.name,
		mediaType,
		sizeBytes: file.sizeBytes,
		...facts,
		isUnrecognized,
	});
}
