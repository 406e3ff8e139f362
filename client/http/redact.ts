import { recordOf } from './json.js';
import { shortened, withUnseen } from './text.js';

const hidden = '[hidden]';

/** Finds addresses of any kind, also as JSON can write them, with backslashes before each slash. */
const addresses = /\b[a-z][a-z\d+.-]{1,19}:(?:\\{0,4}\/){2}[^\s"'<>]+/gi;

/** Finds the user and the password before a host, without `https://`. */
const users = /(?<![\w.%+-])[^\s"'<>:@/\\]{1,64}:[^\s"'<>@/\\]{1,100}@(?=[\w-]+(?:\.[\w-]+|:\d))/g;

/** Finds the query of a path, unless it's the ID of a video or a playlist on YouTube. */
const queries =
	/(?<=[\w/-])(?!(?<=youtube\.com\/(?:watch|playlist))\?(?:v=[\w-]{1,11}|list=[\w-]{1,64})(?=[\s"'<>]|&\[|$))\?[\w.%~[\]-]{1,64}=[^\s"'<>]+/g;

/** Shorter parts of a path aren't secrets. */
const secretLengthMin = 16;

/** Words and numbers of a path, as in `2026-11-new-sofas.html`. */
const isOfWords = (segment: string): boolean =>
	segment.split(/[-_.]/).every((part) => /^(?:\p{L}{0,15}|\d{1,4})$/u.test(part));

/** The address of a video or a playlist on YouTube, whose query begins with its ID. */
const videoAddress =
	/^https?:\/\/(?:[a-z]{1,9}\.)?youtube\.com\/(?:watch\?v=[\w-]{1,11}|playlist\?list=[\w-]{1,64})(?=$|[&#])/i;

/** Hides what can be secret in an address: the user, long parts of the path, the query, and a fragment with values. */
function withoutSecrets(address: string): string {
	const [video] = videoAddress.exec(address) ?? [];
	if (video !== undefined) return address.length === video.length ? video : `${video}&${hidden}`;
	const [before = ''] = address.split(/[?#]/, 1);
	const [scheme = ''] = /^[a-z\d+.-]+:(?:\\*\/){2}/i.exec(before) ?? [];
	const [host = '', ...path] = before.slice(scheme.length).split('/');
	const user = host.lastIndexOf('@');
	const shownHost = user === -1 ? host : `${hidden}@${host.slice(user + 1)}`;
	const segments = path.map((segment) =>
		segment.length >= secretLengthMin && !isOfWords(segment) ? hidden : segment,
	);
	const [mark = ''] = address.slice(before.length);
	const isShown =
		mark === '' || address.length === before.length + 1 || (mark === '#' && !address.includes('='));
	const rest = isShown ? address.slice(before.length) : `${mark}${hidden}`;
	return [scheme + shownHost, ...segments].join('/') + rest;
}

/** Finds credentials after an HTTP authentication scheme, and the header's name if it comes before the scheme. */
const credentials =
	/(\bauthorization\b["']?\s{0,9}[:=]\s{0,9}["']?)?\b(bearer|basic)(\s{1,9})([\w.~+/=-]*[\w~+/=-])/gi;

/** Tells keys from words, as in "the Basic plan". Keys contain digits, symbols or capitals, or are long. */
const looksLikeKey = (text: string): boolean =>
	/[a-z][A-Z]|\d|[._~+=]|^.{20,}$/.test(text) && text.length > 3;

/**
 * Removes credentials, the given secrets and what can be secret in web addresses from a text that people will read. The time grows
 * linearly with the text.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
	return secrets
		.filter(Boolean)
		.reduce((result, secret) => result.replaceAll(secret, hidden), text)
		.replace(credentials, (found: string, header = '', scheme: string, blank: string, key: string) =>
			header !== '' || looksLikeKey(key) ? `${header as string}${scheme}${blank}${hidden}` : found,
		)
		.replace(addresses, withoutSecrets)
		.replace(users, `${hidden}@`)
		.replace(queries, `?${hidden}`);
}

/** The most characters of a value to quote, including the ellipsis. */
const quotedMax = 59;

/**
 * Quotes a value in a message. The only way in which an error, a hint or the log shows what someone has entered: short, with unseen
 * characters by their codes, and without what can be secret.
 */
export const quote = (value: string, max = quotedMax): string =>
	`'${shortened(redact(withUnseen(value)), max)}'`;

/** Values nested deeper than this are hidden, so that an extremely nested answer can't exhaust the stack. */
const maxDepth = 100;

/** Removes secrets from all texts and names in a parsed JSON value. The structure stays the same. */
export function redactValue(value: unknown, secrets: readonly string[] = [], depth = 0): unknown {
	if (typeof value === 'string') return redact(value, secrets);
	if (typeof value !== 'object' || value === null) return value;
	if (depth === maxDepth) return hidden;
	if (Array.isArray(value)) return value.map((entry) => redactValue(entry, secrets, depth + 1));
	return recordOf(
		Object.entries(value).map(([name, entry]): [string, unknown] => [
			redact(name, secrets),
			redactValue(entry, secrets, depth + 1),
		]),
	);
}
