/** What a service said about a failure, read from the error envelope and the headers. */
export interface ErrorDetails {
	/** The service's machine-readable code, e.g. `invalid_request`. */
	code?: string;
	/** The service's own sentence about what went wrong, with secrets removed. */
	detail: string;
	/** Which limit was reached, e.g. `credential_writes` or `platform_quota:tiktok`. */
	tier?: string;
	limit?: number;
	remaining?: number;
	/** Seconds to wait before the next try. */
	retryAfter?: number;
	/** The earliest publish time that fits a channel's daily limit; null when the service does not know it. */
	availableAt?: string | null;
	/** The post that was saved before the failure. */
	postId?: string;
	/** Methods that the path allows, from the `Allow` header of a 405. */
	allow?: string;
	requestId?: string;
	/** The parsed error body as it came. */
	envelope?: unknown;
}

/** Root of every error the client throws on purpose. */
export abstract class ClientError extends Error {
	/** Whether the request could change nothing; undefined where no request was made. */
	isRead?: boolean;
	/** Method of the request that failed; undefined where no request was made. */
	method?: string;
	/** Path of the request that failed, without its query; undefined where no request was made. */
	path?: string;

	constructor(message: string) {
		super(message);
		this.name = new.target.name;
	}
}

/** A request that was not sent because a value breaks a fixed rule of the contract. */
export class InvalidRequestError extends ClientError {
	constructor(
		/** The request's field, as a path such as `perAccount.<id>.boardId`. */
		readonly field: string,
		readonly problem: string,
	) {
		super(`${field}: ${problem}`);
	}
}

/** No answer arrived: the host was not found, refused, hung up or took too long. */
export class NetworkError extends ClientError {
	readonly statusCode = undefined;
	readonly requestId = undefined;
	readonly envelope = undefined;

	constructor(
		message: string,
		/** The system's code, e.g. `ECONNREFUSED`, where there is one. */
		readonly code?: string,
	) {
		super(message);
	}
}

/** The caller stopped during a request or a wait, such as when an execution is canceled. */
export class CancelledError extends ClientError {
	constructor() {
		super('The work was canceled');
	}
}

/** More waiting is needed than the caller allows; what was done before stays done. */
export class WaitLimitError extends ClientError {
	constructor(
		/** Seconds waited so far. */
		readonly waitedSeconds: number,
		/** Seconds of the wait that would be too long. */
		readonly retryAfter: number,
	) {
		super(`${retryAfter} more seconds of waiting are needed after ${waitedSeconds} seconds`);
	}
}

/** An answer with a good status whose body is not what the contract says. */
export class UnexpectedResponseError extends ClientError {
	constructor(
		readonly statusCode: number,
		readonly problem: string,
	) {
		super(`The answer can't be used. ${problem}`);
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
	readonly postId?: string;
	readonly allow?: string;
	readonly requestId?: string;
	readonly envelope?: unknown;

	constructor(
		readonly statusCode: number,
		details: ErrorDetails,
	) {
		super(details.detail);
		this.detail = details.detail;
		Object.assign(this, details);
	}
}

/** 3xx: the service has another address, which `detail` names. The client doesn't send the API key there. */
export class RedirectError extends ApiError {}
/** 400: the request could not be read. */
export class BadRequestError extends ApiError {}
/** 401: the key is missing, wrong, expired or revoked. */
export class AuthenticationError extends ApiError {}
/** 402: the account is out of credits. */
export class InsufficientCreditsError extends ApiError {}
/** 403: the key lacks a permission, or may not use a channel. */
export class PermissionError extends ApiError {}
/** 401 or 403 that the API can't have sent: a web page or a plain text, such as of a proxy, a firewall or another website. */
export class ForeignAnswerError extends ApiError {}
/** 404: not there, or not visible to this key. */
export class NotFoundError extends ApiError {}
/** 405: the path doesn't support this method. `allow` lists the methods it supports. */
export class MethodNotAllowedError extends ApiError {}
/** 409: the current status of the object doesn't allow the request. */
export class ConflictError extends ApiError {}
/** 413: the body is larger than the service accepts. */
export class PayloadTooLargeError extends ApiError {}
/** 422: the request is well formed, but the service refuses its content. */
export class ValidationError extends ApiError {}
/** 429: too many requests; `retryAfter` says how many seconds to wait. */
export class RateLimitError extends ApiError {}
/** 5xx: the service failed or is not available. */
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

/** The error class for a status; statuses without one of their own are a plain `ApiError`. */
export function createApiError(status: number, details: ErrorDetails): ApiError {
	const ErrorClass = status >= 500 ? ServiceUnavailableError : (errorByStatus[status] ?? ApiError);
	return new ErrorClass(status, details);
}
