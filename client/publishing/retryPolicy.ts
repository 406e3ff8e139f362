import { NetworkError, RateLimitError, ServiceUnavailableError, type ApiError } from '../http/errors';
import { exponentialBackoff, type RetryPolicy } from '../http/retry';
import { IdempotencyInFlightError } from './errors';

const defaultRateLimitWaitSeconds = 60;
const inFlightWaitMs = 1_000;

const backoffMs = (error: unknown, retry: number): number => {
	const { retryAfter } = error as Partial<ApiError>;
	return retryAfter === undefined ? exponentialBackoff(retry, 16_000) : retryAfter * 1000;
};

/** Seconds to wait at a request limit: what the service says, else as long as its window (contract N15). */
export const rateLimitWaitSeconds = ({ retryAfter }: RateLimitError): number =>
	retryAfter ?? defaultRateLimitWaitSeconds;

/**
 * When a request to the publishing API is sent again. A daily cap (`platform_quota`) is never waited for: hours may
 * pass. A write is not repeated after 500, 502 and 504, because the work may have been done.
 */
export const publishingRetryPolicy: RetryPolicy = {
	maxRetries: 4,
	// A request window is 60 seconds; a server that asks for much more wants the caller to stop.
	maxWaitMs: 120_000,
	rules: [
		{
			because: 'the request was refused before any work, and the server says when it may come again',
			appliesTo: (error) => error instanceof RateLimitError,
			requests: 'any',
			waitMs: (error) => rateLimitWaitSeconds(error as RateLimitError) * 1000,
		},
		{
			because: 'the first request with this key is about to finish; the repeat gets its answer',
			appliesTo: (error) => error instanceof IdempotencyInFlightError,
			requests: 'repeatable',
			waitMs: () => inFlightWaitMs,
		},
		{
			because: 'the service is away for a moment, and the key keeps the work from being done twice',
			appliesTo: (error) =>
				error instanceof ServiceUnavailableError && error.statusCode === 503 && error.postId === undefined,
			requests: 'covered',
			waitMs: backoffMs,
		},
		{
			because: 'the service failed, and nothing can have been done',
			appliesTo: (error) => error instanceof ServiceUnavailableError,
			requests: 'read',
			waitMs: backoffMs,
		},
		{
			because: 'the connection failed, and the key keeps the work from being done twice',
			appliesTo: (error) => error instanceof NetworkError,
			requests: 'repeatable',
			waitMs: backoffMs,
		},
	],
};
