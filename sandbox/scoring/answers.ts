import { STATUS_CODES } from 'node:http';
import { ApiFailure, type Answer } from '../http/answers';
import type { FaultSpec } from '../http/faults';
import type { EnvelopeStyle, ScoringBehaviour } from './types';

/** What an error body can say. */
interface ErrorFacts {
	status: number;
	/** An error code such as `rate_limited`. */
	code: string;
	message: string;
	requestId: string;
	/** Seconds to wait. Undefined if the body doesn't have them. */
	retryAfter: number | undefined;
}

/** An object with one property, or an empty one if the property has no value. */
const given = (name: string, value: unknown): Record<string, unknown> =>
	value === undefined ? {} : { [name]: value };

/** The field that a message names before its first colon, or null. */
const fieldOf = (message: string): string | null => /^([\w.-]+):/.exec(message)?.[1] ?? null;

/** The formats of error bodies (S-N18). */
const envelopes: Readonly<Record<EnvelopeStyle, (facts: ErrorFacts) => Record<string, unknown>>> = {
	code: ({ code, message, requestId, retryAfter }) => ({
		code,
		message,
		request_id: requestId,
		...given('retry_after', retryAfter),
	}),
	framework: ({ status, code }) => ({ error: { status, detail: code } }),
	detail: ({ message }) => ({ detail: message }),
	fields: ({ code, message }) => ({
		detail: [{ type: code, loc: ['body', fieldOf(message) ?? '__root__'], msg: message }],
	}),
	nested: ({ status, code, message, retryAfter }) => ({
		error: {
			code,
			message,
			retryable: status === 429 || status >= 500,
			...given('retry_after', retryAfter),
		},
	}),
	typed: ({ status, code, message, requestId, retryAfter }) => ({
		error: {
			type: status >= 500 ? 'api_error' : 'invalid_request_error',
			code,
			message,
			param: fieldOf(message),
			request_id: requestId,
			...given('retry_after', retryAfter),
		},
	}),
	data: ({ code, message, requestId, retryAfter }) => ({
		data: null,
		error: { code, message, details: given('retry_after', retryAfter) },
		meta: { request_id: requestId },
	}),
	success: ({ code, message, requestId, retryAfter }) => ({
		success: false,
		error: { code, message },
		meta: { request_id: requestId, ...given('retry_after', retryAfter) },
	}),
	flat: ({ code, message, requestId, retryAfter }) => ({
		error: code,
		message,
		request_id: requestId,
		docs_url: `https://docs.example/errors/${code}`,
		...given('retryAfter', retryAfter),
	}),
	statusCode: ({ status, message }) => ({
		statusCode: status,
		message,
		error: STATUS_CODES[status] ?? 'Error',
	}),
	errors: ({ status, message, requestId }) => ({
		errors: [{ id: `E2${status}`, title: message }],
		trace: requestId,
	}),
};

/** The usual code of each status. */
const codeOfStatus: Readonly<Record<number, string>> = {
	400: 'invalid_request',
	401: 'unauthorized',
	402: 'insufficient_credits',
	403: 'forbidden',
	404: 'not_found',
	405: 'method_not_allowed',
	409: 'conflict',
	413: 'payload_too_large',
	422: 'unprocessable',
	429: 'rate_limited',
	500: 'internal_error',
	503: 'service_unavailable',
};

const asFailure = (error: unknown): ApiFailure => {
	if (error instanceof ApiFailure) return error;
	const message = error instanceof Error ? error.message : String(error);
	return new ApiFailure(500, 'internal_error', `sandbox: ${message}`);
};

/** The page of a proxy. */
const page = (status: number): Answer => ({
	status,
	body: `<html><head><title>${status}</title></head><body><h1>Access denied</h1></body></html>`,
	headers: { 'Content-Type': 'text/html' },
});

/**
 * Turns an error into an answer in the current format. Anything but an ApiFailure is a bug in the sandbox and becomes a 500.
 */
export const failureAnswer = (
	error: unknown,
	{ envelope, retryAfter: place, refusals }: ScoringBehaviour,
	requestId: string,
): Answer => {
	const { status, code, detail: message, extras, headers } = asFailure(error);
	if (refusals === 'html' && (status === 401 || status === 403)) return page(status);
	const seconds = extras.retry_after;
	const retryAfter = place === 'body' ? seconds : undefined;
	return {
		status,
		body: envelopes[envelope]({ status, code, message, requestId, retryAfter }),
		headers: {
			...(place === 'header' && seconds !== undefined ? { 'Retry-After': String(seconds) } : {}),
			...headers,
		},
	};
};

const scripted = ({ status = 503, retryAfter }: FaultSpec): ApiFailure =>
	new ApiFailure(
		status,
		codeOfStatus[status] ?? 'internal_error',
		'A scripted fault',
		retryAfter === undefined ? {} : { retry_after: retryAfter },
	);

/** The answer for a fault of kind `status`, `statusAfter` or `body`. The fault's headers replace all others. */
export const faultAnswer = (fault: FaultSpec, behaviour: ScoringBehaviour, requestId: string): Answer => {
	const { kind, body, contentType } = fault;
	const { status, body: envelope, headers } = failureAnswer(scripted(fault), behaviour, requestId);
	const isRaw = kind === 'body';
	return {
		status: isRaw ? (fault.status ?? 200) : status,
		body: isRaw ? body : (body ?? envelope),
		headers: {
			...headers,
			...(contentType === undefined ? {} : { 'Content-Type': contentType }),
			...fault.headers,
		},
	};
};
