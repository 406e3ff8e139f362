import { pictureFiles } from './pictureFile';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

const webmHead = hex('1a45dfa380');

/** Elements that each start inside the previous one and declare a size far past its end. */
const nestedElements = (ids: string[], size: string, count: number): Buffer =>
	Buffer.concat([
		webmHead,
		hex('1853806701ffffffffffffff'),
		...Array.from({ length: count }, (_, index) => hex(`${ids[index % ids.length]}${size}`)),
	]);

const box = (type: string, size: number, content: Buffer = Buffer.alloc(0)): Buffer => {
	const header = Buffer.alloc(8);
	header.writeUInt32BE(size);
	header.write(type, 4, 'latin1');
	return Buffer.concat([header, content]);
};

const repeat = (piece: Buffer, count: number): Buffer =>
	Buffer.concat(Array.from({ length: count }, () => piece));

const mp4Head = box('ftyp', 8);
const jpegHead = hex('ffd8ffe00002');

const exif = (entries: number): Buffer => {
	const tiff = Buffer.concat([Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1'), Buffer.alloc(2)]);
	tiff.writeUInt16LE(entries, 14);
	const header = hex('ffe10000');
	header.writeUInt16BE(65_535, 2);
	return Buffer.concat([header, tiff, Buffer.alloc(65_533 - tiff.length)]);
};

/** Files that try to keep a header reader busy, or once did. */
export const hostileFiles: Array<[title: string, file: Buffer]> = [
	// Without limits, each pair doubles the work: the second element is read inside the first one and again after it.
	[
		'a WebM of 500 bytes whose elements reach past the elements around them',
		nestedElements(['1549a96685', '1549a966ff'], '', 96),
	],
	['a WebM whose elements of unknown size lie inside each other', nestedElements(['1654ae6b'], 'ff', 97)],
	[
		'a WebM whose elements reach past the end of the file',
		nestedElements(['1654ae6b', 'ae', 'e0', '1549a966'], '01fffffffffffffe', 200),
	],
	['a WebM with a million levels', nestedElements(['18538067', '1549a966'], '0100000010000000', 100_000)],
	[
		'a WebM with many empty elements',
		Buffer.concat([nestedElements([], '', 0), repeat(hex('ec80'), 100_000)]),
	],
	[
		'a WebM with many tracks',
		Buffer.concat([nestedElements([], '', 0), hex('1654ae6b01ffffffffffffff'), repeat(hex('ae80'), 100_000)]),
	],
	['a WebM whose sizes have no length', Buffer.concat([webmHead, Buffer.alloc(5_000)])],
	[
		'an MP4 whose boxes all reach past its end',
		Buffer.concat([mp4Head, box('moov', 0xffffffff), repeat(box('trak', 0xffffffff), 5_000)]),
	],
	[
		'an MP4 with many tracks',
		Buffer.concat([mp4Head, box('moov', 0), repeat(box('trak', 16, box('free', 8)), 50_000)]),
	],
	['an MP4 with many empty boxes', Buffer.concat([mp4Head, repeat(box('free', 8), 100_000)])],
	[
		'an MP4 with a box of the largest size',
		Buffer.concat([mp4Head, box('free', 1, hex('ffffffffffffffff')), box('moov', 8)]),
	],
	['a JPEG of fill bytes', Buffer.concat([jpegHead, Buffer.alloc(100_000, 0xff)])],
	['a JPEG with many empty segments', Buffer.concat([jpegHead, repeat(hex('fffe0000'), 50_000)])],
	['a JPEG with many Exif segments', Buffer.concat([jpegHead, repeat(exif(65_535), 60)])],
	['a PNG that is nothing but its name', pictureFiles.png?.(1, 1).subarray(0, 12) ?? Buffer.alloc(0)],
];
