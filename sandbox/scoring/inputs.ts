import { z } from 'zod/v4';
import { ApiFailure } from '../http/answers';
import { text } from '../http/schema';
import { fileTypeOf, headBytes } from '../media/files';
import { scoringSeed } from './seed';

/** A text that says something: an empty or blank one is refused. */
export const words = (max: number) =>
	text({ min: 1, max }).refine((given) => given.trim() !== '', 'must not be blank');

/** How long an address may be (S-N3 to S-N5). */
const maxUrlLength = 1024;

/** An http or https address, or null. */
const parseUrl = (given: string): URL | null => {
	const url = URL.canParse(given) ? new URL(given) : null;
	return url !== null && /^https?:$/.test(url.protocol) ? url : null;
};

/** An http or https address. */
export const webUrl = words(maxUrlLength).refine(
	(given) => parseUrl(given) !== null,
	'must be an http or https URL',
);

/** What a thumbnail may weigh, encoded (S-N3: 12.5 MB). */
const maxThumbnailCharacters = 12_500_000;

const imageTypes: ReadonlySet<string | undefined> = new Set(['image/jpeg', 'image/png', 'image/webp']);

// Looks for one character that is wrong: an expression over the whole text runs out of stack on millions of them.
const isBase64 = (given: string): boolean => {
	const padding = given.endsWith('==') ? 2 : given.endsWith('=') ? 1 : 0;
	const digits = given.slice(0, given.length - padding);
	return given.length % 4 === 0 && digits !== '' && !/[^A-Za-z0-9+/]/.test(digits);
};

/** The first characters that hold all the bytes to look at; base64 comes in groups of four. */
const headCharacters = Math.ceil(headBytes / 3) * 4;

const isImage = (given: string): boolean =>
	imageTypes.has(fileTypeOf(Buffer.from(given.slice(0, headCharacters), 'base64'))?.contentType);

/** An image in base64, without a `data:` prefix: JPEG, PNG or WebP by its first bytes. Too large a one is 413. */
export const thumbnailBase64 = words(Infinity).superRefine((given, context) => {
	if (given.length > maxThumbnailCharacters) {
		const detail = `thumbnail_base64: at most ${maxThumbnailCharacters} characters`;
		throw new ApiFailure(413, 'payload_too_large', detail);
	}
	if (!isBase64(given)) context.addIssue('is not base64');
	else if (!isImage(given)) context.addIssue('must be a JPEG, PNG or WebP image');
});

const longHost = /^((www|m|music)\.)?youtube\.com$/;
const shortHost = /^(www\.)?youtu\.be$/;
const idShape = /^[\w-]{11}$/;

/** The part of a URL where its id stands, in each of the forms of S-N4. */
const idPlaces: readonly ((url: URL) => string | null | undefined)[] = [
	({ host, pathname, searchParams }) =>
		longHost.test(host) && /^\/watch\/?$/.test(pathname) ? searchParams.get('v') : null,
	({ host, pathname }) =>
		longHost.test(host) ? /^\/(?:shorts|embed)\/([^/]+)\/?$/.exec(pathname)?.[1] : null,
	({ host, pathname }) => (shortHost.test(host) ? /^\/([^/]+)\/?$/.exec(pathname)?.[1] : null),
];

/** The URL of a video, in one of four forms: watch, short link, shorts, embed. Returns the video's id. */
export const videoUrl = words(maxUrlLength).transform((given, context) => {
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

/** A channel by its URL or by its @handle. Returns the handle, whose case does not count, or the path of the URL. */
export const channelAddress = words(maxUrlLength).transform((given, context) => {
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

/** @throws ApiFailure 404 for the one video that the seed calls missing. */
export const requireVideo = (id: string): void => {
	if (id === missingVideo) throw new ApiFailure(404, 'video_not_found', 'There is no such video');
};

/** @throws ApiFailure 404 for the one channel that the seed calls missing. */
export const requireChannel = (address: string): void => {
	if (address === channels.missing)
		throw new ApiFailure(404, 'channel_not_found', 'There is no such channel');
};
