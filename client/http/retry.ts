import type { Sleep } from './types';

/** How far a request may be sent again, each including the one before it. */
const levels = ['repeatable', 'harmless', 'read'] as const;

/**
 * Whether a request may be sent again; undefined is not at all.
 * - `repeatable`: where no answer arrived, such as a write whose idempotency key covers what came of the first request.
 * - `harmless`: after every failure, because doing it twice does no harm, such as starting an upload.
 * - `read`: after every failure, because it changes nothing.
 */
export type Repeatability = (typeof levels)[number];

/** One reason to send a request again, and how long to wait before. */
export interface RetryRule {
	/** Why repeating helps; for readers. */
	because: string;
	appliesTo: (error: unknown) => boolean;
	/** Which requests may be sent again: `any` where the service did no work. */
	requests: 'any' | Repeatability;
	/** Milliseconds to wait before retry number `retry`, counted from 0. */
	waitMs: (error: unknown, retry: number) => number;
	/** How often, where it is not as often as the policy says. */
	maxRetries?: number;
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

const isAllowed = (requests: RetryRule['requests'], repeatability: Repeatability | undefined): boolean =>
	requests === 'any' ||
	(repeatability !== undefined && levels.indexOf(requests) <= levels.indexOf(repeatability));

/** The wait before sending again in milliseconds, or undefined when the error has to be reported. */
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

/** Runs `attempt` until it succeeds or the policy gives up; then throws the last error, or what `sleep` rejects with. */
export async function withRetries<T>(
	attempt: () => Promise<T>,
	{ policy, sleep, repeatability }: { policy: RetryPolicy; sleep: Sleep; repeatability?: Repeatability },
): Promise<T> {
	for (let retry = 0; ; retry++) {
		const outcome = await attempt().then(
			(value) => ({ value }),
			(error: unknown) => ({ error }),
		);
		if ('value' in outcome) return outcome.value;
		const waitMs = retryDelayMs(policy, outcome.error, retry, repeatability);
		if (waitMs === undefined) throw outcome.error;
		await sleep(waitMs);
	}
}
