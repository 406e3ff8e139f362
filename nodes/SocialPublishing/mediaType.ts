import type { MediaType } from '../../client/publishing/values';

interface Signature {
	/** Where in the file the bytes stand. */
	at: number;
	/** The bytes as Latin-1 text. */
	bytes: string;
	type: MediaType;
}

/** How files of the kinds the service takes begin. */
const signatures: Signature[] = [
	{ at: 0, bytes: 'GIF8', type: 'gif' },
	{ at: 0, bytes: '\xff\xd8\xff', type: 'image' },
	{ at: 0, bytes: '\x89PNG\r\n\x1a\n', type: 'image' },
	{ at: 8, bytes: 'WEBP', type: 'image' },
	{ at: 4, bytes: 'ftyp', type: 'video' },
	{ at: 4, bytes: 'moov', type: 'video' },
	{ at: 0, bytes: '\x1aE\xdf\xa3', type: 'video' },
];

/** How many bytes of a file's beginning tell what it is. */
export const signatureBytes = 16;

/** Tells from a file's first bytes what kind of media it is; undefined when it is none the service takes. */
export function detectMediaType(head: Uint8Array): MediaType | undefined {
	const text = Buffer.from(head).toString('latin1');
	return signatures.find(({ at, bytes }) => text.startsWith(bytes, at))?.type;
}

const typesByMime: Record<string, MediaType> = {
	'image/gif': 'gif',
	'image/jpeg': 'image',
	'image/png': 'image',
	'image/webp': 'image',
	'video/mp4': 'video',
	'video/quicktime': 'video',
	'video/webm': 'video',
};

/** Tells what kind of media a MIME type is; undefined when the service does not take it or it says nothing. */
export const mediaTypeOfMime = (mimeType: string): MediaType | undefined =>
	typesByMime[mimeType.toLowerCase()];
