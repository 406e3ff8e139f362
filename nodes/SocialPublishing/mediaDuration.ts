import type { BinaryFile } from '../shared/binary';
import { readHead } from '../shared/byteStreams';

/** A box of an MP4 or MOV file: where it begins, its header's length and its own, in bytes. */
interface Box {
	type: string;
	start: number;
	headerBytes: number;
	sizeBytes: number;
}

/** A header may hold the size in 64 bits. */
const longHeaderBytes = 16;
/** The movie header's fields up to the duration, in its longer form. */
const movieHeaderBytes = 32;
/** A file that is no movie at all must not be read box by box for long. */
const boxesMax = 64;

async function readAt(file: BinaryFile, offset: number, count: number): Promise<Buffer> {
	const length = Math.min(count, file.sizeBytes - offset);
	return Buffer.from(await readHead(await file.open(offset, length), length));
}

function parseBox(bytes: Buffer, start: number): Box | undefined {
	if (bytes.length < longHeaderBytes) return undefined;
	const short = bytes.readUInt32BE(0);
	const isLong = short === 1;
	const sizeBytes = isLong ? Number(bytes.readBigUInt64BE(8)) : short;
	const headerBytes = isLong ? longHeaderBytes : 8;
	if (sizeBytes < headerBytes) return undefined;
	return { type: bytes.toString('latin1', 4, 8), start, headerBytes, sizeBytes };
}

/** Looks for a box among its siblings; what they hold is passed over unread. */
async function findBox(file: BinaryFile, type: string, start: number): Promise<Box | undefined> {
	let offset = start;
	for (let count = 0; count < boxesMax && offset < file.sizeBytes; count++) {
		const box = parseBox(await readAt(file, offset, longHeaderBytes), offset);
		if (!box || box.type === type) return box;
		offset += box.sizeBytes;
	}
	return undefined;
}

/** Version 0 writes times in 32 bits, version 1 in 64. */
function readDuration(header: Buffer): number | undefined {
	if (header.length < movieHeaderBytes) return undefined;
	const isLong = header[0] === 1;
	const timescale = header.readUInt32BE(isLong ? 20 : 12);
	const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
	return timescale > 0 ? duration / timescale : undefined;
}

/**
 * How long a video is, in seconds, as its movie header says; undefined where that cannot be read: another format, or a
 * storage that would have to be read through to get there.
 */
export async function readVideoSeconds(file: BinaryFile): Promise<number | undefined> {
	if (!file.isSeekable) return undefined;
	const movie = await findBox(file, 'moov', 0);
	if (!movie) return undefined;
	const header = await findBox(file, 'mvhd', movie.start + movie.headerBytes);
	if (!header) return undefined;
	return readDuration(await readAt(file, header.start + header.headerBytes, movieHeaderBytes));
}
