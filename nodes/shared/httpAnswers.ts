import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { CancelledError, NetworkError } from '../../client/http/errors';
import type { HttpResponse } from '../../client/http/types';

interface Failure {
	code?: string;
	message?: string;
	cause?: Failure;
}

/** What n8n's helper reports when the execution is cancelled. */
const cancelledCode = 'ERR_CANCELED';

/** n8n wraps the system's error several times; the innermost one with a code says what happened. */
export function toNetworkError(error: unknown): NetworkError | CancelledError {
	let innermost = error as Failure;
	for (let next: Failure | undefined = innermost; next; next = next.cause) {
		if (typeof next.code === 'string') innermost = next;
	}
	const code = typeof innermost.code === 'string' ? innermost.code : undefined;
	if (code === cancelledCode) return new CancelledError();
	return new NetworkError(innermost.message ?? 'no answer arrived', code);
}

const joinValues = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));

function readHeaders(headers: object): Record<string, string> {
	const entries = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
	return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), joinValues(value)]));
}

/** n8n hands JSON over parsed in places; the client reads text. */
const asText = (body: unknown): string =>
	typeof body === 'string' ? body : body === undefined || body === null ? '' : JSON.stringify(body);

/** An answer of n8n's helper as the client reads it. */
export const toHttpResponse = ({ statusCode, headers, body }: IN8nHttpFullResponse): HttpResponse => ({
	status: statusCode,
	headers: readHeaders(headers),
	body: asText(body),
});
