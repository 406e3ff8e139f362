import type { MediaDetails } from '../../../client/publishing/media';
import type { ReadAt } from '../../shared/byteStreams';
import { withSidesSwapped } from './imageHeaders';

/** A piece of a container: a box of MP4 and MOV, or an element of WebM. */
interface Piece {
	type: string;
	/** Where its content begins and ends in the file, in bytes. */
	start: number;
	end: number;
}

type ReadPiece = (read: ReadAt, offset: number) => Promise<Piece | undefined>;

/** Numbers found in a file, by name. */
type HeaderNumbers = Record<string, number | undefined>;

/** Reads numbers from the beginning of a piece's content. */
interface Content {
	/** How many bytes of the content are needed. */
	bytes: number;
	numbers: (content: Buffer) => HeaderNumbers;
}

/** Which pieces to read, by type. Nothing else is read, so a file can't nest deeper than this. */
interface Shape {
	pieces: Map<string, Shape | Content>;
	/** The last piece to read. Nothing of interest follows it. */
	last?: string;
}

/**
 * Collects numbers from the pieces between two offsets. If a name occurs more than once, the first number counts. A piece ends no
 * later than the piece around it. Each step therefore moves forward in the file, and the reader's limit bounds the whole search.
 */
async function collect(
	read: ReadAt,
	readPiece: ReadPiece,
	shape: Shape,
	{ start, end }: Omit<Piece, 'type'>,
): Promise<HeaderNumbers> {
	let found: HeaderNumbers = {};
	for (let offset = start; offset < end; ) {
		const piece = await readPiece(read, offset);
		if (!piece) break;
		const inside = { start: piece.start, end: Math.min(piece.end, end) };
		const wanted = shape.pieces.get(piece.type);
		if (wanted && 'numbers' in wanted) {
			const count = Math.min(wanted.bytes, inside.end - inside.start);
			found = { ...wanted.numbers(await read(inside.start, count)), ...found };
		} else if (wanted) {
			found = { ...(await collect(read, readPiece, wanted, inside)), ...found };
		}
		if (piece.type === shape.last) break;
		offset = inside.end;
	}
	return found;
}

const wholeFile = { start: 0, end: Infinity };

const readBox: ReadPiece = async (read, offset) => {
	const header = await read(offset, 16);
	if (header.length < 8) return undefined;
	const short = header.readUInt32BE(0);
	const isLong = short === 1;
	if (isLong && header.length < 16) return undefined;
	const size = isLong ? Number(header.readBigUInt64BE(8)) : short === 0 ? Infinity : short;
	const headerBytes = isLong ? 16 : 8;
	if (size < headerBytes) return undefined;
	return { type: header.toString('latin1', 4, 8), start: offset + headerBytes, end: offset + size };
};

/** Version 0 writes times in 32 bits, version 1 in 64. */
const isLongVersion = (content: Buffer): boolean => content.at(0) === 1;

const movieHeader: Content = {
	bytes: 32,
	numbers: (content): HeaderNumbers => {
		const isLong = isLongVersion(content);
		if (content.length < (isLong ? 32 : 20)) return {};
		const timescale = content.readUInt32BE(isLong ? 20 : 12);
		const duration = isLong ? Number(content.readBigUInt64BE(24)) : content.readUInt32BE(16);
		return { durationSec: duration / timescale };
	},
};

/** Sizes are fixed-point numbers. The matrix before them can turn the picture by 90 degrees. Audio tracks have the size 0. */
const trackHeader: Content = {
	bytes: 96,
	numbers: (content): HeaderNumbers => {
		const matrix = isLongVersion(content) ? 52 : 40;
		if (content.length < matrix + 44) return {};
		const size = { width: content.readUInt16BE(matrix + 36), height: content.readUInt16BE(matrix + 40) };
		const isTurned = content.readInt32BE(matrix) === 0 && content.readInt32BE(matrix + 4) !== 0;
		const { width, height } = isTurned ? withSidesSwapped(size) : size;
		return width ? { width, height } : {};
	},
};

const shapeOf = (pieces: Record<string, Shape | Content>, last?: string): Shape => ({
	pieces: new Map(Object.entries(pieces)),
	last,
});

const mp4 = shapeOf({ moov: shapeOf({ mvhd: movieHeader, trak: shapeOf({ tkhd: trackHeader }) }) }, 'moov');

/** Reads duration and size from the header of an MP4 or MOV, wherever it is in the file. */
export const readMp4 = async (read: ReadAt): Promise<MediaDetails> =>
	await collect(read, readBox, mp4, wholeFile);

/** The length in bytes of a number, which its first bits specify. */
const vintLength = (first: number): number => Math.clz32(first) - 23;

/** The longest ID and the longest size of an element, in bytes. */
const idBytesMax = 4;
const sizeBytesMax = 8;

const readElement: ReadPiece = async (read, offset) => {
	const header = await read(offset, idBytesMax + sizeBytesMax);
	const idLength = vintLength(header.at(0) ?? 0);
	const sizeLength = vintLength(header.at(idLength) ?? 0);
	const headerBytes = idLength + sizeLength;
	if (idLength > idBytesMax || sizeLength > sizeBytesMax || header.length < headerBytes) return undefined;
	const unknown = (1n << BigInt(7 * sizeLength)) - 1n;
	const size = BigInt(`0x${header.toString('hex', idLength, headerBytes)}`) & unknown;
	const start = offset + headerBytes;
	const end = size === unknown ? Infinity : start + Number(size);
	return { type: header.toString('hex', 0, idLength), start, end };
};

const webmNumber = (name: string, toNumber: (content: Buffer) => number | undefined): Content => ({
	bytes: 8,
	numbers: (content): HeaderNumbers => {
		const value = toNumber(content);
		return value === undefined ? {} : { [name]: value };
	},
});

const unsigned = (content: Buffer): number | undefined =>
	content.length === 0 ? undefined : Number(BigInt(`0x${content.toString('hex')}`));

const floats = new Map<number, (content: Buffer) => number>([
	[4, (content) => content.readFloatBE(0)],
	[8, (content) => content.readDoubleBE(0)],
]);
const float = (content: Buffer): number | undefined => floats.get(content.length)?.(content);

/** Types are the element IDs in hexadecimal. The frames begin in the first cluster. */
const cluster = '1f43b675';
const info = shapeOf({
	'2ad7b1': webmNumber('timestampScale', unsigned),
	'4489': webmNumber('duration', float),
});
const video = shapeOf({ b0: webmNumber('width', unsigned), ba: webmNumber('height', unsigned) });
const tracks = shapeOf({ ae: shapeOf({ e0: video }) });
const segment = shapeOf({ '1549a966': info, '1654ae6b': tracks }, cluster);
const webm = shapeOf({ '18538067': segment }, '18538067');

/** Reads duration and size from the header of a WebM. */
export const readWebm = async (read: ReadAt): Promise<MediaDetails> => {
	const {
		duration,
		timestampScale = 1_000_000,
		width,
		height,
	} = await collect(read, readElement, webm, wholeFile);
	const durationSec = duration === undefined ? undefined : (duration * timestampScale) / 1e9;
	return { width, height, durationSec };
};
