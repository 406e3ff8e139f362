import { STATUS_CODES } from 'node:http';
import type { EnvelopeStyle } from '../types';

/** What an error envelope can say. */
export interface ErrorFacts {
	status: number;
	/** A word such as `rate_limited`. */
	code: string;
	message: string;
	requestId: string;
	/** Seconds to wait; undefined where the body is not to say so. */
	retryAfter: number | undefined;
}

/** A property that is there only with a value. */
const given = (name: string, value: unknown): Record<string, unknown> =>
	value === undefined ? {} : { [name]: value };

/** The part of a message before its first colon names the field, where there is one. */
const fieldOf = (message: string): string | null => /^([\w.-]+):/.exec(message)?.[1] ?? null;

/** How each style writes an error (S-N18). */
export const envelopes: Readonly<Record<EnvelopeStyle, (facts: ErrorFacts) => Record<string, unknown>>> = {
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
};
