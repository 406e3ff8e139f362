import { InvalidRequestError } from './errors';

/**
 * Brings the address of an API into the one form the client uses: http or https, no trailing slash, without the prefix
 * that all its paths have. Anything else is an `InvalidRequestError` for `field`.
 */
export function normaliseAddress(text: string, field: string, prefix: string): string {
	const trimmed = text.trim();
	if (!/^https?:\/\/[^\s/?#]+/i.test(trimmed) || !URL.canParse(trimmed)) {
		throw new InvalidRequestError(field, 'is not a web address that starts with http:// or https://');
	}
	const { origin, pathname } = new URL(trimmed);
	const path = pathname.replace(/\/+$/, '');
	const bare = path.endsWith(prefix) ? path.slice(0, -prefix.length) : path;
	return `${origin}${bare}`.replace(/\/+$/, '');
}
