import {
	NetworkError,
	RateLimitError,
	ServiceUnavailableError,
	UnexpectedResponseError,
	type ApiError,
} from '../http/errors';
import { exponentialBackoff, type RetryPolicy, type RetryRule } from '../http/retry';

const capMs = 60_000;

const waitMs: RetryRule['waitMs'] = (error, retry) => {
	const { retryAfter } = error as Partial<ApiError>;
	return retryAfter === undefined ? exponentialBackoff(retry, capMs) : retryAfter * 1000;
};

/** Two more tries are enough to get over a lost connection. */
const networkRetries = 2;

/**
 * When a request to the scoring API is sent again (contract section 8): waits 1, 2, 4, 8, 16 seconds, or as long as the
 * service says. Credits are taken only for an answer that succeeds, and once for each idempotency key.
 * @param retries 0 switches repeating off
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
			because: 'the service returned an error, which costs no credits',
			appliesTo: (error) => error instanceof ServiceUnavailableError,
			requests: 'any',
			waitMs,
		},
		{
			because: 'the connection broke, and the key prevents a second payment',
			appliesTo: (error) => error instanceof NetworkError,
			requests: 'repeatable',
			waitMs: (error, retry) => (retry < networkRetries ? waitMs(error, retry) : Infinity),
		},
		{
			because: 'the answer arrived damaged, and the key gets the paid result again',
			appliesTo: (error) => error instanceof UnexpectedResponseError,
			requests: 'repeatable',
			// It is there already: the first time there is nothing to wait for.
			waitMs: (_error, retry) => [0, 1_000][retry] ?? Infinity,
		},
	],
});
