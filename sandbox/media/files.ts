/** The media types of an upload (N1). */
export const mediaTypes = ['image', 'gif', 'video'] as const;

/** The media types that an agent can upload (N39). A document is, for example, a PDF. */
export const agentMediaTypes = [...mediaTypes, 'document'] as const;
export type MediaType = (typeof agentMediaTypes)[number];

/** A request to the storage. The query of its URL is a signature and isn't stored. */
export interface StorageRequest {
	method: string;
	/** Ends with the asset's ID. */
	path: string;
	partNumber: number;
	/** The names are in lower case, and an API key is hidden. */
	headers: Record<string, string>;
	/** Bytes that arrived. */
	bytes: number;
	/** The hash of the whole body, in hexadecimal. Null if the body broke off. */
	md5: string | null;
	/** 0 while the request runs, and if the connection was dropped. */
	status: number;
	/** ISO 8601, from the sandbox's clock. */
	at: string;
}

/** The current state of a media asset. The sizes of seeded assets are unknown. */
export interface MediaState {
	id: string;
	/** The workspace's name. */
	workspace: string;
	mediaType: MediaType;
	state: 'ready' | 'uploading';
	sizeBytes: number | null;
	altText: string | null;
	/** The values that the client sent at complete (N47). */
	width: number | null;
	height: number | null;
	durationSec: number | null;
	partsArrived: number;
	partCount: number;
}

/** A file type that the first bytes of a file show. */
export interface FileType {
	contentType: string;
	mediaType: MediaType;
}

/** How many bytes of a file to check. */
export const headBytes = 64;

interface Known extends FileType {
	/** Tested on the first bytes in hexadecimal, with two characters for each byte. */
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

/** The accepted formats (N8). HEIC and AVIF look like MP4 until their brand, and Matroska looks like WebM. */
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
