import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { CancelledError, NetworkError } from '../../client/http/errors';
import { recordOf } from '../../client/http/json';
import type { HttpResponse } from '../../client/http/types';
import { BlockedAddressError } from './errors';

interface Failure {
	code?: string;
	message?: string;
	cause?: Failure;
	/** The original messages, which n8n replaces with its own in `message`. */
	messages?: string[];
	name?: string;
	/** The IP address that n8n's protection against internal addresses has blocked. */
	ip?: string;
	hostname?: string;
}

/** The code that n8n's helper reports after the execution is canceled. */
const cancelledCode = 'ERR_CANCELED';

/** Codes for messages that describe a cause but contain no code. */
const codesOfWords: Array<[RegExp, string]> = [
	[/^canceled$/, cancelledCode],
	[/^timeout of \d+ms exceeded$/, 'ETIMEDOUT'],
	[/certificate/i, 'CERTIFICATE'],
];

const codeIn = (words: string): string | undefined =>
	/\bE[A-Z_]{4,}\b/.exec(words)?.[0] ?? codesOfWords.find(([pattern]) => pattern.test(words))?.[1];

/** Finds the innermost error with a code, which says what happened. n8n wraps the system's error several times. */
function withCode(error: Failure): Failure | undefined {
	let innermost: Failure | undefined;
	for (let next: Failure | undefined = error; next; next = next.cause) {
		if (typeof next.code === 'string') innermost = next;
	}
	return innermost;
}

/** Finds the cause in the messages, because n8n before version 2 keeps only the messages of the errors that it wraps. */
function fromWords({ message, messages = [] }: Failure): Failure {
	const words = messages[0] ?? message ?? 'No answer arrived';
	return { message: words, code: codeIn(words) };
}

const blockedIp = 'SsrfBlockedIpError';
const blockedHost = 'SsrfBlockedHostnameError';

function blockedIn(error: Failure): BlockedAddressError | undefined {
	for (let next: Failure | undefined = error; next; next = next.cause) {
		const { name, ip, hostname } = next;
		const address = name === blockedIp ? ip : name === blockedHost ? hostname : undefined;
		if (address === undefined) continue;
		const allowed =
			name === blockedIp
				? `add ${address} to N8N_SSRF_ALLOWED_IP_RANGES, or its host name to N8N_SSRF_ALLOWED_HOSTNAMES`
				: `remove ${address} from N8N_SSRF_BLOCKED_HOSTNAMES, or add it to N8N_SSRF_ALLOWED_HOSTNAMES`;
		return new BlockedAddressError(
			`n8n blocks requests to ${address}`,
			`Nothing was sent, because n8n is set up to block internal addresses (N8N_SSRF_PROTECTION_ENABLED). To allow this one, ${allowed} in the environment of n8n`,
		);
	}
	return undefined;
}

/** Converts n8n's error of a request without an answer to the client's error, or to one that says what n8n blocked. */
export function toNetworkError(error: unknown): NetworkError | CancelledError | BlockedAddressError {
	const blocked = blockedIn(error as Failure);
	if (blocked) return blocked;
	const { message = '', code } = withCode(error as Failure) ?? fromWords(error as Failure);
	return code === cancelledCode ? new CancelledError() : new NetworkError(message, code);
}

const joinValues = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));

function readHeaders(headers: object): Record<string, string> {
	const entries = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
	return recordOf(entries.map(([name, value]): [string, string] => [name.toLowerCase(), joinValues(value)]));
}

/** Converts a body to text, which the client reads. In some cases, n8n has already parsed JSON. */
const asText = (body: unknown): string =>
	typeof body === 'string' ? body : body === undefined || body === null ? '' : JSON.stringify(body);

/** Converts an answer of n8n's helper to the client's format. */
export const toHttpResponse = ({ statusCode, headers, body }: IN8nHttpFullResponse): HttpResponse => ({
	status: statusCode,
	headers: readHeaders(headers),
	body: asText(body),
});
