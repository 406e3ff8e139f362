import { CancelledError, WaitLimitError } from './errors';
import type { HttpResponse, Send, Sleep } from './types';

/**
 * A sleep with one limit for all waits together. Waits at the same time count once, so that many requests can wait for the
 * same thing. A wait beyond the limit is a `WaitLimitError`, a cancelled one a `CancelledError`.
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
		await sleep(durationMs).catch(() => {
			throw new CancelledError();
		});
	};
}

/** How a gate knows that it has to close. */
export interface GateOptions {
	/** Rejects with what the waiting requests reject with. */
	sleep: Sleep;
	/** Milliseconds since 1970. */
	now: () => number;
	/** Seconds that an answer asks every request to wait; undefined where it asks nothing. */
	closedSeconds: (response: HttpResponse) => number | undefined;
}

/**
 * Lets requests of one run wait together. After an answer that asks to wait, no other request is sent until the time is
 * over. Whoever got the answer waits and sends its request again.
 */
export function createGate(send: Send, { sleep, now, closedSeconds }: GateOptions): Send {
	let opensAt = 0;
	const pass = async (): Promise<void> => {
		for (let waitedFor = 0; opensAt > Math.max(waitedFor, now()); ) {
			waitedFor = opensAt;
			await sleep(opensAt - now());
		}
	};
	return async (request) => {
		await pass();
		const response = await send(request);
		const seconds = closedSeconds(response);
		if (seconds !== undefined) opensAt = Math.max(opensAt, now() + seconds * 1000);
		return response;
	};
}
