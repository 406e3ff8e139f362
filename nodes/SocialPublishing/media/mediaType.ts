import { ownValue } from '../../../client/http/json';
import { limits, mediaTypes, type MediaType } from '../../../client/publishing/values';
import { requireBytes, type BinaryFile } from '../../shared/binary';
import { ParameterError } from '../../shared/errors';
import { shown } from '../../shared/parameters';
import type { SizeLimit } from '../../shared/remoteFile';

interface Signature {
	/** Tested on the first bytes in hexadecimal, two characters for each. */
	shape: RegExp;
	/** Undefined for files that the service doesn't accept. */
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

/**
 * Tells what kind of media a file is: by its first bytes, or by its MIME type where they tell nothing. Undefined when the
 * service does not take it.
 */
function detectMediaType(head: Uint8Array, mimeType: string): MediaType | undefined {
	const beginning = Buffer.from(head.subarray(0, signatureBytes)).toString('hex');
	const known = signatures.find(({ shape }) => shape.test(beginning));
	if (known) return known.type;
	return textShape.test(beginning) ? undefined : ownValue(typesByMime, mimeType.toLowerCase());
}

/** A file and what it is called in messages. */
interface NamedFile {
	file: BinaryFile;
	/** As the user knows it: a binary field or an address. */
	name: string;
}

const bounds: Record<MediaType, { name: string; maxBytes: number }> = {
	gif: { name: 'A GIF', maxBytes: limits.imageBytesMax },
	image: { name: 'An image', maxBytes: limits.imageBytesMax },
	video: { name: 'A video', maxBytes: limits.videoBytesMax },
};

/** The largest size that the service accepts for a file with this header. 0 for types that it doesn't accept. */
export const sizeLimit =
	(wanted: MediaType | undefined): SizeLimit =>
	(head, mimeType) => {
		const mediaType = wanted ?? detectMediaType(head, mimeType);
		return mediaTypes.find((each) => each === mediaType) ? bounds[mediaType as MediaType].maxBytes : 0;
	};

const inMiB = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MiB`;

async function readType({ file, name }: NamedFile, wanted: MediaType | undefined): Promise<MediaType> {
	if (wanted !== undefined && !mediaTypes.includes(wanted)) {
		throw new ParameterError(
			`'Media Type' can't be ${shown(wanted)}`,
			`Use one of these values: ${mediaTypes.join(', ')}`,
		);
	}
	const mediaType = wanted ?? detectMediaType(await file.head(signatureBytes), file.mimeType);
	if (mediaType) return mediaType;
	throw new ParameterError(
		`'${name}' isn't an image, GIF or video that the service accepts (${file.mimeType})`,
		'Use PNG, JPEG, WebP, GIF, MP4, MOV or WebM. If you entered an address, check that it opens the file itself and not a web page',
	);
}

function requireSize({ file, name }: NamedFile, mediaType: MediaType): void {
	const { name: kind, maxBytes } = bounds[mediaType];
	if (file.sizeBytes <= maxBytes) return;
	const size = Number.isFinite(file.sizeBytes) ? inMiB(file.sizeBytes) : `more than ${inMiB(maxBytes)}`;
	throw new ParameterError(
		`'${name}' is too large: ${size}. ${kind} can be up to ${inMiB(maxBytes)}`,
		'Nothing was sent. Use a smaller file',
	);
}

/**
 * Tells what kind of media a file is, as the user says or as its bytes say. A file that the service would refuse is a
 * `ParameterError`, before anything of it is sent.
 */
export async function checkMediaFile(named: NamedFile, wanted: MediaType | undefined): Promise<MediaType> {
	requireBytes(named.file, named.name);
	const mediaType = await readType(named, wanted);
	requireSize(named, mediaType);
	return mediaType;
}
