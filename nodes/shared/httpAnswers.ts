import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { CancelledError, NetworkError } from '../../client/http/errors';
import { recordOf } from '../../client/http/json';
import type { HttpResponse } from '../../client/http/types';

interface Failure {
	code?: string;
	message?: string;
	cause?: Failure;
	/** What n8n's error was made of, before n8n put it into words of its own. */
	messages?: string[];
}

/** What n8n's helper reports when the execution is cancelled. */
const cancelledCode = 'ERR_CANCELED';

/** What the words of a failure say about its cause. */
const codesOfWords: Array<[RegExp, string]> = [
	[/^canceled$/, cancelledCode],
	[/^timeout of \d+ms exceeded$/, 'ETIMEDOUT'],
	[/certificate/i, 'CERTIFICATE'],
];

const codeIn = (words: string): string | undefined =>
	/\bE[A-Z_]{4,}\b/.exec(words)?.[0] ?? codesOfWords.find(([pattern]) => pattern.test(words))?.[1];

/** n8n wraps the system's error several times; the innermost one with a code says what happened. */
function withCode(error: Failure): Failure | undefined {
	let innermost: Failure | undefined;
	for (let next: Failure | undefined = error; next; next = next.cause) {
		if (typeof next.code === 'string') innermost = next;
	}
	return innermost;
}

/** n8n before 2 drops what it wraps and keeps the words of it. */
function fromWords({ message, messages = [] }: Failure): Failure {
	const words = messages[0] ?? message ?? 'No answer arrived';
	return { message: words, code: codeIn(words) };
}

/** Turns n8n's failure of a request without an answer into an error of the client. */
export function toNetworkError(error: unknown): NetworkError | CancelledError {
	const { message = '', code } = withCode(error as Failure) ?? fromWords(error as Failure);
	return code === cancelledCode ? new CancelledError() : new NetworkError(message, code);
}

const joinValues = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));

function readHeaders(headers: object): Record<string, string> {
	const entries = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
	return recordOf(entries.map(([name, value]): [string, string] => [name.toLowerCase(), joinValues(value)]));
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
