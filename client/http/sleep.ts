import { CancelledError, ClientError, WaitLimitError } from './errors';
import type { Sleep } from './types';

/** Makes of any sleep one that rejects with a `CancelledError` when the work is cancelled; other errors of the client stay. */
export const cancellable =
	(sleep: Sleep): Sleep =>
	async (durationMs) =>
		await sleep(durationMs).catch((error: unknown) => {
			throw error instanceof ClientError ? error : new CancelledError();
		});

/**
 * A sleep with one limit for all waits together. Waits at the same time count once, so that many requests can wait for the
 * same thing. A wait beyond the limit is a `WaitLimitError`.
 * @param now milliseconds since 1970
 * @param limitMs milliseconds in all
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
