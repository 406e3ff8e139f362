import { ownValue } from '../../../client/http/json';
import { mediaTypes, type MediaType } from '../../../client/publishing/values';
import { requireBytes, type BinaryFile } from '../../shared/binary';
import { ParameterError } from '../../shared/errors';
import { shown } from '../../shared/parameters';

interface Signature {
	/** Tested on the first bytes in hexadecimal, two characters for each. */
	shape: RegExp;
	/** Undefined for files that aren't known to be accepted. */
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

/** Pages, documents and logs: no control characters but tab and line ends. Media have others among the first bytes. */
const textShape = /^(09|0a|0d|[2-689a-f].|7[0-9a-e])*$/;

/** By the first bytes, or by the MIME type where they tell nothing. Undefined if neither tells it. */
function detectMediaType(head: Uint8Array, mimeType: string): MediaType | undefined {
	const beginning = Buffer.from(head.subarray(0, signatureBytes)).toString('hex');
	const known = signatures.find(({ shape }) => shape.test(beginning));
	if (known) return known.type;
	return textShape.test(beginning) ? undefined : ownValue(typesByMime, mimeType.toLowerCase());
}

/** A file type as people read it. The MIME type of binary data in general says nothing. */
const inWords = (mimeType: string): string =>
	/^application\/octet-stream$/i.test(mimeType) ? 'an unknown file' : mimeType;

const refuseUnknown = (name: string, mimeType: string): never => {
	throw new ParameterError(
		`The node can't tell whether '${name}' is an image, a GIF or a video (${inWords(mimeType)})`,
		"PNG, JPEG, WebP, GIF, MP4, MOV and WebM are recognized. To send the file anyway, use Media > Upload and choose its 'Media Type'. If you entered an address, check that it opens the file itself and not a web page",
	);
};

/** The type that the user has chosen. */
function requireChoice(wanted: MediaType): MediaType {
	if (mediaTypes.includes(wanted)) return wanted;
	throw new ParameterError(
		`'Media Type' can't be ${shown(wanted)}`,
		`Use one of these values: ${mediaTypes.join(', ')}`,
	);
}

/** What is known of a file when its first bytes have arrived. */
export interface FileStart {
	head: Uint8Array;
	mimeType: string;
}

/**
 * Tells what kind of media a file is, as the user says or as its first bytes say. A file of an unknown kind is a
 * `ParameterError`: the service may accept it, but it has to be told the kind.
 * @param name how the user knows the file: a binary field or an address
 */
export function mediaTypeOf(
	{ head, mimeType }: FileStart,
	{ name, wanted }: { name: string; wanted: MediaType | undefined },
): MediaType {
	if (wanted !== undefined) return requireChoice(wanted);
	return detectMediaType(head, mimeType) ?? refuseUnknown(name, mimeType);
}

/** Tells what kind of media a file is, see {@link mediaTypeOf}. A file without bytes is a `ParameterError`, too. */
export async function checkMediaFile(
	file: BinaryFile,
	{ name, wanted }: { name: string; wanted: MediaType | undefined },
): Promise<MediaType> {
	requireBytes(file, name);
	const head = await file.head(signatureBytes);
	return mediaTypeOf({ head, mimeType: file.mimeType }, { name, wanted });
}
