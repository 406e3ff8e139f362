import { sleep } from 'n8n-workflow';
import type { MediaDetails } from '../../../client/publishing/media';
import type { BinaryFile } from '../../shared/binary';
import { readHead, type ReadAt } from '../../shared/byteStreams';
import { readGif, readJpeg, readPng, readWebp } from './imageHeaders';
import { readMp4, readWebm } from './videoHeaders';

/** How files begin, in hexadecimal, and what reads their headers. */
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

/** The details that the service accepts, with the duration cut to milliseconds. */
function usable({ width, height, durationSec }: MediaDetails): MediaDetails {
	const seconds = durationSec === undefined ? undefined : Math.round(durationSec * 1000) / 1000;
	return {
		width: within(width, 1, pixelsMax),
		height: within(height, 1, pixelsMax),
		durationSec: within(seconds, 0.001, secondsMax),
	};
}

/** A header is read in a few steps. A file that asks for more is broken, or made to keep the node busy. */
const readsMax = 256;

/** No step of a header needs more. */
const readBytesMax = 4096;

/** Other work of n8n gets its turn after so many reads. */
const readsPerTurn = 64;

const nothing = Buffer.alloc(0);

/**
 * Limits all reads of one file together. When the limit is reached or the execution is canceled, the file seems to end there.
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
 * Reads what the header of a PNG, JPEG, GIF, WebP, MP4, MOV or WebM file says. Nothing is known of a file whose header is
 * broken or can't be read, because the service finds out by itself. Whatever the file contains, it's read at most 256 times,
 * 4 KiB at a time.
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

/** Reads a file at any place, a block at a time. */
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

/** Details of a file that can be opened in the middle; nothing for another, or where its header cannot be read. */
export const detailsOf = async (file: BinaryFile, signal?: AbortSignal): Promise<MediaDetails> =>
	file.isSeekable ? await readMediaDetails(blockReader(file), signal) : {};

/** Headers of pieces are read with a few bytes to spare. */
const lastBytes = 64;

/** Bytes of the header that are asked for, as far as they have passed by. */
interface Wanted {
	offset: number;
	bytes: Buffer;
	filled: number;
	resolve: (bytes: Buffer) => void;
}

/** Collects the header of a file from bytes that are read only once, in order. Keeps only the bytes that are asked for. */
class PassingHeader {
	private position = 0;

	/** The last bytes that have passed: a reader may look at a few of them again. */
	private last: Buffer = nothing;

	private wanted?: Wanted;

	private isDone = false;

	/** Called when more is asked for, or when nothing more will be. */
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

	/** Takes bytes that lie at `offset`; those that have passed before, as in a part that is sent again, are skipped. */
	async push(chunk: Uint8Array, offset: number): Promise<void> {
		const fresh = chunk.subarray(this.position - offset);
		if (this.isDone || offset > this.position || fresh.length === 0) return;
		const window = Buffer.concat([this.last, fresh]);
		const start = this.position - this.last.length;
		this.position += fresh.length;
		this.last = window.subarray(-lastBytes);
		while (this.wanted && this.wanted.offset + this.wanted.filled < this.position) {
			const { wanted } = this;
			const from = wanted.offset + wanted.filled - start;
			// What has passed before it was asked for is lost.
			const piece = from < 0 ? undefined : window.subarray(from, from + wanted.bytes.length - wanted.filled);
			wanted.filled += piece?.copy(wanted.bytes, wanted.filled) ?? 0;
			if (piece && wanted.filled < wanted.bytes.length) return;
			await this.answer(wanted);
		}
	}

	/** What was found, once all bytes have passed. */
	async details(): Promise<MediaDetails> {
		while (this.wanted) await this.answer(this.wanted);
		return await this.found;
	}

	/** Hands over what has passed of the wanted bytes, and waits until the reader wants more or is done. */
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

/** A file to upload, and what its header says: of one that is read once, as soon as it has been read to its end. */
interface DescribedFile {
	file: BinaryFile;
	details: () => Promise<MediaDetails>;
}

/** Finds out what the header of a file says, in the middle of the file or from the bytes that pass by. */
export function described(file: BinaryFile, signal?: AbortSignal): DescribedFile {
	if (file.isSeekable) return { file, details: async () => await detailsOf(file, signal) };
	const header = new PassingHeader(signal);
	const open: BinaryFile['open'] = async (offset, length) => {
		const stream = await file.open(offset, length);
		return { ...stream, bytes: passing(stream.bytes, offset, header) };
	};
	return { file: { ...file, open }, details: async () => await header.details() };
}
