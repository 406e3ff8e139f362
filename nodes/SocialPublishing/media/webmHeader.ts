import type { ReadAt } from '../../shared/byteStreams.js';
import { webmCodec } from './codecs.js';
import {
	collectFrom,
	shapeOf,
	type Conclude,
	type PieceContent,
	type HeaderValues,
	type ReadPiece,
} from './pieces.js';

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

const unsigned = (content: Buffer): number | undefined =>
	content.length === 0 ? undefined : Number(BigInt(`0x${content.toString('hex')}`));

const floats = new Map<number, (content: Buffer) => number>([
	[4, (content) => content.readFloatBE(0)],
	[8, (content) => content.readDoubleBE(0)],
]);

/** The content of an element with a number of up to eight bytes. */
const number = (toValues: (value: number | undefined) => HeaderValues, read = unsigned): PieceContent => ({
	bytes: 8,
	values: (content) => toValues(read(content)),
});

const float = (content: Buffer): number | undefined => floats.get(content.length)?.(content);

/** The longest codec ID to read. The known ones are shorter. */
const codecBytesMax = 32;

const codecId: PieceContent = {
	bytes: codecBytesMax,
	values: (content) => ({ codec: webmCodec(content.toString('latin1')) }),
};

/** The size that players show. It can differ from the size in pixels, unless it's only an aspect ratio. */
const shownSize = ({ displayUnit = 0, displayWidth, displayHeight, width, height }: HeaderValues) =>
	displayUnit === 0 ? { width: displayWidth ?? width, height: displayHeight ?? height } : { width, height };

const trackTypes = new Map<string, (track: HeaderValues) => HeaderValues>([
	[
		'1',
		(track) => ({
			...shownSize(track),
			videoCodec: track.codec,
			hasPicture: true,
			frameRate: track.frameNs ? 1e9 / track.frameNs : undefined,
		}),
	],
	['2', ({ codec }) => ({ audioCodec: codec })],
]);

/** A track that doesn't say its type is a video if it has a size. If the file ends inside the track, nothing is known. */
const concludeTrack: Conclude = (track, isWhole) => {
	if (!isWhole) return {};
	if (track.kind !== undefined) return trackTypes.get(track.kind)?.(track) ?? {};
	const size = shownSize(track);
	return { ...size, hasPicture: size.width !== undefined };
};

/** Tracks that were read to their end and have no picture are only sound. */
const concludeTracks: Conclude = ({ hasPicture = false, ...facts }, isWhole) => ({
	...facts,
	hasPicture: hasPicture || !isWhole ? undefined : false,
});

const nanosecondsPerSecond = 1e9;
const usualTimestampScale = 1_000_000;

const concludeSegment = ({ duration, timestampScale = usualTimestampScale, ...facts }: HeaderValues) => ({
	...facts,
	durationSec: duration === undefined ? undefined : (duration * timestampScale) / nanosecondsPerSecond,
});

/** Types are the element IDs in hexadecimal. The frames begin in the first cluster. */
const cluster = '1f43b675';
const info = shapeOf({
	'2ad7b1': number((timestampScale) => ({ timestampScale })),
	'4489': number((duration) => ({ duration }), float),
});
const video = shapeOf({
	b0: number((width) => ({ width })),
	ba: number((height) => ({ height })),
	'54b0': number((displayWidth) => ({ displayWidth })),
	'54ba': number((displayHeight) => ({ displayHeight })),
	'54b2': number((displayUnit) => ({ displayUnit })),
});
const track = shapeOf(
	{
		'83': number((kind) => ({ kind: kind === undefined ? undefined : String(kind) })),
		'86': codecId,
		'23e383': number((frameNs) => ({ frameNs })),
		e0: video,
	},
	{ conclude: concludeTrack },
);
const tracks = shapeOf({ ae: track }, { conclude: concludeTracks });
const segment = shapeOf(
	{ '1549a966': info, '1654ae6b': tracks },
	{ last: cluster, conclude: concludeSegment },
);
const webm = shapeOf({ '18538067': segment }, { last: '18538067', sized: new Set(['18538067']) });

/** Reads the facts in the header of a WebM. */
export const readWebm = async (read: ReadAt): Promise<HeaderValues> =>
	await collectFrom(read, readElement, webm);
