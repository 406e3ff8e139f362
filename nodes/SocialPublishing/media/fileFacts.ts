import { sleep } from 'n8n-workflow';
import { once } from '../../../client/http/memo';
import type { FileFacts, MediaDetails } from '../../../client/publishing/media';
import type { BinaryFile } from '../../shared/binary';
import { readHead, type ReadAt } from '../../shared/byteStreams';
import { readGif, readJpeg, readPng, readWebp } from './imageHeaders';
import { readMp4 } from './mp4Header';
import { readWebm } from './webmHeader';

/** A format of files: its first bytes in hexadecimal, its MIME type, and the function that reads its header. */
type Format = [shape: RegExp, contentType: string, read: (read: ReadAt) => Promise<FileFacts>];

/** The first match counts. */
const formats: Format[] = [
	[/^89504e47/, 'image/png', readPng],
	[/^ffd8ff/, 'image/jpeg', readJpeg],
	[/^474946/, 'image/gif', readGif],
	[/^52494646.{8}57454250/, 'image/webp', readWebp],
	[/^1a45dfa3/, 'video/webm', readWebm],
	// `ftypqt`, and a file that starts without its type, as old cameras write it.
	[/^.{8}(667479707174|6d6f6f76|6d646174|77696465|66726565|736b6970)/, 'video/quicktime', readMp4],
	[/^.{8}66747970.{8}/, 'video/mp4', readMp4],
];

/** The largest width and height that the service accepts (wire detail N5). */
const pixelsMax = 16_384;
const secondsMax = 86_400;

/** More frames per second than any camera has. */
const framesMax = 10_000;

const within = (value: number | undefined, min: number, max: number): number | undefined =>
	value !== undefined && value >= min && value <= max ? value : undefined;

const thousandths = (value: number | undefined): number | undefined =>
	value === undefined ? undefined : Math.round(value * 1000) / 1000;

/** Returns the facts that are possible, with the duration and the frame rate rounded to thousandths. */
const usable = ({ width, height, durationSec, frameRate, ...facts }: FileFacts): FileFacts => ({
	contentType: facts.contentType,
	width: within(width, 1, pixelsMax),
	height: within(height, 1, pixelsMax),
	durationSec: within(thousandths(durationSec), 0.001, secondsMax),
	videoCodec: facts.videoCodec,
	audioCodec: facts.audioCodec,
	frameRate: within(thousandths(frameRate), 0.001, framesMax),
});

/** The most reads of one file. A header needs only a few, so a file that needs more is broken or made to keep the node busy. */
const readsMax = 256;

/** The most bytes of one read. No header needs more. */
const readBytesMax = 4096;

/** After this many reads, other work of n8n can run. */
const readsPerTurn = 64;

const nothing = Buffer.alloc(0);

/**
 * Limits the total number of reads of a file. When the limit is reached or the execution is canceled, reads return no bytes, as
 * if the file ended there.
 */
function limited(read: ReadAt, signal: AbortSignal | undefined): ReadAt {
	let reads = 0;
	return async (offset, length) => {
		if (reads === readsMax || signal?.aborted) return nothing;
		reads += 1;
		if (reads % readsPerTurn === 0) await sleep(0);
		return await read(offset, Math.min(length, readBytesMax));
	};
}

/**
 * Reads the facts in the header of a PNG, JPEG, GIF, WebP, MP4, MOV or WebM file. Facts are undefined if the header is broken or
 * can't be read, because the service detects what it needs. Whatever the file contains, reads it at most 256 times, 4 KiB at a
 * time, so no more than 1 MiB.
 */
export async function readFileFacts(read: ReadAt, signal?: AbortSignal): Promise<FileFacts> {
	const reader = limited(read, signal);
	const beginning = (await reader(0, 16).catch(() => nothing)).toString('hex');
	const [, contentType, readHeader] = formats.find(([shape]) => shape.test(beginning)) ?? [];
	const facts = (await readHeader?.(reader).catch(() => ({}))) ?? {};
	return usable({ ...facts, contentType });
}

/** Reads a file at any offset, one block at a time. */
function blockReader(file: BinaryFile): ReadAt {
	let block = { offset: 0, bytes: nothing };
	return async (offset, length) => {
		const isHeld = offset >= block.offset && offset + length <= block.offset + block.bytes.length;
		if (!isHeld) {
			const count = Math.max(0, Math.min(Math.max(length, readBytesMax), file.sizeBytes - offset));
			const bytes = count === 0 ? nothing : await readHead(await file.open(offset, count), count);
			block = { offset, bytes: Buffer.from(bytes) };
		}
		return block.bytes.subarray(offset - block.offset, offset - block.offset + length);
	};
}

/** How many bytes of the beginning of a file to read if it can't be opened in the middle. */
const beginningBytes = 1024 * 1024;

/** Returns a file whose beginning is loaded only once, although several readers look at it. */
export function withBeginning(file: BinaryFile): BinaryFile {
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
	if (file.isSeekable) return await readFileFacts(blockReader(file), signal);
	const { head } = withBeginning(file);
	return await readFileFacts(readerOf((await head(beginningBytes)).subarray(0, beginningBytes)), signal);
}

/**
 * How many of the last bytes to keep. Readers request a few bytes more than a header has, so they can request some of them again.
 */
const lastBytes = 64;

/** Bytes that the reader requested, and how many of them have arrived. */
interface Wanted {
	offset: number;
	bytes: Buffer;
	filled: number;
	resolve: (bytes: Buffer) => void;
}

/**
 * Reads the header of a file from a stream that can be read only once, in order. Keeps only the requested bytes and a few of the
 * last ones.
 */
class PassingHeader {
	private position = 0;

	/** The last bytes of the stream. A reader can request a few of them again. */
	private last: Buffer = nothing;

	private wanted?: Wanted;

	private isDone = false;

	/** Called when the reader requests more bytes or is done. */
	private onTurn: () => void = () => undefined;

	private readonly found: Promise<FileFacts>;

	constructor(signal: AbortSignal | undefined) {
		const read: ReadAt = async (offset, length) =>
			await new Promise<Buffer>((resolve) => {
				this.wanted = { offset, bytes: Buffer.alloc(length), filled: 0, resolve };
				this.onTurn();
			});
		this.found = readFileFacts(read, signal).finally(() => {
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
			const from = wanted.offset + wanted.filled - start;
			// Bytes that passed before they were requested are lost.
			const piece = from < 0 ? undefined : window.subarray(from, from + wanted.bytes.length - wanted.filled);
			wanted.filled += piece?.copy(wanted.bytes, wanted.filled) ?? 0;
			if (piece && wanted.filled < wanted.bytes.length) return;
			await this.answer(wanted);
		}
	}

	private isWantedBefore(position: number): boolean {
		return this.wanted !== undefined && this.wanted.offset + this.wanted.filled < position;
	}

	/** Returns the facts. Call it after all bytes have passed. */
	async facts(): Promise<FileFacts> {
		while (this.wanted) await this.answer(this.wanted);
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
	const header = new PassingHeader(signal);
	const open: BinaryFile['open'] = async (offset, length) => {
		const stream = await file.open(offset, length);
		return { ...stream, bytes: passing(stream.bytes, offset, header) };
	};
	return { file: { ...file, open }, facts: async () => await header.facts() };
}
