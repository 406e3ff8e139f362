import type { MediaAsset } from '../world/records';

/** What the first bytes of a file say that it is. */
export interface FileType {
	contentType: string;
	mediaType: MediaAsset['mediaType'];
}

/** The bytes of a file that are looked at. */
export const headBytes = 64;

interface Known extends FileType {
	/** Tested on the first bytes in hexadecimal: two characters for each byte. */
	shape: RegExp;
}

const hex = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

const oneOf = (...texts: string[]): string => `(${texts.map(hex).join('|')})`;

const mp4Brands = oneOf(
	'isom',
	'iso2',
	'iso4',
	'iso5',
	'iso6',
	'mp41',
	'mp42',
	'avc1',
	'M4V ',
	'MSNV',
	'dash',
);
const fourBytes = '.{8}';

/** The formats that are taken (N8). HEIC and AVIF look like MP4 up to their brand, Matroska like WebM. */
const known: readonly Known[] = [
	{ contentType: 'image/png', mediaType: 'image', shape: /^89504e470d0a1a0a/ },
	{ contentType: 'image/jpeg', mediaType: 'image', shape: /^ffd8ff/ },
	{
		contentType: 'image/webp',
		mediaType: 'image',
		shape: new RegExp(`^${hex('RIFF')}${fourBytes}${hex('WEBP')}`),
	},
	{ contentType: 'image/gif', mediaType: 'gif', shape: new RegExp(`^${oneOf('GIF87a', 'GIF89a')}`) },
	{
		contentType: 'video/mp4',
		mediaType: 'video',
		shape: new RegExp(`^${fourBytes}${hex('ftyp')}${mp4Brands}`),
	},
	{
		contentType: 'video/quicktime',
		mediaType: 'video',
		shape: new RegExp(`^${fourBytes}${oneOf('ftypqt  ', 'moov', 'wide', 'mdat')}`),
	},
	{ contentType: 'application/pdf', mediaType: 'document', shape: new RegExp(`^${hex('%PDF-')}`) },
	{ contentType: 'video/webm', mediaType: 'video', shape: new RegExp(`^1a45dfa3(..)*${hex('webm')}`) },
];

/** The type of a file by its first bytes; undefined for what the service does not take. */
export const fileTypeOf = (head: Buffer): FileType | undefined => {
	const text = head.subarray(0, headBytes).toString('hex');
	return known.find(({ shape }) => shape.test(text));
};
