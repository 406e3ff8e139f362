import { ClientError, factsOf, messageOf } from '../../client/http/errors.js';

/** The nodes' own errors. The user sees their `message` and `description` unchanged. */

/** The user must change a value before anything can be sent. */
export class ParameterError extends Error {
	override readonly name = 'ParameterError';

	/** @param before the facts about the error of an earlier node, if that is why the value is missing */
	constructor(
		message: string,
		readonly description: string,
		readonly before: Readonly<Record<string, unknown>> = {},
	) {
		super(message);
	}

	/** The same error with another description. */
	described(description: string): ParameterError {
		return new ParameterError(this.message, description, this.before);
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

/** What the node knows about the work that an error has ended, besides what the error says. */
export interface WorkFacts {
	/** The ID of the post that was saved before. */
	postId?: string;
	/** Whether an earlier try of the item may have been carried out. */
	mayBeDone?: boolean;
	/** The post of a write that was carried out, if only a later read has failed. */
	donePostId?: string;
	/** What is uploaded, as errors name it: its field or its URL's number, its format if the service isn't known to accept it, and that it's unusually large. */
	file?: { name: string; size?: string; format?: string; advice?: string };
	/** The IDs of the assets that were uploaded before. */
	uploadedAssetIds?: string[];
	/** Whether the work ended before its post was sent, whatever was sent before. */
	isPostUnsent?: boolean;
	/** The source of the work's idempotency key. */
	keySource?: KeySource;
	/** The operation that the status of the post doesn't allow. */
	statusConflict?: { operation: string; status: string; answer?: string };
	/** The labels of channels that the service's message names, by their IDs. */
	channelLabels?: ReadonlyMap<string, string>;
	/** The name of the field in which the user has entered overrides, if it isn't the usual one. */
	overridesIn?: string | undefined;
	/** What a check has found, each with its sentence. */
	findings?: object[];
	/** Credits that were spent on the item before the call that failed. */
	creditsBefore?: number;
	/** Credits that the item has cost, including those that the failed call may have cost. */
	creditsCost?: number;
}

/** An error with what the node knows about the work that it has ended. */
class WorkError extends Error {
	override readonly cause: unknown;

	readonly facts: WorkFacts;

	constructor(error: unknown, facts: WorkFacts) {
		super(messageOf(error));
		const before = workOf(error);
		this.cause = before.cause;
		this.facts = { ...before.facts, ...facts };
	}
}

/** Wraps an error, with what the node knows about the work that it has ended. */
export const withFacts = (error: unknown, facts: WorkFacts): Error => new WorkError(error, facts);

/** Unwraps an error: what happened, and what is known about the work that it has ended. */
export function workOf(error: unknown): { cause: unknown; facts: WorkFacts } {
	const { cause, facts } = error instanceof WorkError ? error : { cause: error, facts: {} };
	return { cause, facts: { postId: factsOf(cause).postId, ...facts } };
}
