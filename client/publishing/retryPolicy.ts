import {
	NetworkError,
	RateLimitError,
	ServiceUnavailableError,
	UnexpectedResponseError,
	type ApiError,
} from '../http/errors';
import { exponentialBackoff, type RetryPolicy } from '../http/retry';
import type { HttpResponse } from '../http/types';
import { readPublishingError } from './errorAnswers';
import { IdempotencyInFlightError } from './errors';

const defaultRateLimitWaitSeconds = 60;
const longestBackoffMs = 16_000;

/** 1, 2, 4, 8 and five times 16 seconds: longer than a first request may take. */
const inFlightRetries = 8;

const backoffMs = (error: unknown, retry: number): number => {
	const { retryAfter } = error as Partial<ApiError>;
	return retryAfter === undefined ? exponentialBackoff(retry, longestBackoffMs) : retryAfter * 1000;
};

/** Seconds to wait at a rate limit: what the service says, else as long as its window (contract N15). */
const rateLimitWaitSeconds = ({ retryAfter }: RateLimitError): number =>
	retryAfter ?? defaultRateLimitWaitSeconds;

/**
 * Seconds that an answer asks every request to wait; undefined where it asks nothing. A channel's daily limit has the
 * same status and is no reason to wait.
 */
export function closedSeconds(response: HttpResponse): number | undefined {
	if (response.status !== 429) return undefined;
	const error = readPublishingError(response);
	return error instanceof RateLimitError ? rateLimitWaitSeconds(error) : undefined;
}

/**
 * When a request to the publishing API is sent again. A daily limit (`platform_quota`) is never waited for, because hours
 * can pass. After a 5xx only what does no harm twice is sent again. For other writes see posts/recovery.
 */
export const publishingRetryPolicy: RetryPolicy = {
	maxRetries: 4,
	// A request window is 60 seconds. A service that asks for much more wants the caller to stop.
	maxWaitMs: 120_000,
	rules: [
		{
			because: 'the service refused the request before any work, and says when to try again',
			appliesTo: (error) => error instanceof RateLimitError,
			requests: 'any',
			waitMs: (error) => rateLimitWaitSeconds(error as RateLimitError) * 1000,
		},
		{
			because: 'the first request with this key is still running, and a retry gets its answer',
			appliesTo: (error) => error instanceof IdempotencyInFlightError,
			requests: 'repeatable',
			waitMs: backoffMs,
			maxRetries: inFlightRetries,
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
