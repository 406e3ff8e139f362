import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { CancelledError, NetworkError } from '../../client/http/errors.js';
import { isObject, recordOf } from '../../client/http/json.js';
import type { HttpResponse } from '../../client/http/types.js';
import { BlockedAddressError } from './errors.js';

/** An error of n8n or of the system, whose properties can have any form. */
export type Failure = Readonly<Record<string, unknown>>;

/** An error, then its cause, then the cause of that, and so on. */
type Failures = readonly Failure[];

/** Lists an error and its causes. Empty for a value that isn't an object. */
export function failuresOf(error: unknown): Failures {
	const failures = new Set<Failure>();
	for (let next = error; isObject(next) && !failures.has(next); next = next.cause) failures.add(next);
	return [...failures];
}

/** The messages of an error, the original ones first. n8n replaces those with its own in `message`. */
export const messagesOf = ({ messages, message }: Failure): string[] =>
	[...(Array.isArray(messages) ? messages : []), message].filter((words) => typeof words === 'string');

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

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** What an error says about its cause. */
interface Cause {
	message: string;
	code?: string;
}

/** The innermost error with a code, which says what happened. n8n wraps the system's error several times. */
function withCode(failures: Failures): Cause | undefined {
	const { code, message } = failures.findLast((failure) => typeof failure.code === 'string') ?? {};
	return code === undefined ? undefined : { message: asText(message) ?? '', code: asText(code) };
}

/** Finds the cause in the messages, because n8n 2.8 keeps only the messages of the errors that it wraps. */
function fromWords([failure = {}]: Failures): Cause {
	const [message = 'No answer arrived'] = messagesOf(failure);
	return { message, code: codeIn(message) };
}

const blockedIp = 'SsrfBlockedIpError';
const blockedHost = 'SsrfBlockedHostnameError';

/** The address that n8n's protection against internal addresses has blocked, and how to allow it. */
function readBlocked({ name, ip, hostname }: Failure): { address: string; allowed: string } | undefined {
	if (name === blockedIp && typeof ip === 'string') {
		const allowed = `add ${ip} to N8N_SSRF_ALLOWED_IP_RANGES, or its host name to N8N_SSRF_ALLOWED_HOSTNAMES`;
		return { address: ip, allowed };
	}
	if (name === blockedHost && typeof hostname === 'string') {
		const allowed = `remove ${hostname} from N8N_SSRF_BLOCKED_HOSTNAMES, or add it to N8N_SSRF_ALLOWED_HOSTNAMES`;
		return { address: hostname, allowed };
	}
	return undefined;
}

/** Converts n8n's error of a request without an answer to the client's error, or to one that says what n8n blocked. */
export function toNetworkError(error: unknown): NetworkError | CancelledError | BlockedAddressError {
	const failures = failuresOf(error);
	const [blocked] = failures.flatMap((failure) => readBlocked(failure) ?? []);
	if (blocked) {
		const { address, allowed } = blocked;
		return new BlockedAddressError(
			`n8n blocks requests to ${address}`,
			`n8n is set up to block internal addresses (N8N_SSRF_PROTECTION_ENABLED). To allow this one, ${allowed} in the environment of n8n`,
		);
	}
	const { message, code } = withCode(failures) ?? fromWords(failures);
	return code === cancelledCode ? new CancelledError() : new NetworkError(message, code);
}

const joinValues = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));

function readHeaders(headers: object): Record<string, string> {
	const entries = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
	return recordOf(entries.map(([name, value]): [string, string] => [name.toLowerCase(), joinValues(value)]));
}

/** Converts a body to text, which the client reads. In some cases, n8n has already parsed JSON. */
const bodyAsText = (body: unknown): string =>
	typeof body === 'string' ? body : body === undefined || body === null ? '' : JSON.stringify(body);

/** Converts an answer of n8n's helper to the client's format. */
export const toHttpResponse = ({ statusCode, headers, body }: IN8nHttpFullResponse): HttpResponse => ({
	status: statusCode,
	headers: readHeaders(headers),
	body: bodyAsText(body),
});
