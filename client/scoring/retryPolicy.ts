import {
	NetworkError,
	RateLimitError,
	ServiceUnavailableError,
	UnexpectedResponseError,
} from '../http/errors';
import { backoffUpTo, type RetryPolicy } from '../http/retry';

const capMs = 60_000;

const waitMs = backoffUpTo(capMs);

/** Two retries are enough after a short network failure. */
const networkRetries = 2;

/**
 * When requests to the scoring API are retried (contract section 11). The waits are 1, 2, 4, 8 and 16 seconds, or what the
 * service asks for. After a lost answer, only calls with an idempotency key are repeated (S-N24).
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
			because: 'the connection broke, and the key lets the service return the first result',
			appliesTo: (error) => error instanceof NetworkError,
			requests: 'repeatable',
			waitMs: (error, retry) => (retry < networkRetries ? waitMs(error, retry) : Infinity),
		},
		{
			because: 'the answer arrived damaged, and the key lets the service return it again',
			appliesTo: (error) => error instanceof UnexpectedResponseError,
			requests: 'repeatable',
			// The service already has the answer, so the first retry doesn't wait.
			waitMs: (_error, retry) => [0, 1_000][retry] ?? Infinity,
		},
	],
});
