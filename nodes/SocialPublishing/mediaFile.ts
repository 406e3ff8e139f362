import { limits, mediaTypes, type MediaType } from '../../client/publishing/values';
import { requireBytes, type BinaryFile } from '../shared/binary';
import { ParameterError } from '../shared/errors';
import { shown } from '../shared/parameters';
import type { SizeLimit } from '../shared/remoteFile';
import { detectMediaType, signatureBytes } from './mediaType';

/** A file and what it is called in messages. */
export interface NamedFile {
	file: BinaryFile;
	/** As the user knows it: a binary field or an address. */
	name: string;
}

const bounds: Record<MediaType, { name: string; maxBytes: number }> = {
	gif: { name: 'a GIF', maxBytes: limits.imageBytesMax },
	image: { name: 'an image', maxBytes: limits.imageBytesMax },
	video: { name: 'a video', maxBytes: limits.videoBytesMax },
};

/** The largest file that the service takes of what begins like this; 0 where it takes none at all. */
export const sizeLimit =
	(wanted: MediaType | undefined): SizeLimit =>
	(head, mimeType) => {
		const mediaType = wanted ?? detectMediaType(head, mimeType);
		return mediaTypes.find((each) => each === mediaType) ? bounds[mediaType as MediaType].maxBytes : 0;
	};

const inMiB = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MiB`;

async function readType({ file, name }: NamedFile, wanted: MediaType | undefined): Promise<MediaType> {
	if (wanted !== undefined && !mediaTypes.includes(wanted)) {
		throw new ParameterError(`'Media Type' is ${shown(wanted)}`, `Use one of ${mediaTypes.join(', ')}`);
	}
	const mediaType = wanted ?? detectMediaType(await file.head(signatureBytes), file.mimeType);
	if (mediaType) return mediaType;
	throw new ParameterError(
		`'${name}' is no image, GIF or video that the service takes (its type is ${file.mimeType})`,
		'The service takes PNG, JPEG, WebP, GIF, MP4, MOV and WebM. Check that it is the file itself, and not a page or a text about it',
	);
}

function requireSize({ file, name }: NamedFile, mediaType: MediaType): void {
	const { name: kind, maxBytes } = bounds[mediaType];
	if (file.sizeBytes <= maxBytes) return;
	const size = Number.isFinite(file.sizeBytes) ? inMiB(file.sizeBytes) : `more than ${inMiB(maxBytes)}`;
	throw new ParameterError(
		`'${name}' is too large: ${size}, and the service takes ${kind} of up to ${inMiB(maxBytes)}`,
		'Nothing was sent. Make the file smaller',
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
