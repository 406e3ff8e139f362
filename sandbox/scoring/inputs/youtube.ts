import type { Check } from '../../api/check';
import { badRequest } from '../http/readRequest';
import { maxUrlLength, parseUrl, words } from './words';

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

/** The URL of a video, in one of four forms: watch, short link, shorts, embed. Gives the video's id. */
export const videoUrl: Check<string> = (value, path) => {
	const url = parseUrl(words(maxUrlLength)(value, path));
	const id = url === null ? null : idPlaces.map((place) => place(url)).find((found) => Boolean(found));
	if (typeof id !== 'string' || !idShape.test(id))
		throw badRequest(path, 'must be the URL of a YouTube video');
	return id;
};

const handleShape = /^@[\p{L}\p{N}._·-]{3,30}$/u;
const channelPath = /^\/(@[^/]+|channel\/UC[\w-]{22}|c\/[^/]+|user\/[^/]+)(\/\w*)?$/;

const decoded = (text: string): string => {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
};

/** A channel by its URL or by its @handle. Gives the handle, whose case does not count, or the path of the URL. */
export const channelAddress: Check<string> = (value, path) => {
	const given = words(maxUrlLength)(value, path);
	const url = parseUrl(given);
	const onPath =
		url !== null && longHost.test(url.host) ? channelPath.exec(decoded(url.pathname))?.[1] : null;
	const name = onPath ?? given;
	const isAddress = name.startsWith('@') ? handleShape.test(name) : onPath !== null && onPath !== undefined;
	if (!isAddress) throw badRequest(path, 'must be the URL or the @handle of a YouTube channel');
	return name.startsWith('@') ? name.toLowerCase() : name;
};
