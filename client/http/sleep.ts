import { CancelledError, ClientError, RateLimitError, WaitLimitError, factsOf } from './errors.js';
import type { Sleep } from './types.js';

/**
 * Wraps a sleep so that it rejects with a `CancelledError` when the work is canceled. The client's own errors stay unchanged.
 */
export const cancellable =
	(sleep: Sleep): Sleep =>
	async (...wait) =>
		await sleep(...wait).catch((error: unknown) => {
			throw error instanceof ClientError ? error : new CancelledError();
		});

/** Adds up waits. Overlapping waits count once, because many requests can wait for the same thing. */
class WaitTotal {
	/** Milliseconds of all waits so far. */
	ms = 0;

	private countedUntil = 0;

	/** @param now returns milliseconds since 1970 */
	constructor(private readonly now: () => number) {}

	/** Milliseconds that a wait from now on would add. */
	addedBy(durationMs: number): number {
		return Math.max(0, this.now() + durationMs - Math.max(this.countedUntil, this.now()));
	}

	/** Counts a wait from now on. */
	add(durationMs: number): void {
		this.ms += this.addedBy(durationMs);
		this.countedUntil = Math.max(this.countedUntil, this.now() + durationMs);
	}
}

/**
 * Wraps a sleep with one limit for all waits together. Throws a `WaitLimitError` instead of waiting beyond the limit.
 * @param now returns milliseconds since 1970
 * @param limitMs maximum total wait in milliseconds
 */
export function limitWaits(sleep: Sleep, now: () => number, limitMs: number): Sleep {
	const total = new WaitTotal(now);
	return async (durationMs, reason) => {
		if (total.ms + total.addedBy(durationMs) > limitMs) {
			const [waitedSeconds, retryAfter] = [Math.round(total.ms / 1000), Math.ceil(durationMs / 1000)];
			throw new WaitLimitError(waitedSeconds, retryAfter, factsOf(reason));
		}
		total.add(durationMs);
		await sleep(durationMs, reason);
	};
}

/** A sleep that measures how long requests wait for rate limits. */
export interface MeasuredSleep {
	sleep: Sleep;
	/** For waits that are always for a rate limit, such as those of a pacer. */
	sleepForRateLimit: Sleep;
	/** Milliseconds waited for rate limits so far. */
	rateLimitMs: () => number;
}

/** Wraps a sleep so that it measures the waits for rate limits. @param now returns milliseconds since 1970 */
export function measureRateLimits(sleep: Sleep, now: () => number): MeasuredSleep {
	const total = new WaitTotal(now);
	const sleepForRateLimit: Sleep = async (...wait) => {
		total.add(wait[0]);
		await sleep(...wait);
	};
	return {
		sleep: async (durationMs, reason) => {
			const isForLimit = reason instanceof RateLimitError;
			await (isForLimit ? sleepForRateLimit : sleep)(durationMs, reason);
		},
		sleepForRateLimit,
		rateLimitMs: () => total.ms,
	};
}
