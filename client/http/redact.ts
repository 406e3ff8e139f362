import { recordOf } from './json';

const hidden = '[hidden]';

/** Signs a web address ends at; its query may be a signature. */
const addresses = /https?:\/\/[^\s"'<>]+/gi;

function withoutQuery(address: string): string {
	const query = address.indexOf('?');
	return query === -1 || query === address.length - 1 ? address : `${address.slice(0, query)}?${hidden}`;
}

/** A scheme of HTTP authentication and its credentials, including the name of the header if it comes first. */
const credentials =
	/(\bauthorization\b["']?\s{0,9}[:=]\s{0,9}["']?)?\b(bearer|basic)(\s{1,9})([\w.~+/=-]*[\w~+/=-])/gi;

/** Keys and encoded names have digits, signs or capitals inside; words, as in "the Basic plan", do not. */
const looksLikeKey = (text: string): boolean =>
	/[a-z][A-Z]|\d|[._~+=]|^.{20,}$/.test(text) && text.length > 3;

/** Hides credentials, keys and the queries of addresses in a text. */
const hide = (text: string): string =>
	text
		.replace(credentials, (found: string, header = '', scheme: string, blank: string, key: string) =>
			header !== '' || looksLikeKey(key) ? `${header as string}${scheme}${blank}${hidden}` : found,
		)
		.replace(addresses, withoutQuery);

/**
 * Removes credentials, the named secrets and the queries of web addresses from a text that people will read. Takes time
 * in proportion to the text.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
	const named = secrets.filter(Boolean).reduce((result, secret) => result.replaceAll(secret, hidden), text);
	return hide(named);
}

/** Values nested deeper than this are hidden: an answer that is nested without end must not exhaust the stack. */
const maxDepth = 100;

/** Removes secrets from every text and every name in a parsed JSON value. Its structure stays as it is. */
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
