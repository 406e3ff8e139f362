import { ClientError, InvalidRequestError, NetworkError, type ApiError } from './errors';
import { idempotencyKeyMax } from './idempotency';
import { redact } from './redact';
import { withRetries, type Repeatability, type RetryPolicy } from './retry';
import { isLongerThan } from './text';
import type { HttpMethod, HttpRequest, HttpResponse, Send, Sleep } from './types';

/** A value of a query parameter; undefined leaves the parameter out, a list is joined by commas. */
type QueryValue = string | number | readonly string[] | undefined;

/** One call to a service, before it becomes HTTP. */
export interface Call {
	method: HttpMethod;
	/** Path under the base address, exactly as the contract writes it. */
	path: string;
	query?: Record<string, QueryValue>;
	/** Sent as JSON; undefined sends no body. */
	body?: unknown;
	/** Makes a write repeatable; empty or undefined sends none. */
	idempotencyKey?: string;
	/** Whether a write may be sent again where its key doesn't say so: a key makes it `repeatable`. */
	repeatability?: Repeatability;
	/** An ETag kept from an earlier answer; makes a 304 a normal answer. */
	ifNoneMatch?: string;
	/** Beyond those that every call has, or instead of them. */
	headers?: Record<string, string>;
	/** Throws where an answer with a good status tells of a failure, so that the retry policy sees it. */
	inspect?: (response: HttpResponse) => void;
}

/** What one service needs to be called. */
interface Connection {
	/** Origin and optional path prefix, without a trailing slash. */
	baseUrl: string;
	userAgent: string;
	send: Send;
	sleep: Sleep;
	retryPolicy: RetryPolicy;
	/** Milliseconds for one request. */
	timeoutMs: number;
	/** Turns an error status into an error; texts come redacted. */
	readError: (response: HttpResponse) => ApiError;
	/** Texts that never may be seen, such as the key. */
	secrets?: readonly string[];
}

/** Sends calls to one service: retries by its policy, error statuses as errors. 2xx and 304 are returned. */
export type Requester = (call: Call) => Promise<HttpResponse>;

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
	if (!url)
		throw new InvalidRequestError(field, 'must be a web address that starts with http:// or https://');
	const { origin, pathname } = url;
	const path = pathname.replace(/\/+$/, '');
	const bare = path.endsWith(prefix) ? path.slice(0, -prefix.length) : path;
	return `${origin}${bare}`.replace(/\/+$/, '');
}

function encodeQuery(query: Record<string, QueryValue> = {}): string {
	const pairs = Object.entries(query)
		.filter(
			([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
		)
		.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
	return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function encode(call: Call, { baseUrl, userAgent, timeoutMs }: Connection): HttpRequest {
	const headers: Record<string, string> = { Accept: 'application/json', 'User-Agent': userAgent };
	if (call.body !== undefined) headers['Content-Type'] = 'application/json';
	if (call.idempotencyKey) headers['Idempotency-Key'] = call.idempotencyKey;
	if (call.ifNoneMatch) headers['If-None-Match'] = call.ifNoneMatch;
	Object.assign(headers, call.headers);
	return {
		method: call.method,
		url: `${baseUrl}${call.path}${encodeQuery(call.query)}`,
		headers,
		timeoutMs,
		...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
	};
}

function toNetworkError(error: unknown, secrets: readonly string[] = []): ClientError {
	if (error instanceof ClientError) return error;
	const { message, code } = error as { message?: string; code?: string };
	return new NetworkError(redact(message ?? 'No answer arrived', secrets), code);
}

function repeatabilityOf({ method, repeatability, idempotencyKey }: Call): Repeatability | undefined {
	if (repeatability) return repeatability;
	if (method === 'GET') return 'read';
	return idempotencyKey ? 'repeatable' : undefined;
}

/**
 * Creates the one function that talks to a service.
 * Throws the service's `ApiError`, a `NetworkError` when nothing came back, or an `InvalidRequestError` for an
 * idempotency key that is too long (contract section 8).
 */
export function createRequester(connection: Connection): Requester {
	const { send, sleep, retryPolicy: policy, readError, secrets } = connection;
	const sendOnce = async (request: HttpRequest, inspect?: Call['inspect']): Promise<HttpResponse> => {
		const response = await send(request).catch((error: unknown) => {
			throw toNetworkError(error, secrets);
		});
		const isConditional = 'If-None-Match' in request.headers;
		if ((response.status >= 200 && response.status < 300) || (response.status === 304 && isConditional)) {
			inspect?.(response);
			return response;
		}
		throw readError(response);
	};
	return async (call) => {
		if (isLongerThan(call.idempotencyKey ?? '', idempotencyKeyMax)) {
			throw new InvalidRequestError('idempotencyKey', `is longer than ${idempotencyKeyMax} characters`);
		}
		const request = encode(call, connection);
		const repeatability = repeatabilityOf(call);
		const attempt = async () => await sendOnce(request, call.inspect);
		return await withRetries(attempt, { policy, sleep, repeatability }).catch((error: unknown) => {
			const { method, path } = call;
			throw Object.assign(error as object, { isRead: repeatability === 'read', method, path });
		});
	};
}
