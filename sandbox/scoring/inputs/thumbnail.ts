import { ApiFailure } from '../../api/failure';
import type { Check } from '../../api/check';
import { fileTypeOf, headBytes } from '../../media/fileTypes';
import { badRequest } from '../http/readRequest';
import { words } from './words';

/** What a thumbnail may weigh, encoded (S-N3: 12.5 MB). */
export const maxThumbnailCharacters = 12_500_000;

const takenTypes: ReadonlySet<string | undefined> = new Set(['image/jpeg', 'image/png', 'image/webp']);

// Looks for one character that is wrong: an expression over the whole text runs out of stack on millions of them.
const isBase64 = (text: string): boolean => {
	const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
	const digits = text.slice(0, text.length - padding);
	return text.length % 4 === 0 && digits !== '' && !/[^A-Za-z0-9+/]/.test(digits);
};

/** The first characters that hold all the bytes to look at; base64 comes in groups of four. */
const headCharacters = Math.ceil(headBytes / 3) * 4;

/** An image in base64, without a `data:` prefix: JPEG, PNG or WebP by its first bytes. */
export const thumbnailBase64: Check<string> = (value, path) => {
	const given = words(Infinity)(value, path);
	if (given.length > maxThumbnailCharacters) {
		throw new ApiFailure(413, 'payload_too_large', `${path}: at most ${maxThumbnailCharacters} characters`);
	}
	if (!isBase64(given)) throw badRequest(path, 'is not base64');
	const type = fileTypeOf(Buffer.from(given.slice(0, headCharacters), 'base64'));
	if (!takenTypes.has(type?.contentType)) throw badRequest(path, 'must be a JPEG, PNG or WebP image');
	return given;
};
