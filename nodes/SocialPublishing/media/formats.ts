import type { ReadAt } from '../../shared/byteStreams.js';
import { readGif, readJpeg, readPng, readWebp } from './imageHeaders.js';
import { readMp4 } from './mp4Header.js';
import type { HeaderValues } from './pieces.js';
import { readWebm } from './webmHeader.js';

type ReadHeader = (read: ReadAt) => Promise<HeaderValues>;

/** A format of files: its first bytes in hexadecimal, its MIME type, and the function that reads its header. */
type Signature = [shape: RegExp, contentType: string, readHeader?: ReadHeader];

const hex = (...texts: string[]): string =>
	`(${texts.map((text) => Buffer.from(text, 'latin1').toString('hex')).join('|')})`;

const starting = (...parts: string[]): RegExp => new RegExp(`^${parts.join('')}`);
const bytes = (count: number): string => `.{${count * 2}}`;
const fourBytes = bytes(4);
const riff = [hex('RIFF'), fourBytes];
const ftyp = [fourBytes, hex('ftyp')];

/** The first brand says only that it's a picture, and one of the others which. */
const someBrand = `(${fourBytes}){0,12}`;

/** How many of a file's first bytes tell its format. A transport stream repeats its mark every 188 or 192 bytes. */
export const signatureBytes = 512;

/** The first match counts. */
const signatures: Signature[] = [
	[starting(hex('GIF87a', 'GIF89a')), 'image/gif', readGif],
	[/^ffd8ff/, 'image/jpeg', readJpeg],
	[/^89504e470d0a1a0a/, 'image/png', readPng],
	[starting(...riff, hex('WEBP')), 'image/webp', readWebp],
	[starting(...riff, hex('AVI ')), 'video/x-msvideo'],
	[starting(...riff, hex('WAVE')), 'audio/wav'],
	[starting(...ftyp, hex('avif', 'avis')), 'image/avif'],
	[starting(...ftyp, hex('mif1', 'msf1'), someBrand, hex('avif')), 'image/avif'],
	[starting(...ftyp, hex('hei', 'hev', 'mif1', 'msf1')), 'image/heic'],
	[starting(...ftyp, hex('M4A ', 'M4B ', 'M4P ')), 'audio/mp4', readMp4],
	[starting(...ftyp, hex('3g')), 'video/3gpp', readMp4],
	[starting(...ftyp, hex('qt')), 'video/quicktime', readMp4],
	// Old cameras write a file without its type.
	[starting(fourBytes, hex('moov', 'mdat', 'wide', 'free', 'skip')), 'video/quicktime', readMp4],
	[starting(...ftyp, fourBytes), 'video/mp4', readMp4],
	// Matroska begins like WebM, and the name of its type follows soon.
	[starting('1a45dfa3', '(..){0,52}', hex('matroska')), 'video/x-matroska', readWebm],
	[/^1a45dfa3/, 'video/webm', readWebm],
	[starting(hex('II*\0', 'MM\0*')), 'image/tiff'],
	[starting(hex('BM'), fourBytes, '00000000'), 'image/bmp'],
	[/^(ff0a|0000000c4a584c20)/, 'image/jxl'],
	[/^(47.{374}){2}(47|$)/, 'video/mp2t'],
	[/^.{8}(47.{382}){2}47/, 'video/mp2t'],
	[/^000001b[a3]/, 'video/mpeg'],
	[starting(hex('FLV\x01')), 'video/x-flv'],
	[/^3026b2758e66cf11/, 'video/x-ms-wmv'],
	[starting(hex('ID3')), 'audio/mpeg'],
	[/^fff[b32]/, 'audio/mpeg'],
	[/^fff[19]/, 'audio/aac'],
	[starting(hex('OggS')), 'audio/ogg'],
	[starting(hex('fLaC')), 'audio/flac'],
	[/^1f8b08/, 'application/gzip'],
	[starting(hex('PK\x03\x04')), 'application/zip'],
];

/** What a file is by its first bytes. */
interface Recognized {
	/** Undefined if the format is unknown. */
	contentType?: string;
	/** Undefined if the node reads no header of this format. */
	readHeader?: ReadHeader;
}

/** Recognizes the format of a file by its first bytes. */
export function recognize(head: Uint8Array): Recognized {
	const beginning = Buffer.from(head.subarray(0, signatureBytes)).toString('hex');
	const [, contentType, readHeader] = signatures.find(([shape]) => shape.test(beginning)) ?? [];
	return { contentType, readHeader };
}
