import { CancelledError, ClientError, WaitLimitError } from './errors';
import type { Sleep } from './types';

/**
 * Wraps a sleep so that it rejects with a `CancelledError` when the work is canceled. The client's own errors stay unchanged.
 */
export const cancellable =
	(sleep: Sleep): Sleep =>
	async (durationMs) =>
		await sleep(durationMs).catch((error: unknown) => {
			throw error instanceof ClientError ? error : new CancelledError();
		});

/**
 * Wraps a sleep with one limit for all waits together. Overlapping waits count once, because many requests can wait for the
 * same thing. Throws a `WaitLimitError` instead of waiting beyond the limit.
 * @param now returns milliseconds since 1970
 * @param limitMs maximum total wait in milliseconds
 */
export function limitWaits(sleep: Sleep, now: () => number, limitMs: number): Sleep {
	let countedUntil = 0;
	let waitedMs = 0;
	return async (durationMs) => {
		const until = now() + durationMs;
		const addedMs = Math.max(0, until - Math.max(countedUntil, now()));
		if (waitedMs + addedMs > limitMs) {
			throw new WaitLimitError(Math.round(waitedMs / 1000), Math.ceil(durationMs / 1000));
		}
		waitedMs += addedMs;
		countedUntil = Math.max(countedUntil, until);
		await sleep(durationMs);
	};
}
