import { sleep } from 'n8n-workflow';
import type { MediaDetails } from '../../../client/publishing/media';
import type { BinaryFile } from '../../shared/binary';
import { readHead, type ReadAt } from '../../shared/byteStreams';
import { readGif, readJpeg, readPng, readWebp } from './imageHeaders';
import { readMp4, readWebm } from './videoHeaders';

/** The first bytes of each format in hexadecimal, with the function that reads its header. */
const formats: Array<[RegExp, (read: ReadAt) => Promise<MediaDetails>]> = [
	[/^89504e47/, readPng],
	[/^ffd8ff/, readJpeg],
	[/^474946/, readGif],
	[/^52494646.{8}57454250/, readWebp],
	[/^1a45dfa3/, readWebm],
	// `ftyp`, `moov`, `mdat`, `wide`, `free` and `skip`.
	[/^.{8}(66747970|6d6f6f76|6d646174|77696465|66726565|736b6970)/, readMp4],
];

/** The largest width and height that the service accepts (wire detail N5). */
const pixelsMax = 16_384;
const secondsMax = 86_400;

const within = (value: number | undefined, min: number, max: number): number | undefined =>
	value !== undefined && value >= min && value <= max ? value : undefined;

/** Returns the details that the service accepts, with the duration rounded to milliseconds. */
function usable({ width, height, durationSec }: MediaDetails): MediaDetails {
	const seconds = durationSec === undefined ? undefined : Math.round(durationSec * 1000) / 1000;
	return {
		width: within(width, 1, pixelsMax),
		height: within(height, 1, pixelsMax),
		durationSec: within(seconds, 0.001, secondsMax),
	};
}

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
 * Reads the details from the header of a PNG, JPEG, GIF, WebP, MP4, MOV or WebM file. Details are undefined if the header is
 * broken or can't be read, because the service detects them itself. Whatever the file contains, reads it at most 256 times, 4 KiB
 * at a time.
 */
export async function readMediaDetails(read: ReadAt, signal?: AbortSignal): Promise<MediaDetails> {
	const reader = limited(read, signal);
	const details = async (): Promise<MediaDetails> => {
		const beginning = (await reader(0, 12)).toString('hex');
		const format = formats.find(([shape]) => shape.test(beginning));
		return format ? await format[1](reader) : {};
	};
	return usable(await details().catch(() => ({})));
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

/**
 * Reads the details of a file that can be opened at any offset. There are none for other files, or if the header can't be read.
 */
export const detailsOf = async (file: BinaryFile, signal?: AbortSignal): Promise<MediaDetails> =>
	file.isSeekable ? await readMediaDetails(blockReader(file), signal) : {};

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

	private readonly found: Promise<MediaDetails>;

	constructor(signal: AbortSignal | undefined) {
		const read: ReadAt = async (offset, length) =>
			await new Promise<Buffer>((resolve) => {
				this.wanted = { offset, bytes: Buffer.alloc(length), filled: 0, resolve };
				this.onTurn();
			});
		this.found = readMediaDetails(read, signal).finally(() => {
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

	/** Returns the details. Call it after all bytes have passed. */
	async details(): Promise<MediaDetails> {
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

/**
 * A file to upload, and the details from its header. If the file can be read only once, `details` is complete after the file has
 * been read to its end.
 */
interface DescribedFile {
	file: BinaryFile;
	details: () => Promise<MediaDetails>;
}

/**
 * Returns a file with a function for the details from its header. They come from the file itself, or from its bytes while they
 * are uploaded.
 */
export function described(file: BinaryFile, signal?: AbortSignal): DescribedFile {
	if (file.isSeekable) return { file, details: async () => await detailsOf(file, signal) };
	const header = new PassingHeader(signal);
	const open: BinaryFile['open'] = async (offset, length) => {
		const stream = await file.open(offset, length);
		return { ...stream, bytes: passing(stream.bytes, offset, header) };
	};
	return { file: { ...file, open }, details: async () => await header.details() };
}
