import {
	ApiError,
	CancelledError,
	ClientError,
	ConflictError,
	factsOf,
	messageOf,
	NetworkError,
	ServiceUnavailableError,
	UnexpectedResponseError,
	WaitLimitError,
	type PermissionError,
} from '../http/errors.js';
import type { Delivery } from './requests.js';
import type { Finding } from './findings.js';
import type { ContentPart } from './values.js';

/** The errors of the publishing API. client/http/errors.ts has those that all services share. */

const errorsOfUnknownOutcome = [ServiceUnavailableError, NetworkError, UnexpectedResponseError];

/** Statuses of refusals that the service decides on before it looks at the idempotency key. */
const statusesBeforeKey = [401, 403, 429];

/**
 * Whether a write failed before the service looked at the key of its last try, and the answer to an earlier try got lost. Then the
 * service may have carried out the earlier one.
 */
export const hasUnsettledTry = (error: unknown): boolean =>
	error instanceof ClientError &&
	error.request?.hasLostAnswer === true &&
	!error.request.isRead &&
	(error instanceof WaitLimitError ||
		error instanceof CancelledError ||
		statusesBeforeKey.includes(error.statusCode ?? 0));

/** Whether the error of a write leaves open if the service carried it out. */
export const isOutcomeUnknown = (error: unknown): boolean =>
	errorsOfUnknownOutcome.some((kind) => error instanceof kind) || hasUnsettledTry(error);

/** Refusals after which the same request can still be carried out: they ask for another API key or another time. */
const passingStatuses = [401, 408, 409, 429];

/**
 * Whether the service has refused a write for good: it has done nothing and saved nothing. A service can then refuse its idempotency
 * key for 24 hours, even after the cause is gone.
 */
export const isRefusal = (error: unknown): error is ApiError =>
	error instanceof ApiError &&
	!(error instanceof IdempotencyMismatchError) &&
	error.statusCode >= 400 &&
	error.statusCode < 500 &&
	!passingStatuses.includes(error.statusCode) &&
	error.postId === undefined &&
	!error.request?.hasLostAnswer;

/**
 * 403 with the plain text `error code: 1010`. The proxy in front of the service refused the User-Agent (contract section 1).
 */
export class ProxyRejectionError extends ApiError {}

/**
 * A channel has reached its daily limit. It's a 422 when scheduling and a 429 when publishing now. `availableAt` is the first
 * time with room, if the service names one.
 */
export class PlatformQuotaError extends ApiError {}

/** 409: the first request with this idempotency key is still running. Send the same request again in a moment. */
export class IdempotencyInFlightError extends ConflictError {}

/** 409 with an unknown code: the status of the post is wrong, or the first request with this idempotency key is still running. */
export class UnclearConflictError extends ConflictError {}

/** 422: the idempotency key was already used with another body. A service can say so without a code that is known. */
export class IdempotencyMismatchError extends ApiError {}

/** A write got a successful status but a body that can't be read, so no one knows whether it was carried out. */
export class UnreadableWriteError extends UnexpectedResponseError {}

/**
 * After a lost answer, the client has found posts that this write may have created, but other writes may have created them,
 * too.
 */
export class SamePostsError extends ClientError {
	constructor(
		/** The IDs of the posts that look the same. */
		readonly postIds: string[],
	) {
		super(`The post can't be told from others that look the same: ${postIds.join(', ')}`);
	}
}

/**
 * An earlier try may have made a post more than 24 hours ago, for which the service has forgotten the key, and none is sure to be its
 * post.
 */
export class LateTryError extends ClientError {
	constructor(
		/** The IDs of the posts with the same content. */
		readonly postIds: string[],
	) {
		super('An earlier try may have made the post, and its key is too old to tell');
	}
}

/**
 * An earlier try with other content may have made a post, and what it sent wasn't kept, so its post can't be looked for. A service that
 * has forgotten the key would make a second one.
 */
export class UnfindableTryError extends ClientError {
	constructor() {
		super("An earlier try may have made the post, and what it sent isn't known");
	}
}

/** An earlier try has saved a draft that someone has changed since. It was left as it is. */
export class ChangedTryError extends ClientError {
	constructor(readonly draftId: string) {
		super('The draft that an earlier try has saved was changed since');
	}
}

/** An edit of a scheduled or queued post failed, and the post was restored. `cause` says why. */
export class RevertedEditError extends ClientError {
	constructor(
		override readonly cause: unknown,
		/** When the post was last changed, which is the time when it was restored. */
		readonly updatedAt: string,
	) {
		super(messageOf(cause), { ...factsOf(cause), request: undefined });
	}
}

/** An edit of a scheduled or queued post failed and left the post as a draft. `cause` says why. */
export class UnfinishedEditError extends ClientError {
	constructor(
		override readonly cause: unknown,
		readonly draftId: string,
		/** Whether the draft already has the new content. Undefined if that isn't known. */
		readonly isEdited: boolean | undefined,
		/** How the post was scheduled or queued before. Undefined if the service doesn't say. */
		readonly delivery: Delivery | undefined,
	) {
		super(messageOf(cause), { ...factsOf(cause), request: undefined });
	}
}

/** Calls that aren't part of the base contract, so a service may not have them. */
export type Extra = 'withdraw' | 'postSnapshots';

/** 404 or 405 for a call that isn't part of the base contract. The service doesn't have this call. */
export class NotOfferedError extends ApiError {
	constructor(
		answer: ApiError,
		readonly extra: Extra,
	) {
		super(answer.statusCode, answer);
	}
}

/** A draft that wasn't submitted, because it isn't the one that was approved. */
export class ChangedDraftError extends ClientError {
	constructor(
		/** The parts that someone has changed since. */
		readonly parts: readonly ContentPart[],
	) {
		super('The post was changed after it was approved');
	}
}

/** A post that wasn't sent, because it exceeds fixed limits. Contains all errors and warnings that were found. */
export class PostCheckError extends ClientError {
	constructor(readonly findings: Finding[]) {
		super("The post can't be published as it is");
	}
}

/** A part of a file couldn't be uploaded, even after retries. `cause` says why. */
export class PartUploadError extends ClientError {
	constructor(
		readonly partNumber: number,
		readonly partCount: number,
		/** How often the part was sent. */
		readonly tries: number,
		override readonly cause: unknown,
	) {
		super(`Part ${partNumber} of ${partCount} couldn't be uploaded: ${messageOf(cause)}`);
	}
}

/** How certain the size of a file is if the file wasn't read to its end. */
type SizeBound = 'only' | 'at least' | 'at most';

/** A file is shorter or longer than expected. */
export class SourceSizeError extends ClientError {
	constructor(
		readonly announcedBytes: number,
		readonly foundBytes: number,
		bound: SizeBound,
	) {
		super(`The file should have ${announcedBytes} bytes, but it has ${bound} ${foundBytes}`);
	}
}

const textIn = (fields: Record<string, unknown>, name: string): string | undefined => {
	const value = fields[name];
	return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Codes that were seen for refused arguments (N13). No document lists them, so any other code says nothing about the cause. */
const refusalCode =
	/^(?:conflict|forbidden|idempotency_mismatch|invalid|invalid_request|not_found|platform_quota|too_large)$/;
/** Error codes and words that mean that the service failed, so that other arguments wouldn't help. */
const serviceFaultCode = /internal|server|timeout|unavailable|unknown/i;
const serviceFaultShape =
	/\(50[0-4]\b|\binternal(?:ly)?\b|\bserver (?:error|fault)|\bunavailable\b|\btemporar|\btimed out\b|\bwent wrong\b|\bunexpected (?:error|fault|failure)|\b(?:service|system) (?:failed|fault)|\bcrash/i;

/** A tool was called and failed. `text` is the tool's own explanation. */
export class ToolFailedError extends ClientError {
	/** The service's error code, if the tool returned the error as JSON besides its text. */
	readonly code?: string;
	readonly postId?: string;
	/** The earliest time at which a channel's daily limit has room. */
	readonly availableAt?: string;
	/** Whether the service failed, instead of refusing the arguments. Undefined if neither its code nor its text says so. */
	readonly isServiceFault: boolean | undefined;

	constructor(
		readonly tool: string,
		readonly text: string,
		envelope: Record<string, unknown> = {},
	) {
		super(text);
		this.code = textIn(envelope, 'error');
		this.postId = textIn(envelope, 'post_id');
		this.availableAt = textIn(envelope, 'available_at');
		const { code = '' } = this;
		const isFault = serviceFaultCode.test(code) || (!refusalCode.test(code) && serviceFaultShape.test(text));
		this.isServiceFault = isFault || (refusalCode.test(code) ? false : undefined);
	}
}

/** The service doesn't know this tool, or the API key's permissions don't allow it. */
export class UnknownToolError extends ClientError {
	constructor(
		readonly tool: string,
		/** Names of the tools that can be called. */
		readonly available: string[],
	) {
		super(`The service has no tool ${tool}`);
	}
}

const missingPermissionPrefix = 'missing permission: ';

/** The permission that the API key lacks, according to a 403 (contract section 5). Undefined if the 403 has another reason. */
export function missingPermission({ detail }: PermissionError): string | undefined {
	return detail.startsWith(missingPermissionPrefix)
		? detail.slice(missingPermissionPrefix.length)
		: undefined;
}
