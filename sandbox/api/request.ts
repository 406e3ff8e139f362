import { createHash } from 'node:crypto';
import { omit } from '../world/omit';
import { isRecord } from '../http/schema';
import { ApiFailure, malformed } from './failure';
import type { Match } from './routes';

/** A request as the API reads it, whatever it came in over. */
export interface ApiRequest {
	search: URLSearchParams;
	/** Lower-case names. */
	headers: Readonly<Record<string, string | undefined>>;
	/** The whole body; null when it was larger than 1 MiB. */
	bodyText: string | null;
}

const parseJson = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		throw malformed('body', 'is not JSON');
	}
};

/** The parsed body; undefined where there is to be none. @throws ApiFailure 413, 422 */
export const readBody = ({ route }: Match, { headers, bodyText }: ApiRequest): unknown => {
	if (bodyText === null) throw new ApiFailure(413, 'too_large', 'body: at most 1 MiB');
	if (route.body === undefined) {
		if (bodyText !== '') throw malformed('body', 'this request takes none');
		return undefined;
	}
	if (bodyText === '') throw malformed('body', 'is required');
	if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
		throw malformed('Content-Type', 'must be application/json');
	}
	return parseJson(bodyText);
};

/** The key of a request: the header beats the body, and an empty header is none (N23, P68). */
export const idempotencyKey = ({ route }: Match, { headers }: ApiRequest, body: unknown): string | null => {
	if (route.isIdempotent !== true) return null;
	const header = headers['idempotency-key'] ?? '';
	if (header.length > 128) throw malformed('Idempotency-Key', 'at most 128 characters');
	if (header !== '') return header;
	const own = isRecord(body) ? body['idempotencyKey'] : undefined;
	return typeof own === 'string' ? own : null;
};

/** JSON whose properties are in order, so that the same content is the same text. */
const ordered = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(ordered);
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.keys(value)
			.sort()
			.map((name) => [name, ordered(value[name])]),
	);
};

/** A hash that two values have in common when they hold the same, in whatever order their properties stand. */
export const hashOf = (value: unknown): string =>
	createHash('sha256')
		.update(JSON.stringify(ordered(value)))
		.digest('hex');

/** What a request asks for, without its key: method, route, id and body. */
export const fingerprintOf = ({ route, id }: Match, body: unknown): string => {
	const rest = isRecord(body) ? omit(body, 'idempotencyKey') : {};
	return hashOf([route.method, route.path, id.toLowerCase(), rest]);
};

/**
 * Query parameters by name.
 *
 * @param lists names that may be given more than once; their values are joined by commas.
 * @throws ApiFailure 422 for any other that is given twice.
 */
export const readQuery = (search: URLSearchParams, lists: readonly string[] = []): Record<string, string> => {
	const names = [...search.keys()];
	const repeated = names.find((name, index) => names.indexOf(name) !== index && !lists.includes(name));
	if (repeated !== undefined) throw malformed(repeated, 'given more than once');
	return Object.fromEntries([...new Set(names)].map((name) => [name, search.getAll(name).join(',')]));
};
