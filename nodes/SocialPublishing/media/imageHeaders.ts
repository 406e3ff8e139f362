import type { MediaDetails } from '../../../client/publishing/media.js';
import type { ReadAt } from '../../shared/byteStreams.js';
import type { HeaderValues } from './pieces.js';

/** Swaps width and height, for media that are turned by 90 degrees. */
export const withSidesSwapped = ({ width, height }: MediaDetails): MediaDetails => ({
	width: height,
	height: width,
});

/** Reads the size from the first chunk of a PNG. */
export const readPng = async (read: ReadAt): Promise<MediaDetails> => {
	const header = await read(16, 8);
	return { width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
};

/** Reads the size of a GIF's screen. */
export const readGif = async (read: ReadAt): Promise<MediaDetails> => {
	const header = await read(6, 4);
	return { width: header.readUInt16LE(0), height: header.readUInt16LE(2) };
};

/** Reads the size by the type of a WebP's first chunk: lossy, lossless or extended. */
const webpKinds = new Map<string, (header: Buffer) => MediaDetails>([
	[
		'VP8 ',
		(header) => ({ width: header.readUInt16LE(14) & 0x3fff, height: header.readUInt16LE(16) & 0x3fff }),
	],
	[
		'VP8L',
		(header) => {
			const bits = header.readUInt32LE(9);
			return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
		},
	],
	['VP8X', (header) => ({ width: header.readUIntLE(12, 3) + 1, height: header.readUIntLE(15, 3) + 1 })],
]);

/** Reads the size of a WebP in pixels, and where it ends. No pixels if the type of its first chunk is unknown. */
export const readWebp = async (read: ReadAt): Promise<HeaderValues> => {
	const declaredEnd = (await read(4, 4)).readUInt32LE(0) + 8;
	const header = await read(12, 18);
	const size = header.length < 18 ? {} : webpKinds.get(header.toString('latin1', 0, 4))?.(header);
	return { ...size, declaredEnd };
};

/** The Exif tag for the orientation of the camera. Values from 5 to 8 turn the image by 90 degrees. */
const orientationTag = 0x0112;

/** The most Exif entries to read. Cameras write fewer. */
const exifEntriesMax = 64;

function isOnItsSide(exif: Buffer): boolean {
	if (exif.toString('latin1', 0, 6) !== 'Exif\0\0') return false;
	const tiff = exif.subarray(6);
	const isLittle = tiff.toString('latin1', 0, 2) === 'II';
	const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
	const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
	const count = Math.min(short(directory), exifEntriesMax);
	for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
		if (short(entry) === orientationTag) return short(entry + 8) >= 5;
	}
	return false;
}

/** Whether an Exif segment turns the image by 90 degrees. False if the segment can't be read. */
function readOrientation(exif: Buffer): boolean {
	try {
		return isOnItsSide(exif);
	} catch {
		return false;
	}
}

/** How many bytes of an Exif segment to read. Cameras write most values before the preview image. */
const exifBytes = 4096;
const isFrame = (marker: number): boolean =>
	marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** The markers for the end of the image and the start of its data. No frame header follows them. */
const lastMarkers = [0xd9, 0xda];

/** Reads the size from a JPEG's frame header, with the orientation in which viewers show the image. */
export const readJpeg = async (read: ReadAt): Promise<MediaDetails> => {
	let isTurned = false;
	for (let offset = 2; ; ) {
		const header = await read(offset, 9);
		const marker = header.readUInt8(1);
		if (header.readUInt8(0) !== 0xff || lastMarkers.includes(marker)) return {};
		if (isFrame(marker)) {
			const size = { width: header.readUInt16BE(7), height: header.readUInt16BE(5) };
			return isTurned ? withSidesSwapped(size) : size;
		}
		const length = Math.max(2, header.readUInt16BE(2));
		if (marker === 0xe1)
			isTurned ||= readOrientation(await read(offset + 4, Math.min(length - 2, exifBytes)));
		// A marker can have any number of fill bytes before it.
		offset += marker === 0xff ? 1 : 2 + length;
	}
};
