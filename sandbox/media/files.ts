/** What an upload can be (N1). */
export const mediaTypes = ['image', 'gif', 'video'] as const;

/** What an agent can upload besides (N39): a document, such as a PDF. */
export const agentMediaTypes = [...mediaTypes, 'document'] as const;
export type MediaType = (typeof agentMediaTypes)[number];

/** One request to the storage. The query of its URL is a signature and is not kept. */
export interface StorageRequest {
	method: string;
	/** Ends in the asset's id. */
	path: string;
	partNumber: number;
	/** Lower-case names; a key is masked. */
	headers: Record<string, string>;
	/** Bytes that arrived. */
	bytes: number;
	/** Hexadecimal, of the whole body; null when it broke off. */
	md5: string | null;
	/** 0 while it runs, and when the connection was dropped. */
	status: number;
	/** ISO 8601, by the sandbox's clock. */
	at: string;
}

/** A media asset as it is now; the sizes are unknown for those of the seed. */
export interface MediaState {
	id: string;
	/** The name of the workspace. */
	workspace: string;
	mediaType: MediaType;
	state: 'ready' | 'uploading';
	sizeBytes: number | null;
	altText: string | null;
	/** What was told at complete (N47). */
	width: number | null;
	height: number | null;
	durationSec: number | null;
	partsArrived: number;
	partCount: number;
}

/** What the first bytes of a file say that it is. */
export interface FileType {
	contentType: string;
	mediaType: MediaType;
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

/** The type of a file by its first bytes. Undefined for files that the service doesn't accept. */
export const fileTypeOf = (head: Buffer): FileType | undefined => {
	const text = head.subarray(0, headBytes).toString('hex');
	return known.find(({ shape }) => shape.test(text));
};
