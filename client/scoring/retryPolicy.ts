import { isAnswerLost, NetworkError, RateLimitError, ServiceUnavailableError } from '../http/errors.js';
import { backoffUpTo, type RetryPolicy } from '../http/retry.js';

const capMs = 60_000;

const backoffMs = backoffUpTo(capMs);

/** A service that asks for a longer wait than the cap gets that of the cap, and the next retry. */
const waitMs = (error: unknown, retry: number): number => Math.min(backoffMs(error, retry), capMs);

/** Two retries are enough after a short network failure. */
const networkRetries = 2;

/**
 * When requests to the scoring API are retried (contract section 11). The waits are 1, 2, 4, 8 and 16 seconds, or what the
 * service asks for, but never more than 60. After a lost answer, only free calls are repeated, because no document says that a repeat of another call is
 * free (S-N24).
 * @param retries the maximum number of retries, or 0 for none
 */
export const scoringRetryPolicy = (retries: number): RetryPolicy => ({
	maxRetries: retries,
	maxWaitMs: capMs,
	rules: [
		{
			because: 'the service did no work and says to try again later',
			appliesTo: (error) => error instanceof RateLimitError,
			requests: 'any',
			waitMs,
		},
		{
			because: 'the service returned an error and no result',
			appliesTo: (error) => error instanceof ServiceUnavailableError,
			requests: 'any',
			waitMs,
		},
		{
			because: 'the request never reached the service',
			appliesTo: (error) => error instanceof NetworkError && !isAnswerLost(error),
			requests: 'any',
			maxRetries: Math.min(retries, networkRetries),
			waitMs,
		},
		{
			because: 'the connection broke, and a free call costs nothing the second time, too',
			appliesTo: (error) => error instanceof NetworkError,
			requests: 'read',
			maxRetries: Math.min(retries, networkRetries),
			waitMs,
		},
	],
});
