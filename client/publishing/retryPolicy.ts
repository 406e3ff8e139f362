import {
	factsOf,
	NetworkError,
	RateLimitError,
	ServiceUnavailableError,
	UnexpectedResponseError,
} from '../http/errors.js';
import { backoffUpTo, type RetryPolicy } from '../http/retry.js';
import type { HttpResponse } from '../http/types.js';
import { readPublishingError } from './errorAnswers.js';
import { IdempotencyInFlightError, UnclearConflictError } from './errors.js';

const defaultRateLimitWaitSeconds = 60;

/** Waits 1, 2, 4 and 8 seconds and then 16 seconds four times, which is longer than a first request can take. */
const inFlightRetries = 8;

/** How long to wait before a retry, and before a look at what a write has done. */
export const backoffMs = backoffUpTo(16_000);

/** Seconds to wait for a rate limit: what the service says, or otherwise the length of a window (contract N15). */
const rateLimitWaitSeconds = (error: unknown): number =>
	factsOf(error).retryAfter ?? defaultRateLimitWaitSeconds;

/**
 * Returns how many seconds all requests have to wait after an answer. Undefined if they don't have to wait. A channel's daily
 * limit has the same status but doesn't require a wait.
 */
export function closedSeconds(response: HttpResponse): number | undefined {
	if (response.status !== 429) return undefined;
	const error = readPublishingError(response);
	return error instanceof RateLimitError ? rateLimitWaitSeconds(error) : undefined;
}

/**
 * When requests to the publishing API are retried. The client never waits for a daily limit (`platform_quota`), because that
 * can take hours. After a 5xx, it only repeats what does no harm if it's done twice. For other writes, see posts/perform.ts.
 */
export const publishingRetryPolicy: RetryPolicy = {
	maxRetries: 4,
	// A window has 60 seconds. A service that asks for a much longer wait wants the client to stop.
	maxWaitMs: 120_000,
	rules: [
		{
			because: 'the service refused the request before any work, and says when to try again',
			appliesTo: (error) => error instanceof RateLimitError,
			requests: 'any',
			waitMs: (error) => rateLimitWaitSeconds(error) * 1000,
		},
		{
			because: 'the first request with this key is or may be still running, and a retry gets its answer',
			appliesTo: (error) =>
				error instanceof IdempotencyInFlightError || error instanceof UnclearConflictError,
			requests: 'repeatable',
			waitMs: backoffMs,
			maxRetries: inFlightRetries,
		},
		{
			because:
				"the DNS may have failed for a moment, but the name of a host that wasn't found is usually wrong",
			appliesTo: (error) => error instanceof NetworkError && error.code === 'ENOTFOUND',
			requests: 'repeatable',
			waitMs: backoffMs,
			maxRetries: 1,
		},
		{
			because: 'no answer arrived, and the key prevents a duplicate',
			appliesTo: (error) => error instanceof NetworkError,
			requests: 'repeatable',
			waitMs: backoffMs,
		},
		{
			because: 'the service returned an error, and repeating the request does no harm',
			appliesTo: (error) => error instanceof ServiceUnavailableError,
			requests: 'harmless',
			waitMs: backoffMs,
		},
		{
			because: 'the answer was cut off, and repeating the request does no harm',
			appliesTo: (error) => error instanceof UnexpectedResponseError,
			requests: 'harmless',
			waitMs: backoffMs,
			maxRetries: 1,
		},
	],
};
