import type { MediaType } from '../../client/publishing/values';
import { ownValue } from '../shared/parameters';

interface Signature {
	/** Tested on the first bytes in hexadecimal, two characters for each. */
	shape: RegExp;
	/** Undefined: the service does not take it. */
	type: MediaType | undefined;
}

const hex = (...texts: string[]): string =>
	`(${texts.map((text) => Buffer.from(text, 'latin1').toString('hex')).join('|')})`;

const fourBytes = '.{8}';

/** How files begin; the first that fits counts. */
const signatures: Signature[] = [
	{ shape: new RegExp(`^${hex('GIF87a', 'GIF89a')}`), type: 'gif' },
	{ shape: /^ffd8ff/, type: 'image' },
	{ shape: /^89504e470d0a1a0a/, type: 'image' },
	{ shape: new RegExp(`^${hex('RIFF')}${fourBytes}${hex('WEBP')}`), type: 'image' },
	// HEIC and AVIF are built like MP4, Matroska like WebM.
	{
		shape: new RegExp(`^${fourBytes}${hex('ftyp')}${hex('hei', 'hev', 'mif1', 'msf1', 'avif', 'avis')}`),
		type: undefined,
	},
	{ shape: new RegExp(`^${fourBytes}${hex('ftyp', 'moov', 'mdat', 'wide', 'free', 'skip')}`), type: 'video' },
	{ shape: new RegExp(`^1a45dfa3(..)*${hex('matroska')}`), type: undefined },
	{ shape: /^1a45dfa3/, type: 'video' },
];

/** How many bytes of a file's beginning tell what it is. */
export const signatureBytes = 64;

const typesByMime: Record<string, MediaType> = {
	'image/gif': 'gif',
	'image/jpeg': 'image',
	'image/png': 'image',
	'image/webp': 'image',
	'video/mp4': 'video',
	'video/quicktime': 'video',
	'video/webm': 'video',
};

/** Pages, documents and logs: no control characters but tab and line ends. Media have others among the first bytes. */
const textShape = /^(09|0a|0d|[2-689a-f].|7[0-9a-e])*$/;

/**
 * Tells what kind of media a file is: by its first bytes, or by its MIME type where they tell nothing. Undefined when the
 * service does not take it.
 */
export function detectMediaType(head: Uint8Array, mimeType: string): MediaType | undefined {
	const beginning = Buffer.from(head.subarray(0, signatureBytes)).toString('hex');
	const known = signatures.find(({ shape }) => shape.test(beginning));
	if (known) return known.type;
	return textShape.test(beginning) ? undefined : ownValue(typesByMime, mimeType.toLowerCase());
}
