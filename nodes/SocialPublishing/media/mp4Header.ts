import type { ReadAt } from '../../shared/byteStreams.js';
import { mp4Codec } from './codecs.js';
import { withSidesSwapped } from './imageHeaders.js';
import {
	collectFrom,
	shapeOf,
	type Conclude,
	type PieceContent,
	type HeaderValues,
	type ReadPiece,
} from './pieces.js';

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

/** Reads a duration. If all bits are set, it's unknown. */
function durationAt(content: Buffer, at: number, isLong: boolean): number | undefined {
	const duration = isLong ? content.readBigUInt64BE(at) : BigInt(content.readUInt32BE(at));
	const unknown = isLong ? 0xffffffffffffffffn : 0xffffffffn;
	return duration === unknown ? undefined : Number(duration);
}

/** The header of a movie or of a track's media: flags, two dates, time scale and duration. */
const times: PieceContent = {
	bytes: 32,
	values: (content): HeaderValues => {
		const isLong = isLongVersion(content);
		if (content.length < (isLong ? 32 : 20)) return {};
		const timescale = content.readUInt32BE(isLong ? 20 : 12);
		return { timescale, duration: durationAt(content, isLong ? 24 : 16, isLong) };
	},
};

/** The duration of a movie whose frames are in fragments, which the movie's own header doesn't count. */
const fragmentTimes: PieceContent = {
	bytes: 12,
	values: (content): HeaderValues => {
		const isLong = isLongVersion(content);
		if (content.length < (isLong ? 12 : 8)) return {};
		return { fragmentsDuration: durationAt(content, 4, isLong) };
	},
};

/** Sizes are fixed-point numbers. The matrix before them can turn the picture by 90 degrees. Audio tracks have the size 0. */
const trackHeader: PieceContent = {
	bytes: 96,
	values: (content): HeaderValues => {
		const matrix = isLongVersion(content) ? 52 : 40;
		if (content.length < matrix + 44) return {};
		const size = { width: content.readUInt16BE(matrix + 36), height: content.readUInt16BE(matrix + 40) };
		const isTurned = content.readInt32BE(matrix) === 0 && content.readInt32BE(matrix + 4) !== 0;
		const { width, height } = isTurned ? withSidesSwapped(size) : size;
		return width ? { width, height } : {};
	},
};

const trackKind: PieceContent = {
	bytes: 12,
	values: (content): HeaderValues => ({ kind: content.toString('latin1', 8, 12) }),
};

/** Enough of the descriptions of a track's samples to find the codec in the first one. */
const sampleDescriptions: PieceContent = {
	bytes: 256,
	values: (content): HeaderValues => ({ codec: mp4Codec(content.subarray(8)) }),
};

const sampleSizes: PieceContent = {
	bytes: 12,
	values: (content): HeaderValues => (content.length < 12 ? {} : { samples: content.readUInt32BE(8) }),
};

/** Frames per second. The frames of a fragmented file aren't counted in its header, and a single one has no rate. */
const frameRateOf = ({ samples = 0, timescale = 0, duration = 0 }: HeaderValues): number | undefined =>
	samples > 1 && timescale > 0 && duration > 0 ? (samples * timescale) / duration : undefined;

type Track = (track: HeaderValues) => HeaderValues;

const videoTrack: Track = ({ width, height, codec, ...track }) => ({
	width,
	height,
	videoCodec: codec,
	frameRate: frameRateOf(track),
	hasPicture: true,
});

/** What the tracks of each kind say about the file. Texts and time codes say nothing, even if they have a size. */
const trackKinds = new Map<string, Track>([
	['vide', videoTrack],
	['soun', ({ codec }) => ({ audioCodec: codec })],
]);

/** A track that doesn't say its kind is a video if it has a size. If the file ends before the kind, nothing is known. */
const concludeTrack: Conclude = (track, isWhole) => {
	const { kind, width, height } = track;
	if (kind === undefined) return isWhole ? { width, height, hasPicture: width !== undefined } : {};
	return trackKinds.get(kind)?.(track) ?? {};
};

/** Divides by a time scale. Undefined for no duration. A movie that was read to its end and has no picture is only sound. */
const concludeMovie: Conclude = (values, isWhole) => {
	const { timescale = 0, duration = 0, fragmentsDuration = 0, hasPicture = false, ...facts } = values;
	const units = duration || fragmentsDuration;
	return {
		...facts,
		durationSec: timescale > 0 && units > 0 ? units / timescale : undefined,
		hasPicture: hasPicture || !isWhole ? undefined : false,
	};
};

const sampleTable = shapeOf({ stsd: sampleDescriptions, stsz: sampleSizes }, { last: 'stsz' });
const trackMedia = shapeOf({ mdhd: times, hdlr: trackKind, minf: shapeOf({ stbl: sampleTable }) });
const track = shapeOf({ tkhd: trackHeader, mdia: trackMedia }, { conclude: concludeTrack });
const movie = shapeOf(
	{ mvhd: times, mvex: shapeOf({ mehd: fragmentTimes }), trak: track },
	{ conclude: concludeMovie },
);
/** The boxes that a file has outside of all others. Other bytes can follow the last of them, and their size says nothing. */
const outermost = [
	'ftyp',
	'moov',
	'mdat',
	'moof',
	'free',
	'skip',
	'wide',
	'sidx',
	'styp',
	'mfra',
	'udta',
	'meta',
];
const mp4 = shapeOf({ moov: movie }, { sized: new Set(outermost) });

/** Reads the facts in the header of an MP4 or MOV, wherever it is in the file. */
export const readMp4 = async (read: ReadAt): Promise<HeaderValues> => await collectFrom(read, readBox, mp4);
