import { isObject } from './json.js';
import { redact } from './redact.js';
import type { HttpResponse, RequestFacts } from './types.js';

/** What an error says about its request, and about the answer if there is one. */
interface AnswerFacts {
	statusCode?: number;
	requestId?: string;
	/** The body: parsed JSON, or the beginning of another text. */
	envelope?: unknown;
	request?: RequestFacts;
}

/** What a service says about a failure, in the error body and the headers. */
export interface ErrorDetails extends Omit<AnswerFacts, 'statusCode'> {
	/** The service's machine-readable code, e.g. `invalid_request`. */
	code?: string;
	/** The service's own explanation, with secrets removed. */
	detail: string;
	/** The limit that was reached, e.g. `credential_writes` or `platform_quota:tiktok`. */
	tier?: string;
	limit?: number;
	remaining?: number;
	/** Seconds to wait before trying again. */
	retryAfter?: number;
	/** The earliest publish time that fits a channel's daily limit. Null when the service doesn't know it. */
	availableAt?: string | null;
	/** The ID of the post that was saved before the failure. */
	postId?: string;
	/** Methods that the path supports, from the `Allow` header of a 405. */
	allow?: string;
}

/** Base class of all errors that the client throws on purpose. */
export abstract class ClientError extends Error {
	/** The failed request. Undefined when no request was sent. */
	readonly request?: RequestFacts;
	/** The HTTP status of the answer. Undefined without an answer. */
	readonly statusCode?: number;
	/** The service's ID of the request, if the answer has one. */
	readonly requestId?: string;
	/** The body of the answer: parsed JSON, or the beginning of another text. */
	readonly envelope?: unknown;

	constructor(message: string, { statusCode, requestId, envelope, request }: AnswerFacts = {}) {
		super(message);
		this.name = new.target.name;
		this.statusCode = statusCode;
		this.requestId = requestId;
		this.envelope = envelope;
		this.request = request;
	}

	/** The credits that the failed call may have cost with all its requests. Undefined if it has cost nothing. */
	get possibleCharge(): number | undefined {
		return (this.request && requestAfter(this, this.request).charged) || undefined;
	}
}

/** What an error can say about a failed request. */
export type ErrorFacts = Partial<
	ErrorDetails &
		AnswerFacts &
		Pick<ClientError, 'possibleCharge'> & { draftId: string; updatedAt: string; findings: object[] }
>;

/** What an error of any kind says about a failed request. Empty for errors that the client doesn't throw on purpose. */
export const factsOf = (error: unknown): ErrorFacts => (error instanceof ClientError ? error : {});

/** The message of an error of any kind. Empty for a value without one. */
export const messageOf = (error: unknown): string =>
	isObject(error) && typeof error.message === 'string' ? error.message : '';

/** Describes an answer with an error status that has no text of its own. @param texts what the service's statuses mean */
export function describeStatus(
	{ status, headers: { location } }: Pick<HttpResponse, 'status' | 'headers'>,
	texts: Readonly<Record<number, string>>,
): string {
	if (status < 400 && location !== undefined) return `The address in use redirects to ${redact(location)}`;
	return texts[status] ?? `The service answered with status ${status}`;
}

/** A request that wasn't sent because a value breaks a fixed rule of the contract. */
export class InvalidRequestError extends ClientError {
	constructor(
		/** The field of the request, as a path such as `perAccount.<id>.boardId`. */
		readonly field: string,
		readonly problem: string,
	) {
		super(`${field}: ${problem}`);
	}
}

/** The service sent no answer. The host wasn't found, refused or closed the connection, or took too long. */
export class NetworkError extends ClientError {
	constructor(
		message: string,
		/** The system's error code, such as `ECONNREFUSED`, if there is one. */
		readonly code?: string,
		request?: RequestFacts,
	) {
		super(message, { request });
	}
}

/** The caller stopped the work during a request or a wait, for example because the execution was canceled. */
export class CancelledError extends ClientError {
	constructor(request?: RequestFacts) {
		super('The work was canceled', { request });
	}
}

/** A request would have to wait longer than the caller allows. Work that was already done isn't undone. */
export class WaitLimitError extends ClientError {
	/** The service's code, tier, limit and remaining requests, if it said why to wait. */
	readonly code?: string;
	readonly tier?: string;
	readonly limit?: number;
	readonly remaining?: number;

	constructor(
		/** Seconds waited so far. */
		readonly waitedSeconds: number,
		/** Seconds of the wait that would exceed the limit. */
		readonly retryAfter: number,
		/** What the error says after which the wait was needed. */
		reason: ErrorFacts = {},
	) {
		super(`${retryAfter} more seconds of waiting are needed after ${waitedSeconds} seconds`, reason);
		this.code = reason.code;
		this.tier = reason.tier;
		this.limit = reason.limit;
		this.remaining = reason.remaining;
	}
}

/**
 * Converts the failure of a `send` or of a wait to an error of the client about a request. Hides secrets in its message.
 * @param secrets texts to hide besides credentials and the queries of addresses
 */
export function toClientError(
	failure: unknown,
	secrets: readonly string[] = [],
	request?: RequestFacts,
): ClientError {
	if (failure instanceof CancelledError) return new CancelledError(request);
	if (failure instanceof WaitLimitError)
		return new WaitLimitError(failure.waitedSeconds, failure.retryAfter, { ...failure, request });
	if (failure instanceof UnexpectedResponseError)
		return new UnexpectedResponseError(failure.statusCode, failure.problem, {
			...failure,
			request: failure.request ?? request,
		});
	if (failure instanceof ClientError && !(failure instanceof NetworkError)) return failure;
	const code = isObject(failure) && typeof failure.code === 'string' ? failure.code : undefined;
	return new NetworkError(redact(messageOf(failure) || 'No answer arrived', secrets), code, request);
}

/** An answer with a successful status, but with a body that doesn't match the contract. */
export class UnexpectedResponseError extends ClientError {
	declare readonly statusCode: number;

	constructor(
		statusCode: number,
		readonly problem: string,
		facts: Omit<AnswerFacts, 'statusCode'> = {},
	) {
		super(`The answer can't be used. ${problem}`, { ...facts, statusCode });
	}
}

/** The service answered with an error status (contract section 7). */
export class ApiError extends ClientError {
	readonly code?: string;
	readonly detail: string;
	readonly tier?: string;
	readonly limit?: number;
	readonly remaining?: number;
	readonly retryAfter?: number;
	readonly availableAt?: string | null;
	/** The post that was saved before the failure, as the service or an earlier request of the same call says. */
	readonly postId?: string;
	readonly allow?: string;
	declare readonly statusCode: number;

	constructor(statusCode: number, details: ErrorDetails) {
		super(details.detail, { ...details, statusCode });
		this.code = details.code;
		this.detail = details.detail;
		this.tier = details.tier;
		this.limit = details.limit;
		this.remaining = details.remaining;
		this.retryAfter = details.retryAfter;
		this.availableAt = details.availableAt;
		const { isSaved, postId } = details.request?.write ?? {};
		this.postId = details.postId ?? (isSaved ? postId : undefined);
		this.allow = details.allow;
	}
}

/** 3xx: the service has moved to another address, which `detail` names. The client doesn't send the API key there. */
export class RedirectError extends ApiError {}
/** 400: the service can't read the request. */
export class BadRequestError extends ApiError {}
/** 401: the API key is missing, wrong, expired or revoked. */
export class AuthenticationError extends ApiError {}
/** 402: the account is out of credits. */
export class InsufficientCreditsError extends ApiError {}
/** 403: the API key lacks a permission or can't use a channel. */
export class PermissionError extends ApiError {}
/**
 * A 401 or 403 that doesn't come from the API. Its body is a web page or plain text, for example from a proxy or a firewall.
 */
export class ForeignAnswerError extends ApiError {}
/** 404: doesn't exist, or isn't visible to this API key. */
export class NotFoundError extends ApiError {}
/** 405: the path doesn't support this method. `allow` lists the methods it supports. */
export class MethodNotAllowedError extends ApiError {}
/** 409: the current status of the object doesn't allow the request. */
export class ConflictError extends ApiError {}
/** 413: the body is larger than the service accepts. */
export class PayloadTooLargeError extends ApiError {}
/** 422: the request is well-formed, but the service refuses its content. */
export class ValidationError extends ApiError {}
/** 429: too many requests. `retryAfter` has the seconds to wait. */
export class RateLimitError extends ApiError {}
/** 5xx: the service failed or isn't available. */
export class ServiceUnavailableError extends ApiError {}

const errorByStatus: Record<number, typeof ApiError> = {
	301: RedirectError,
	302: RedirectError,
	303: RedirectError,
	307: RedirectError,
	308: RedirectError,
	400: BadRequestError,
	401: AuthenticationError,
	402: InsufficientCreditsError,
	403: PermissionError,
	404: NotFoundError,
	405: MethodNotAllowedError,
	409: ConflictError,
	413: PayloadTooLargeError,
	422: ValidationError,
	429: RateLimitError,
};

/** Creates the error for a status. A status without a class of its own becomes a plain `ApiError`. */
export function createApiError(status: number, details: ErrorDetails): ApiError {
	const ErrorClass = status >= 500 ? ServiceUnavailableError : (errorByStatus[status] ?? ApiError);
	return new ErrorClass(status, details);
}

/** Codes of failures before a request is sent. */
const unsent: ReadonlyArray<string | undefined> = ['EAI_AGAIN', 'ECONNREFUSED', 'ENOTFOUND'];

/** Whether the service may have carried out a request although its answer got lost. */
export const isAnswerLost = (error: unknown): error is ClientError =>
	error instanceof NetworkError ? !unsent.includes(error.code) : error instanceof UnexpectedResponseError;

/** Whether a request may have been charged although it failed. No document says that a 5xx is free. */
const mayBeCharged = (failure: unknown): boolean =>
	isAnswerLost(failure) || failure instanceof ServiceUnavailableError;

/** What the errors of the next try of a request say about it. */
export const requestAfter = (failure: unknown, request: RequestFacts): RequestFacts => ({
	...request,
	hasLostAnswer: request.hasLostAnswer || isAnswerLost(failure),
	charged: request.charged + (mayBeCharged(failure) ? request.cost : 0),
});
