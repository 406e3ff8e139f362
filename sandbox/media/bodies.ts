import { integer, list, object, oneOf, optional, text, type Check } from '../api/check';
import { malformed } from '../api/failure';
import { mediaTypes } from './mediaTypes';

const longestSeconds = 86_400;
const widestPixels = 16_384;

const duration: Check<number> = (value, path) => {
	if (typeof value !== 'number') throw malformed(path, 'must be a number');
	if (value > 0 && value <= longestSeconds) return value;
	throw malformed(path, `more than 0 and at most ${longestSeconds}`);
};

/** `POST /media/uploads` (N1). No file name and no MIME type: the bytes tell what a file is. */
export const startBody = object({
	mediaType: oneOf(mediaTypes),
	sizeBytes: integer(1),
	altText: optional(text({ max: 1000 })),
	idempotencyKey: optional(text({ min: 1, max: 128 })),
});
export type StartBody = ReturnType<typeof startBody>;

/** `POST /media/uploads/{id}/parts` (N4). It takes no idempotency key in its body (N23). */
export const partsBody = object({ fromPart: integer(1), count: integer(1, 16) });
export type PartsBody = ReturnType<typeof partsBody>;

/** `POST /media/uploads/{id}/complete` (N5). It takes no idempotency key in its body (N23). */
export const completeBody = object({
	parts: list(object({ partNumber: integer(1), etag: text({ min: 1 }) }), { min: 1 }),
	durationSec: optional(duration),
	width: optional(integer(1, widestPixels)),
	height: optional(integer(1, widestPixels)),
});
export type CompleteBody = ReturnType<typeof completeBody>;
