import {
	ApiError,
	ClientError,
	ConflictError,
	UnexpectedResponseError,
	type PermissionError,
} from '../http/errors';
import type { Delivery } from './requests';
import type { Finding } from './validation/types';

/** The errors of the publishing client beyond those that every service has. */

/** 403 with the plain text `error code: 1010`: the proxy in front of the service refused the User-Agent (section 1). */
export class ProxyRejectionError extends ApiError {}

/** A channel's daily limit is reached: 422 when scheduling, 429 when publishing now; `availableAt` says when it fits. */
export class PlatformQuotaError extends ApiError {}

/** 409: the first request with this idempotency key is still running; the same request may be repeated in a moment. */
export class IdempotencyInFlightError extends ConflictError {}

/** 422: the idempotency key was used with another body. */
export class IdempotencyMismatchError extends ApiError {}

/** A good status to a write, with a body that cannot be read: nobody knows whether the work was done. */
export class UnreadableWriteError extends UnexpectedResponseError {}

/** After a lost answer there are posts that the write may have made, and that another write may have made as well. */
export class SamePostsError extends ClientError {
	constructor(
		/** The posts that look alike. */
		readonly postIds: string[],
	) {
		super(`The post can't be told from others that look the same: ${postIds.join(', ')}`);
	}
}

/** A scheduled or queued post couldn't be edited, and is again what it was before; `cause` says why. */
export class RevertedEditError extends ClientError {
	readonly statusCode?: number;

	constructor(
		override readonly cause: unknown,
		/** When the post was last changed, which is when it was brought back. */
		readonly updatedAt: string,
	) {
		super((cause as Error).message);
		this.statusCode = (cause as Partial<ApiError>).statusCode;
	}
}

/** An edit of a scheduled or queued post stopped while the post was a draft; `cause` says why. */
export class UnfinishedEditError extends ClientError {
	readonly statusCode?: number;

	constructor(
		override readonly cause: unknown,
		/** The post that is a draft now. */
		readonly draftId: string,
		/** Whether the draft has the new content; undefined where nobody knows. */
		readonly isEdited: boolean | undefined,
		/** The delivery that it had before; undefined where the service doesn't tell. */
		readonly delivery: Delivery | undefined,
	) {
		super((cause as Error).message);
		this.statusCode = (cause as Partial<ApiError>).statusCode;
	}
}

/** Calls beyond the base contract, which a service may not have. */
export type Extra = 'withdraw' | 'postSnapshots';

/** 404 or 405 to a call beyond the base contract: this service does not have it. */
export class NotOfferedError extends ApiError {
	constructor(
		answer: ApiError,
		readonly extra: Extra,
	) {
		super(answer.statusCode, answer);
		// The answer brought the name of its own class along.
		this.name = new.target.name;
	}
}

/** A post that was not sent, because it breaks fixed limits: every one of them, and what else was noticed. */
export class PostCheckError extends ClientError {
	constructor(readonly findings: Finding[]) {
		super("The post can't be published as it is");
	}
}

/** A part could not be uploaded, after all retries; `cause` says why. */
export class PartUploadError extends ClientError {
	constructor(
		readonly partNumber: number,
		readonly partCount: number,
		override readonly cause: unknown,
	) {
		super(`Part ${partNumber} of ${partCount} couldn't be uploaded: ${(cause as Error).message}`);
	}
}

/** How exactly the size of a file is known that is not read to its end. */
type SizeBound = 'only' | 'at least' | 'at most';

/** The file has fewer or more bytes than were announced. */
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

/** Codes and words of a failure that other arguments would not mend. */
const serviceFaultCodes = ['internal', 'unavailable'];
const serviceFaultShape =
	/\((?:500|502|503|504)\b|\binternal (?:server )?error\b|\bunavailable\b|\btemporarily\b|\btimed out\b|\bwent wrong\b/i;

/** A tool was called and could not do its work; `text` is what it says about that. */
export class ToolFailedError extends ClientError {
	/** The service's error code, if the tool returned the error as JSON besides its text. */
	readonly code?: string;
	readonly postId?: string;
	/** The earliest time at which a channel's daily cap has room again. */
	readonly availableAt?: string;
	/** Whether the service failed and not what the tool was asked for. */
	readonly isServiceFault: boolean;

	constructor(
		readonly tool: string,
		readonly text: string,
		envelope: Record<string, unknown> = {},
	) {
		super(text);
		this.code = textIn(envelope, 'error');
		this.postId = textIn(envelope, 'post_id');
		this.availableAt = textIn(envelope, 'available_at');
		this.isServiceFault =
			serviceFaultCodes.includes(this.code ?? '') ||
			(this.code === undefined && serviceFaultShape.test(text));
	}
}

/** The key, or the permissions of its maker, do not have this tool, or the service does not know it. */
export class UnknownToolError extends ClientError {
	constructor(
		readonly tool: string,
		/** Names of the tools there are. */
		readonly available: string[],
	) {
		super(`The service has no tool ${tool}`);
	}
}

const missingPermissionPrefix = 'missing permission: ';

/** The permission that a 403 says the key lacks (contract section 5); undefined where the 403 is about something else. */
export function missingPermission({ detail }: PermissionError): string | undefined {
	return detail.startsWith(missingPermissionPrefix)
		? detail.slice(missingPermissionPrefix.length)
		: undefined;
}
