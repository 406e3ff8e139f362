import { recordOf } from './json.js';

const hidden = '[hidden]';

/** Finds web addresses. Their queries can contain signatures. */
const addresses = /https?:\/\/[^\s"'<>]+/gi;

function withoutQuery(address: string): string {
	const query = address.indexOf('?');
	return query === -1 || query === address.length - 1 ? address : `${address.slice(0, query)}?${hidden}`;
}

/** Finds credentials after an HTTP authentication scheme, and the header's name if it comes before the scheme. */
const credentials =
	/(\bauthorization\b["']?\s{0,9}[:=]\s{0,9}["']?)?\b(bearer|basic)(\s{1,9})([\w.~+/=-]*[\w~+/=-])/gi;

/** Tells keys from words, as in "the Basic plan". Keys contain digits, symbols or capitals, or are long. */
const looksLikeKey = (text: string): boolean =>
	/[a-z][A-Z]|\d|[._~+=]|^.{20,}$/.test(text) && text.length > 3;

/**
 * Removes credentials, the given secrets and the queries of web addresses from a text that people will read. The time grows
 * linearly with the text.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
	return secrets
		.filter(Boolean)
		.reduce((result, secret) => result.replaceAll(secret, hidden), text)
		.replace(credentials, (found: string, header = '', scheme: string, blank: string, key: string) =>
			header !== '' || looksLikeKey(key) ? `${header as string}${scheme}${blank}${hidden}` : found,
		)
		.replace(addresses, withoutQuery);
}

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
