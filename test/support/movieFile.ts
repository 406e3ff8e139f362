const box = (type: string, ...contents: Buffer[]): Buffer => {
	const header = Buffer.alloc(8);
	const size = contents.reduce((sum, { length }) => sum + length, header.length);
	header.writeUInt32BE(size);
	header.write(type, 4, 'latin1');
	return Buffer.concat([header, ...contents]);
};

/** The contents of a movie's header, and how they are written. */
export interface MovieFile {
	seconds: number;
	/** Without a size, there is no picture track. */
	width?: number;
	height?: number;
	/** Whether the picture is rotated, as in files from phones. */
	isTurned?: boolean;
	/** Whether times have 64 bits. */
	isLong?: boolean;
	brand?: 'isom' | 'qt  ';
	/** Whether the header comes before the data. */
	startsWithHeader?: boolean;
	/** Size of the data in bytes. */
	dataBytes?: number;
}

/** The movie header: flags, two dates, time scale and duration. The rest doesn't matter here. */
function movieHeader({ seconds, isLong = false }: MovieFile): Buffer {
	const fields = Buffer.alloc(isLong ? 112 : 100);
	fields.writeUInt8(isLong ? 1 : 0);
	fields.writeUInt32BE(1_000, isLong ? 20 : 12);
	if (isLong) fields.writeBigUInt64BE(BigInt(seconds * 1_000), 24);
	else fields.writeUInt32BE(seconds * 1_000, 16);
	return box('mvhd', fields);
}

/** The track header, with its matrix and its size in fixed-point numbers. A sound track has no size. */
function trackHeader({ width = 0, height = 0, isTurned = false, isLong = false }: MovieFile): Buffer {
	const fields = Buffer.alloc(isLong ? 96 : 84);
	const matrix = isLong ? 52 : 40;
	fields.writeUInt8(isLong ? 1 : 0);
	fields.writeInt32BE(isTurned ? 0 : 0x10000, matrix);
	fields.writeInt32BE(isTurned ? 0x10000 : 0, matrix + 4);
	fields.writeUInt32BE(width * 0x10000, matrix + 36);
	fields.writeUInt32BE(height * 0x10000, matrix + 40);
	return box('trak', box('tkhd', fields), box('mdia', Buffer.alloc(60)));
}

/** An MP4 or MOV file with a sound track, and with a picture track if it has a size. */
export function movieFile(movie: MovieFile): Buffer {
	const { width, brand = 'isom', startsWithHeader = false, dataBytes = 5_000 } = movie;
	const tracks = width === undefined ? [] : [trackHeader({ seconds: 0 }), trackHeader(movie)];
	const header = box('moov', movieHeader(movie), ...tracks);
	const data = box('mdat', Buffer.alloc(dataBytes, 7));
	const type = box('ftyp', Buffer.from(`${brand}\0\0\x02\0${brand}mp41`, 'latin1'));
	return Buffer.concat([type, ...(startsWithHeader ? [header, data] : [data, header])]);
}

/** An MP4 file with a duration, and with its data before its header, as cameras write it. */
export const movieOf = (seconds: number): Buffer => movieFile({ seconds });

/** An element of WebM. Its size takes up `sizeBytes` bytes. */
const element = (id: string, content: Buffer, sizeBytes = 4): Buffer => {
	const size = Buffer.alloc(sizeBytes);
	size.writeUIntBE(content.length, 0, sizeBytes);
	size[0] = (size[0] ?? 0) | (0x80 >> (sizeBytes - 1));
	return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
};

const unsigned = (value: number): Buffer => {
	const bytes = Buffer.alloc(2);
	bytes.writeUInt16BE(value);
	return bytes;
};

/** A WebM file. A live recording has no duration. */
export function webmFile({
	seconds,
	width,
	height,
}: {
	seconds?: number;
	width: number;
	height: number;
}): Buffer {
	const duration = Buffer.alloc(8);
	duration.writeDoubleBE((seconds ?? 0) * 1_000);
	const info = [element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40]), 1), element('4489', duration, 1)];
	const video = element(
		'e0',
		Buffer.concat([element('b0', unsigned(width), 1), element('ba', unsigned(height), 1)]),
	);
	const sound = element('ae', element('d7', Buffer.from([1]), 1));
	const segment = Buffer.concat([
		element('ec', Buffer.alloc(100)),
		element('1549a966', Buffer.concat(seconds === undefined ? info.slice(0, 1) : info)),
		element('1654ae6b', Buffer.concat([sound, element('ae', video)])),
		element('1f43b675', Buffer.alloc(5_000, 7)),
	]);
	// A live recording doesn't know its size. All bits are set instead.
	const start = Buffer.from('1853806701ffffffffffffff', 'hex');
	const head = element('1a45dfa3', element('4282', Buffer.from('webm'), 1), 1);
	return Buffer.concat([head, start, segment]);
}
