const box = (type: string, ...contents: Buffer[]): Buffer => {
	const header = Buffer.alloc(8);
	const size = contents.reduce((sum, { length }) => sum + length, header.length);
	header.writeUInt32BE(size);
	header.write(type, 4, 'latin1');
	return Buffer.concat([header, ...contents]);
};

/** The contents of a movie's header, and how they are written. */
interface MovieFile {
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
	/** Codes of the codecs of picture and sound, such as `avc1` and `mp4a`. Without them, the tracks aren't described. */
	codecs?: [video: string, audio: string];
	/** How many frames the picture track has. */
	frames?: number;
	/** Whether the frames are in fragments, so that the movie's header doesn't count them. */
	isFragmented?: boolean;
}

/** The movie header: flags, two dates, time scale and duration. The rest doesn't matter here. */
function movieHeader({ seconds, isLong = false }: MovieFile, type = 'mvhd'): Buffer {
	const fields = Buffer.alloc(isLong ? 112 : 100);
	fields.writeUInt8(isLong ? 1 : 0);
	fields.writeUInt32BE(1_000, isLong ? 20 : 12);
	if (isLong) fields.writeBigUInt64BE(BigInt(seconds * 1_000), 24);
	else fields.writeUInt32BE(seconds * 1_000, 16);
	return box(type, fields);
}

const word = (value: number): Buffer => {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return bytes;
};
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** The duration of a movie that is in fragments. */
const fragments = ({ seconds }: MovieFile): Buffer =>
	box('mvex', box('mehd', word(0), word(seconds * 1_000)));

/** What a track contains: its kind, its time scale, its codec and how many samples it has. */
function describedMedia(movie: MovieFile, kind: string, codec: string, samples: number): Buffer {
	const description = box('stsd', word(0), word(1), box(codec, Buffer.alloc(70)));
	const table = box('stbl', description, box('stts', word(0)), box('stsz', word(0), word(0), word(samples)));
	return box(
		'mdia',
		movieHeader(movie, 'mdhd'),
		box('hdlr', word(0), word(0), latin1(kind), Buffer.alloc(13)),
		box('minf', table),
	);
}

/** The track header, with its matrix and its size in fixed-point numbers. A sound track has no size. */
function trackHeader(
	{ width = 0, height = 0, isTurned = false, isLong = false }: MovieFile,
	media = box('mdia', Buffer.alloc(60)),
): Buffer {
	const fields = Buffer.alloc(isLong ? 96 : 84);
	const matrix = isLong ? 52 : 40;
	fields.writeUInt8(isLong ? 1 : 0);
	fields.writeInt32BE(isTurned ? 0 : 0x10000, matrix);
	fields.writeInt32BE(isTurned ? 0x10000 : 0, matrix + 4);
	fields.writeUInt32BE(width * 0x10000, matrix + 36);
	fields.writeUInt32BE(height * 0x10000, matrix + 40);
	return box('trak', box('tkhd', fields), media);
}

/** A sound track, a picture track, and a track with subtitles if they are described, which has a size, too. */
function tracksOf(movie: MovieFile): Buffer[] {
	const { codecs, frames = 0 } = movie;
	if (!codecs) return [trackHeader({ seconds: 0 }), trackHeader(movie)];
	const [picture, sound] = codecs;
	return [
		trackHeader({ seconds: 0, width: 10, height: 20 }, describedMedia(movie, 'sbtl', 'tx3g', 3)),
		trackHeader({ seconds: 0 }, describedMedia(movie, 'soun', sound, 9)),
		trackHeader(movie, describedMedia(movie, 'vide', picture, frames)),
	];
}

/** An MP4 or MOV file with a sound track, and with a picture track if it has a size. */
export function movieFile(movie: MovieFile): Buffer {
	const { width, brand = 'isom', startsWithHeader = false, dataBytes = 5_000, isFragmented = false } = movie;
	const tracks = width === undefined ? [] : tracksOf(movie);
	const times = isFragmented
		? [movieHeader({ ...movie, seconds: 0 }), fragments(movie)]
		: [movieHeader(movie)];
	const header = box('moov', ...times, ...tracks);
	const data = box('mdat', Buffer.alloc(dataBytes, 7));
	const type = box('ftyp', Buffer.from(`${brand}\0\0\x02\0${brand}mp41`, 'latin1'));
	return Buffer.concat([type, ...(startsWithHeader ? [header, data] : [data, header])]);
}

/** An MP4 file with a picture and a duration, and with its data before its header, as cameras write it. */
export const movieOf = (seconds: number): Buffer =>
	movieFile({ seconds, width: 1080, height: 1920, codecs: ['avc1', 'mp4a'], frames: 30 * seconds });

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
	codecs,
	frameNs = 40_000_000,
}: {
	seconds?: number;
	width: number;
	height: number;
	/** IDs of the codecs of picture and sound. Without them, the tracks aren't described. */
	codecs?: [video: string, audio: string];
	/** Nanoseconds for a frame. */
	frameNs?: number;
}): Buffer {
	const duration = Buffer.alloc(8);
	duration.writeDoubleBE((seconds ?? 0) * 1_000);
	const info = [element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40]), 1), element('4489', duration, 1)];
	const video = element(
		'e0',
		Buffer.concat([element('b0', unsigned(width), 1), element('ba', unsigned(height), 1)]),
	);
	const [picture, tone] = (codecs ?? []).map((id, index) =>
		Buffer.concat([element('83', Buffer.from([index + 1]), 1), element('86', latin1(id), 1)]),
	);
	const frames = element('23e383', word(frameNs), 1);
	const sound = element('ae', tone ?? element('d7', Buffer.from([1]), 1));
	const image = element('ae', picture ? Buffer.concat([picture, frames, video]) : video);
	const segment = Buffer.concat([
		element('ec', Buffer.alloc(100)),
		element('1549a966', Buffer.concat(seconds === undefined ? info.slice(0, 1) : info)),
		element('1654ae6b', Buffer.concat([sound, image])),
		element('1f43b675', Buffer.alloc(5_000, 7)),
	]);
	// A live recording doesn't know its size. All bits are set instead.
	const start = Buffer.from('1853806701ffffffffffffff', 'hex');
	const head = element('1a45dfa3', element('4282', Buffer.from('webm'), 1), 1);
	return Buffer.concat([head, start, segment]);
}
