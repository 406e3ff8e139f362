import { InvalidRequestError } from './errors';

/** `URL.canParse` came after the oldest Node that the library runs on. */
function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

/**
 * Brings the address of an API into the one form the client uses: http or https, no trailing slash, without the prefix
 * that all its paths have. Anything else is an `InvalidRequestError` for `field`.
 */
export function normaliseAddress(text: string | undefined, field: string, prefix: string): string {
	const trimmed = typeof text === 'string' ? text.trim() : '';
	if (trimmed === '') throw new InvalidRequestError(field, 'is missing');
	const url = /^https?:\/\/[^\s/?#]+/i.test(trimmed) ? parseUrl(trimmed) : undefined;
	if (!url) throw new InvalidRequestError(field, 'is not a web address that starts with http:// or https://');
	const { origin, pathname } = url;
	const path = pathname.replace(/\/+$/, '');
	const bare = path.endsWith(prefix) ? path.slice(0, -prefix.length) : path;
	return `${origin}${bare}`.replace(/\/+$/, '');
}
