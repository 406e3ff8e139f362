import { ownValue } from '../../../client/http/json';
import type { MediaType } from '../../../client/publishing/values';
import { requireBytes, type BinaryFile } from '../../shared/binary';
import { ParameterError } from '../../shared/errors';
import { pick } from '../../shared/parameters';

interface Signature {
	/** Matches the first bytes in hexadecimal, with two characters for each byte. */
	shape: RegExp;
	/** Undefined for formats that aren't known to be accepted. */
	type: MediaType | undefined;
}

const hex = (...texts: string[]): string =>
	`(${texts.map((text) => Buffer.from(text, 'latin1').toString('hex')).join('|')})`;

const fourBytes = '.{8}';

/** The first bytes of file formats. The first match counts. */
const signatures: Signature[] = [
	{ shape: new RegExp(`^${hex('GIF87a', 'GIF89a')}`), type: 'gif' },
	{ shape: /^ffd8ff/, type: 'image' },
	{ shape: /^89504e470d0a1a0a/, type: 'image' },
	{ shape: new RegExp(`^${hex('RIFF')}${fourBytes}${hex('WEBP')}`), type: 'image' },
	// HEIC and AVIF begin like MP4, and Matroska begins like WebM.
	{
		shape: new RegExp(`^${fourBytes}${hex('ftyp')}${hex('hei', 'hev', 'mif1', 'msf1', 'avif', 'avis')}`),
		type: undefined,
	},
	{ shape: new RegExp(`^${fourBytes}${hex('ftyp', 'moov', 'mdat', 'wide', 'free', 'skip')}`), type: 'video' },
	{ shape: new RegExp(`^1a45dfa3(..)*${hex('matroska')}`), type: undefined },
	{ shape: /^1a45dfa3/, type: 'video' },
];

/** How many of a file's first bytes to read to detect its type. */
const signatureBytes = 64;

const typesByMime: Record<string, MediaType> = {
	'image/gif': 'gif',
	'image/jpeg': 'image',
	'image/png': 'image',
	'image/webp': 'image',
	'video/mp4': 'video',
	'video/quicktime': 'video',
	'video/webm': 'video',
};

/**
 * Matches text, such as web pages and logs. It has no control characters except tabs and line breaks, and media have others among
 * their first bytes.
 */
const textShape = /^(09|0a|0d|[2-689a-f].|7[0-9a-e])*$/;

/**
 * Detects the type by the first bytes, or by the MIME type if their format is unknown. Undefined for text, and if neither
 * identifies the type.
 */
function detectMediaType(head: Uint8Array, mimeType: string): MediaType | undefined {
	const beginning = Buffer.from(head.subarray(0, signatureBytes)).toString('hex');
	const known = signatures.find(({ shape }) => shape.test(beginning));
	if (known) return known.type;
	return textShape.test(beginning) ? undefined : ownValue(typesByMime, mimeType.toLowerCase());
}

/** Returns a MIME type in readable form. The generic type for binary data says nothing. */
const inWords = (mimeType: string): string =>
	/^application\/octet-stream$/i.test(mimeType) ? 'an unknown file' : mimeType;

const refuseUnknown = (name: string, mimeType: string): never => {
	throw new ParameterError(
		`The node can't tell whether '${name}' is an image, a GIF or a video (${inWords(mimeType)})`,
		"PNG, JPEG, WebP, GIF, MP4, MOV and WebM are recognized. To send the file anyway, use Media > Upload and choose its 'Media Type'. If you entered an address, check that it opens the file itself and not a web page",
	);
};

const choices: Record<MediaType, MediaType> = { gif: 'gif', image: 'image', video: 'video' };

/** The first bytes of a file, and its MIME type. */
export interface FileStart {
	head: Uint8Array;
	mimeType: string;
}

/**
 * Returns the chosen media type, or detects it. Throws a `ParameterError` if the type can't be detected. The service may accept
 * the file, but it needs to know the type.
 * @param name how errors name the file, such as by its binary field
 */
export function mediaTypeOf(
	{ head, mimeType }: FileStart,
	{ name, wanted }: { name: string; wanted: MediaType | undefined },
): MediaType {
	if (wanted !== undefined) return pick(choices, wanted, 'Media Type');
	return detectMediaType(head, mimeType) ?? refuseUnknown(name, mimeType);
}

/** Returns the media type of a file, see {@link mediaTypeOf}. Also throws a `ParameterError` if the file is empty. */
export async function checkMediaFile(
	file: BinaryFile,
	{ name, wanted }: { name: string; wanted: MediaType | undefined },
): Promise<MediaType> {
	requireBytes(file, name);
	const head = await file.head(signatureBytes);
	return mediaTypeOf({ head, mimeType: file.mimeType }, { name, wanted });
}
