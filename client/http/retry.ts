import type { Sleep } from './types';

/** One reason to send a request again, and how long to wait before. */
export interface RetryRule {
	/** Why repeating helps; for readers. */
	because: string;
	appliesTo: (error: unknown) => boolean;
	/** `any`: the service did no work. `repeatable`: only a read, or a write under an idempotency key. */
	requests: 'any' | 'repeatable';
	/** Milliseconds to wait before retry number `retry`, counted from 0. */
	waitMs: (error: unknown, retry: number) => number;
}

/** When and how often a request is sent again. */
export interface RetryPolicy {
	rules: readonly RetryRule[];
	maxRetries: number;
	/** The longest time to wait before one retry, in milliseconds; a longer wait is left to the caller. */
	maxWaitMs: number;
}

/** Waits 1, 2, 4, 8, … seconds, at most `capMs`. */
export function exponentialBackoff(retry: number, capMs: number): number {
	return Math.min(1000 * 2 ** retry, capMs);
}

/** The wait before sending again in milliseconds, or undefined when the error has to be reported. */
export function retryDelayMs(
	policy: RetryPolicy,
	error: unknown,
	retry: number,
	isRepeatable: boolean,
): number | undefined {
	if (retry >= policy.maxRetries) return undefined;
	const rule = policy.rules.find(
		({ appliesTo, requests }) => (requests === 'any' || isRepeatable) && appliesTo(error),
	);
	const waitMs = rule?.waitMs(error, retry);
	return waitMs !== undefined && waitMs <= policy.maxWaitMs ? waitMs : undefined;
}

/** Runs `attempt` until it succeeds or the policy gives up; then throws the last error. */
export async function withRetries<T>(
	attempt: () => Promise<T>,
	{ policy, sleep, isRepeatable }: { policy: RetryPolicy; sleep: Sleep; isRepeatable: boolean },
): Promise<T> {
	for (let retry = 0; ; retry++) {
		const outcome = await attempt().then(
			(value) => ({ value }),
			(error: unknown) => ({ error }),
		);
		if ('value' in outcome) return outcome.value;
		const waitMs = retryDelayMs(policy, outcome.error, retry, isRepeatable);
		if (waitMs === undefined) throw outcome.error;
		await sleep(waitMs);
	}
}
