import { CancelledError, InvalidRequestError, requestAfter, toClientError, type ApiError } from './errors.js';
import { idempotencyKeyMax } from './idempotency.js';
import { retryDelayMs, type Repeatability, type RetryPolicy } from './retry.js';
import { isLongerThan } from './text.js';
import type { HttpMethod, HttpRequest, HttpResponse, RequestFacts, Send, Sleep } from './types.js';

/** A value of a query parameter. Undefined leaves the parameter out. A list is joined with commas. */
type QueryValue = string | number | readonly string[] | undefined;

/** One call to a service, before it becomes HTTP. */
export interface Call {
	method: HttpMethod;
	/** Path below the base address, exactly as in the contract. */
	path: string;
	query?: Record<string, QueryValue>;
	/** The body, sent as JSON. Undefined sends no body. */
	body?: unknown;
	/** Makes a write safe to retry. Empty or undefined sends no key. */
	idempotencyKey?: string;
	/**
	 * Which failures allow a retry. Default: `read` for a GET, `repeatable` for a write with a key, otherwise `never`. `never`
	 * still allows one after an answer that says that the service did nothing.
	 */
	repeatability?: Repeatability | 'never';
	/** An ETag from an earlier answer. A 304 then counts as success. */
	ifNoneMatch?: string;
	/** Headers to add to those of every call, or to replace them. */
	headers?: Record<string, string>;
	/** Throws if an answer with a successful status reports a failure, so that the retry policy can handle it. */
	inspect?: (response: HttpResponse) => void;
	/** Whether the caller handles a failure instead of the retry policy. */
	leaves?: (failure: unknown) => boolean;
	/** What a write does, for the errors of the call. */
	write?: RequestFacts['write'];
	/** The credits that each try costs. Default 0. */
	cost?: number;
	/** Runs before each retry. Throws the failure or another error if the request must not be sent again. */
	beforeRetry?: (failure: unknown) => Promise<void>;
}

/** What is needed to call a service. */
interface Connection {
	/** Origin with an optional path prefix and no trailing slash. */
	baseUrl: string;
	userAgent: string;
	send: Send;
	sleep: Sleep;
	retryPolicy: RetryPolicy;
	/** Timeout of one request, in milliseconds. */
	timeoutMs: number;
	/** Turns an answer with an error status into an error without secrets. */
	readError: (response: HttpResponse) => ApiError;
	/** Texts to remove from errors, such as the API key. */
	secrets?: readonly string[];
}

/** Sends a call to a service, with retries. Returns answers with 2xx and 304, and throws for all other statuses. */
export type Requester = (call: Call) => Promise<HttpResponse>;

/** Each run of slashes is looked at once, so the time grows linearly with the text. */
const withoutTrailingSlashes = (text: string): string => text.replace(/(?<!\/)\/+$/, '');

/**
 * Normalizes the address of an API. The result starts with http or https and has no trailing slash and no `prefix`, which every
 * path of the API already starts with. Throws an `InvalidRequestError` for `field` if the text isn't such an address.
 */
export function normaliseAddress(text: string | undefined, field: string, prefix: string): string {
	const trimmed = typeof text === 'string' ? text.trim() : '';
	if (trimmed === '') throw new InvalidRequestError(field, 'is missing');
	if (!/^https?:\/\/[^\s/?#]+/i.test(trimmed) || !URL.canParse(trimmed))
		throw new InvalidRequestError(field, 'must be a web address that starts with http:// or https://');
	const { origin, pathname } = new URL(trimmed);
	const path = withoutTrailingSlashes(pathname);
	const bare = path.endsWith(prefix) ? path.slice(0, -prefix.length) : path;
	return withoutTrailingSlashes(`${origin}${bare}`);
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
	return {
		method: call.method,
		url: `${baseUrl}${call.path}${encodeQuery(call.query)}`,
		headers: { ...headers, ...call.headers },
		timeoutMs,
		...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
	};
}

function repeatabilityOf({ method, repeatability, idempotencyKey }: Call): Repeatability | undefined {
	if (repeatability === 'never') return undefined;
	if (repeatability) return repeatability;
	if (method === 'GET') return 'read';
	return idempotencyKey ? 'repeatable' : undefined;
}

/** Sends a request once. */
async function sendOnce(
	{ send, readError, secrets }: Connection,
	request: HttpRequest,
	facts: RequestFacts,
	inspect: Call['inspect'],
): Promise<HttpResponse> {
	const answer = await send(request).catch((error: unknown) => {
		// A request that was stopped on its way may have arrived.
		const isStopped = error instanceof CancelledError;
		const stopped = { ...facts, hasLostAnswer: true, charged: facts.charged + facts.cost };
		throw toClientError(error, secrets, isStopped ? stopped : facts);
	});
	const response = { ...answer, request: facts };
	const isConditional = 'If-None-Match' in request.headers;
	if ((response.status >= 200 && response.status < 300) || (response.status === 304 && isConditional)) {
		inspect?.(response);
		return response;
	}
	throw readError(response);
}

/**
 * Creates the only function that calls a service. It throws the service's `ApiError`, a `NetworkError` if no answer arrived, or
 * an `InvalidRequestError` if the idempotency key is too long (contract section 8).
 */
export function createRequester(connection: Connection): Requester {
	const { sleep, retryPolicy, secrets } = connection;
	return async (call) => {
		if (isLongerThan(call.idempotencyKey ?? '', idempotencyKeyMax)) {
			throw new InvalidRequestError('idempotencyKey', `is longer than ${idempotencyKeyMax} characters`);
		}
		const request = encode(call, connection);
		const repeatability = repeatabilityOf(call);
		const isRead = repeatability === 'read';
		const { cost = 0, path, write } = call;
		let facts: RequestFacts = { path, isRead, write, cost, hasLostAnswer: false, charged: 0 };
		for (let retry = 0; ; retry++) {
			const outcome = await sendOnce(connection, request, facts, call.inspect).then(
				(response) => ({ response }),
				(failure: unknown) => ({ failure }),
			);
			if ('response' in outcome) return outcome.response;
			const { failure } = outcome;
			const waitMs = retryDelayMs(retryPolicy, failure, retry, repeatability);
			if (waitMs === undefined || call.leaves?.(failure)) throw failure;
			const next = requestAfter(failure, facts);
			await sleep(waitMs, failure).catch((error: unknown) => {
				throw toClientError(error, secrets, next);
			});
			await call.beforeRetry?.(failure);
			facts = next;
		}
	};
}
