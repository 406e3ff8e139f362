import { z } from 'zod/v4';
import { ApiFailure } from '../http/answers';
import { text } from '../http/schema';
import { fileTypeOf, headBytes } from '../media/files';
import { scoringSeed } from './seed';

/** A text that isn't empty or blank. */
export const words = () => text({ min: 1 }).refine((given) => given.trim() !== '', 'must not be blank');

/** Reads an http or https address. Returns null for anything else. */
const parseUrl = (given: string): URL | null => {
	const url = URL.canParse(given) ? new URL(given) : null;
	return url !== null && /^https?:$/.test(url.protocol) ? url : null;
};

/** An http or https address. */
export const webUrl = words().refine((given) => parseUrl(given) !== null, 'must be an http or https URL');

/** The largest encoded thumbnail (S-N3: 12.5 MB). */
const maxThumbnailCharacters = 12_500_000;

const imageTypes: ReadonlySet<string | undefined> = new Set(['image/jpeg', 'image/png', 'image/webp']);

// Looks for one wrong character, because a pattern for the whole text would overflow the stack on millions of characters.
const isBase64 = (given: string): boolean => {
	const padding = given.endsWith('==') ? 2 : given.endsWith('=') ? 1 : 0;
	const digits = given.slice(0, given.length - padding);
	return given.length % 4 === 0 && digits !== '' && !/[^A-Za-z0-9+/]/.test(digits);
};

/** How many characters contain all the bytes to check. Four characters of Base64 encode three bytes. */
const headCharacters = Math.ceil(headBytes / 3) * 4;

/** Whether an image in Base64 has one of the formats that the service is known to accept (S-N3). The first bytes decide. */
export const isKnownImage = (given: string): boolean =>
	imageTypes.has(fileTypeOf(Buffer.from(given.slice(0, headCharacters), 'base64'))?.contentType);

/** An image in Base64 without a `data:` prefix. An image that's too large is a 413. */
export const thumbnailBase64 = words().superRefine((given, context) => {
	if (given.length > maxThumbnailCharacters) {
		const detail = `thumbnail_base64: at most ${maxThumbnailCharacters} characters`;
		throw new ApiFailure(413, 'payload_too_large', detail);
	}
	if (!isBase64(given)) context.addIssue('is not base64');
});

const longHost = /^((www|m|music)\.)?youtube\.com$/;
const shortHost = /^(www\.)?youtu\.be$/;
const idShape = /^[\w-]{11}$/;

/** Where the ID is in each kind of video URL (S-N4). */
const idPlaces: readonly ((url: URL) => string | null | undefined)[] = [
	({ host, pathname, searchParams }) =>
		longHost.test(host) && /^\/watch\/?$/.test(pathname) ? searchParams.get('v') : null,
	({ host, pathname }) =>
		longHost.test(host) ? /^\/(?:shorts|embed)\/([^/]+)\/?$/.exec(pathname)?.[1] : null,
	({ host, pathname }) => (shortHost.test(host) ? /^\/([^/]+)\/?$/.exec(pathname)?.[1] : null),
];

/** A video URL: watch, short link, shorts or embed. Returns the video's ID. */
export const videoUrl = words().transform((given, context) => {
	const url = parseUrl(given);
	const id = url === null ? null : idPlaces.map((place) => place(url)).find((found) => Boolean(found));
	if (typeof id === 'string' && idShape.test(id)) return id;
	context.addIssue('must be the URL of a YouTube video');
	return z.NEVER;
});

const handleShape = /^@[\p{L}\p{N}._·-]{3,30}$/u;
const channelPath = /^\/(@[^/]+|channel\/UC[\w-]{22}|c\/[^/]+|user\/[^/]+)(\/\w*)?$/;

const decoded = (path: string): string => {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
};

/** A channel's URL or @handle. Returns the handle in lower case, or the path of the URL. */
export const channelAddress = words().transform((given, context) => {
	const url = parseUrl(given);
	const onPath =
		url !== null && longHost.test(url.host) ? channelPath.exec(decoded(url.pathname))?.[1] : null;
	const name = onPath ?? given;
	const isAddress = name.startsWith('@') ? handleShape.test(name) : onPath !== null && onPath !== undefined;
	if (!isAddress) context.addIssue('must be the URL or the @handle of a YouTube channel');
	return name.startsWith('@') ? name.toLowerCase() : name;
});

const { videos, channels } = scoringSeed;
const missingVideo = new URL(videos.missing).searchParams.get('v');

/** @throws ApiFailure 404 for the video that is missing according to the seed. */
export const requireVideo = (id: string): void => {
	if (id === missingVideo) throw new ApiFailure(404, 'video_not_found', 'There is no such video');
};

/** @throws ApiFailure 404 for the channel that is missing according to the seed. */
export const requireChannel = (address: string): void => {
	if (address === channels.missing)
		throw new ApiFailure(404, 'channel_not_found', 'There is no such channel');
};
