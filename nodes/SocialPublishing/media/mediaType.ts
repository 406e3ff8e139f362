import { formatOf } from '../../../client/publishing/formats.js';
import type { MediaType } from '../../../client/publishing/values.js';
import { ParameterError } from '../../shared/errors.js';
import { pick, shown, withoutSecrets } from '../../shared/values.js';
import { disguiseOf, webPage, type Disguise } from './disguises.js';
import { recognize } from './formats.js';
import { refuseSharePage } from './shareLinks.js';

/** Returns the type that a MIME type names, if the service is known to accept its format. */
function typeByMime(mimeType: string): MediaType | undefined {
	const format = formatOf(mimeType.toLowerCase());
	return format?.advice === undefined ? format?.mediaType : undefined;
}

/** Returns a MIME type in readable form. The generic type for binary data says nothing. */
const inWords = (mimeType: string): string =>
	/^application\/octet-stream$/i.test(mimeType) ? 'an unknown file' : mimeType;

const sendAnyway = "To send the file anyway, use Media > Upload with its option 'Media Type'";

const openFile = 'Enter the address that opens the file itself, without a page around it';

/** What to do about a file that is something else. Nobody wants to send a web page. */
const adviceOn = ({ name, advice }: Disguise, { url }: TypeChoice): string => {
	if (name !== webPage) return `${advice}. ${sendAnyway}`;
	return url === undefined ? advice : openFile;
};

const refuseUnknown = (
	choice: TypeChoice,
	{ mimeType, fileName }: FileStart,
	disguise: Disguise | undefined,
): never => {
	const { name, url } = choice;
	if (disguise?.isCertain) {
		throw new ParameterError(
			`${shown(name)} isn't an image, a GIF or a video. It's ${disguise.name}`,
			adviceOn(disguise, choice),
		);
	}
	throw new ParameterError(
		`The node can't tell whether ${shown(name)} is an image, a GIF or a video (${[fileName && withoutSecrets(fileName), inWords(mimeType)].filter(Boolean).join(', ')})`,
		`PNG, JPEG, WebP, GIF, MP4, MOV and WebM are recognized. ${sendAnyway}${url === undefined ? '' : `. ${openFile}`}`,
	);
};

const choices: Record<MediaType, MediaType> = { gif: 'gif', image: 'image', video: 'video' };

/** What is known about a file before its type is. */
export interface FileStart {
	/** The first bytes. */
	head: Uint8Array;
	/** The MIME type that its source names. */
	mimeType: string;
	/** The file's own name, if it's known. */
	fileName?: string;
	/** The format by content, if more than the first bytes was read. By default, the first bytes say it. */
	contentType?: string;
}

/** How errors name a file, such as by its binary field, and the media type that the user chose. */
export interface TypeChoice {
	name: string;
	wanted: MediaType | undefined;
	/** The address of a file on the web. */
	url?: string;
}

/** Whether a file is said to be an image or a video, whatever its bytes are. */
const isDeclaredMedia = (mimeType: string): boolean => /^(?:image\/(?!svg)|video\/)/i.test(mimeType);

/**
 * Returns the chosen media type, or detects it. The content decides, and the MIME type only counts for unknown content. Throws a
 * `ParameterError` if the type can't be detected, if the file has no picture, or if its bytes are certainly something else, such as
 * text. The service may accept the file, but it needs to know the type.
 */
export function mediaTypeOf(start: FileStart, choice: TypeChoice): MediaType {
	const { head, mimeType, contentType = recognize(head).contentType } = start;
	const { name, wanted, url = '' } = choice;
	refuseSharePage(name, url, head, mimeType);
	if (wanted !== undefined) return pick(choices, wanted, 'Media Type');
	const format = formatOf(contentType ?? '');
	const disguise = disguiseOf(head);
	if (disguise && isDeclaredMedia(mimeType)) {
		throw new ParameterError(
			`${shown(name)} is declared as ${mimeType}, but it's ${disguise.name}`,
			adviceOn(disguise, choice),
		);
	}
	if (format && !format.mediaType) {
		throw new ParameterError(
			`${shown(name)} isn't an image, a GIF or a video. It's ${format.name}`,
			`${format.advice ?? ''}. ${sendAnyway}`,
		);
	}
	const type = disguise ? undefined : (format?.mediaType ?? typeByMime(mimeType));
	return type ?? refuseUnknown(choice, start, disguise);
}
