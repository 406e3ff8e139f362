import { factsOf } from './errors.js';

/** How safely a request can be sent again. Each level includes the levels before it. */
const levels = ['repeatable', 'harmless', 'read'] as const;

/**
 * When a request can be sent again. Undefined means never.
 * - `repeatable`: if no answer arrived. Example: a write with an idempotency key, because the key covers a first request that
 *   succeeded.
 * - `harmless`: after any failure, because doing it twice does no harm. Example: starting an upload.
 * - `read`: after any failure, because it changes nothing.
 */
export type Repeatability = (typeof levels)[number];

/** A reason to retry a request, and how long to wait first. */
interface RetryRule {
	/** Why a retry helps. Only for readers of the code. */
	because: string;
	appliesTo: (error: unknown) => boolean;
	/** Which requests can be retried. `any` is for failures that mean the service did nothing. */
	requests: 'any' | Repeatability;
	/** Milliseconds to wait before a retry. `retry` counts from 0. */
	waitMs: (error: unknown, retry: number) => number;
	/** The maximum number of retries, if it differs from the policy's. */
	maxRetries?: number;
}

/** When and how often requests are retried. */
export interface RetryPolicy {
	rules: readonly RetryRule[];
	maxRetries: number;
	/** The longest wait before one retry, in milliseconds. If the wait would be longer, the error goes to the caller. */
	maxWaitMs: number;
}

/** Waits as long as the service asks for, or otherwise 1, 2, 4, 8, … seconds, but never more than `capMs`. */
export const backoffUpTo =
	(capMs: number): RetryRule['waitMs'] =>
	(error, retry) => {
		const { retryAfter } = factsOf(error);
		return retryAfter === undefined ? Math.min(1000 * 2 ** retry, capMs) : retryAfter * 1000;
	};

const isAllowed = (requests: RetryRule['requests'], repeatability: Repeatability | undefined): boolean =>
	requests === 'any' ||
	(repeatability !== undefined && levels.indexOf(requests) <= levels.indexOf(repeatability));

/** Returns the milliseconds to wait before the next try, or undefined if there is no next try. */
export function retryDelayMs(
	policy: RetryPolicy,
	error: unknown,
	retry: number,
	repeatability: Repeatability | undefined,
): number | undefined {
	const rule = policy.rules.find(
		({ appliesTo, requests }) => isAllowed(requests, repeatability) && appliesTo(error),
	);
	if (!rule || retry >= (rule.maxRetries ?? policy.maxRetries)) return undefined;
	const waitMs = rule.waitMs(error, retry);
	return waitMs <= policy.maxWaitMs ? waitMs : undefined;
}
