import type { MediaDetails } from '../../../client/publishing/media';
import type { ReadAt } from '../../shared/byteStreams';
import { swapped } from './imageHeaders';

/** A broken file must not be walked through for long. */
const stepsMax = 64;

/** A piece of a container: a box of MP4 and MOV, or an element of WebM. */
interface Piece {
	type: string;
	/** Where its content begins and ends, in bytes of the file. */
	start: number;
	end: number;
}

type ReadPiece = (read: ReadAt, offset: number) => Promise<Piece | undefined>;

/** The pieces between two offsets, one after the other; what is in them is passed over unread. */
async function* pieces(
	read: ReadAt,
	readPiece: ReadPiece,
	{ start, end }: Omit<Piece, 'type'>,
): AsyncGenerator<Piece, void, undefined> {
	let offset = start;
	for (let step = 0; step < stepsMax && offset < end; step++) {
		const piece = await readPiece(read, offset);
		if (!piece) return;
		yield piece;
		offset = piece.end;
	}
}

const wholeFile = { start: 0, end: Infinity };

const readBox: ReadPiece = async (read, offset) => {
	const header = await read(offset, 16);
	if (header.length < 8) return undefined;
	const short = header.readUInt32BE(0);
	const isLong = short === 1;
	const size = isLong ? Number(header.readBigUInt64BE(8)) : short === 0 ? Infinity : short;
	const headerBytes = isLong ? 16 : 8;
	if (size < headerBytes) return undefined;
	return { type: header.toString('latin1', 4, 8), start: offset + headerBytes, end: offset + size };
};

/** Version 0 writes times in 32 bits, version 1 in 64. */
const isLongVersion = (content: Buffer): boolean => content.readUInt8(0) === 1;

function readMovieHeader(content: Buffer): MediaDetails {
	const isLong = isLongVersion(content);
	const timescale = content.readUInt32BE(isLong ? 20 : 12);
	const duration = isLong ? Number(content.readBigUInt64BE(24)) : content.readUInt32BE(16);
	return { durationSec: duration / timescale };
}

/** Sizes are fixed-point numbers; the matrix before them may turn the picture by a quarter. */
function readTrackHeader(content: Buffer): MediaDetails {
	const matrix = isLongVersion(content) ? 52 : 40;
	const size = { width: content.readUInt16BE(matrix + 36), height: content.readUInt16BE(matrix + 40) };
	const isTurned = content.readInt32BE(matrix) === 0 && content.readInt32BE(matrix + 4) !== 0;
	return isTurned ? swapped(size) : size;
}

const trackHeaderBytes = 96;
const movieHeaderBytes = 32;

async function readTrack(read: ReadAt, track: Piece): Promise<MediaDetails> {
	for await (const { type, start } of pieces(read, readBox, track)) {
		if (type === 'tkhd') return readTrackHeader(await read(start, trackHeaderBytes));
	}
	return {};
}

/** The movie's duration, and the size of its first track that has one: sound has none. */
async function readMovie(read: ReadAt, movie: Piece): Promise<MediaDetails> {
	let details: MediaDetails = {};
	for await (const box of pieces(read, readBox, movie)) {
		if (box.type === 'mvhd')
			details = { ...details, ...readMovieHeader(await read(box.start, movieHeaderBytes)) };
		if (box.type === 'trak' && !details.width) details = { ...details, ...(await readTrack(read, box)) };
	}
	return details;
}

/** Duration and size in the header of an MP4 or MOV, wherever in the file it lies. */
export const readMp4 = async (read: ReadAt): Promise<MediaDetails> => {
	for await (const box of pieces(read, readBox, wholeFile)) {
		if (box.type === 'moov') return await readMovie(read, box);
	}
	return {};
};

/** Ids of WebM's elements, in hexadecimal. */
const webm = {
	segment: '18538067',
	cluster: '1f43b675',
	info: '1549a966',
	timestampScale: '2ad7b1',
	duration: '4489',
	tracks: '1654ae6b',
	trackEntry: 'ae',
	video: 'e0',
	pixelWidth: 'b0',
	pixelHeight: 'ba',
} as const;

/** A number whose first bits say in how many bytes it is written. */
const vintLength = (first: number): number => Math.clz32(first) - 23;

const readElement: ReadPiece = async (read, offset) => {
	const header = await read(offset, 12);
	if (header.length < 2) return undefined;
	const idLength = vintLength(header.readUInt8(0));
	const sizeLength = vintLength(header.readUInt8(idLength));
	const digits = header.subarray(idLength, idLength + sizeLength);
	const size = BigInt(`0x${digits.toString('hex')}`) & ((1n << BigInt(7 * sizeLength)) - 1n);
	const isUnknown = size === (1n << BigInt(7 * sizeLength)) - 1n;
	const start = offset + idLength + sizeLength;
	return {
		type: header.toString('hex', 0, idLength),
		start,
		end: isUnknown ? Infinity : start + Number(size),
	};
};

type Found = Partial<Record<keyof typeof webm, number>>;

const names = new Map(Object.entries(webm).map(([name, id]) => [id as string, name as keyof typeof webm]));
const parents: ReadonlyArray<keyof typeof webm> = ['segment', 'info', 'tracks', 'trackEntry', 'video'];

function toNumber(content: Buffer, name: string): number {
	if (name !== 'duration') return content.readUIntBE(0, Math.min(content.length, 6));
	return content.length === 8 ? content.readDoubleBE(0) : content.readFloatBE(0);
}

/** Collects the numbers of an element and of those inside of it; the first of each counts. Ends where the frames begin. */
async function collect(read: ReadAt, within: Omit<Piece, 'type'>, found: Found): Promise<Found> {
	for await (const element of pieces(read, readElement, within)) {
		const name = names.get(element.type);
		if (name === 'cluster') break;
		if (name === undefined) continue;
		if (parents.includes(name)) await collect(read, element, found);
		else found[name] ??= toNumber(await read(element.start, Math.min(element.end - element.start, 8)), name);
	}
	return found;
}

/** Duration and size in the header of a WebM. */
export const readWebm = async (read: ReadAt): Promise<MediaDetails> => {
	const found = await collect(read, wholeFile, {});
	const { duration, timestampScale = 1_000_000, pixelWidth, pixelHeight } = found;
	const durationSec = duration === undefined ? undefined : (duration * timestampScale) / 1e9;
	return { width: pixelWidth, height: pixelHeight, durationSec };
};
