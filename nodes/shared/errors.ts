import { ClientError, factsOf } from '../../client/http/errors';
import { isObject } from '../../client/http/json';

/** The nodes' own errors. The user sees their `message` and `description` unchanged. */

/** The user must change a value before anything can be sent. */
export class ParameterError extends Error {
	override readonly name = 'ParameterError';

	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}

abstract class DescribedClientError extends ClientError {
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}

/** Someone must connect the OAuth2 credential, or connect it again. */
export class SignInError extends DescribedClientError {}

/** n8n is set up to block internal addresses, and blocked a request or its redirect. Nothing was sent. */
export class BlockedAddressError extends DescribedClientError {}

/** The source of a write's idempotency key. */
export type KeySource = 'approval' | 'content' | 'execution' | 'user';

/** What the node knows about the work that an error has ended. */
export interface WorkContext {
	/** The ID of the post that was saved before. */
	postId?: string;
	/** Whether the next run of the node from the editor continues with that post. */
	continuesDraft?: boolean;
	/** What is uploaded, as errors name it: its field or its URL's number, and its format if the service isn't known to accept it. */
	file?: { name: string; format?: string; advice?: string };
	/** The IDs of the assets that were uploaded before. */
	uploadedAssetIds?: string[];
	/** The source of the work's idempotency key. */
	keySource?: KeySource;
	/** The operation that the status of the post doesn't allow. */
	statusConflict?: { operation: string; status: string; answer?: string };
	/** Credits that were spent on the item before the call that failed. */
	creditsBefore?: number;
	/** Credits that the item has cost, including those that the failed call may have cost. */
	creditsCost?: number;
}

/** Contexts by error, because errors can be of any class. */
const contexts = new WeakMap<object, WorkContext>();

/** Returns what the node knows about the work that an error has ended. */
export function contextOf(error: unknown): WorkContext {
	const { postId } = factsOf(error);
	return { postId, ...(isObject(error) ? contexts.get(error) : {}) };
}

/** Records for an error which work it has ended. Returns the same error. */
export function withContext(error: unknown, context: WorkContext): unknown {
	if (isObject(error)) contexts.set(error, { ...contexts.get(error), ...context });
	return error;
}

/** Returns the error with a context for one item only. Doesn't change the original error, because several items can share it. */
export const withOwnContext = (error: unknown, context: WorkContext): unknown =>
	isObject(error) ? withContext(Object.create(error), { ...contextOf(error), ...context }) : error;
