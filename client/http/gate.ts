import { CancelledError, ClientError } from './errors';
import type { HttpResponse, Send, Sleep } from './types';

/** A service asked for more waiting than the caller allows; what was done before stays done. */
export class WaitLimitError extends ClientError {
	constructor(
		/** Seconds waited so far. */
		readonly waitedSeconds: number,
		/** Seconds the service asks for now. */
		readonly retryAfter: number,
	) {
		super(`The service asks to wait ${retryAfter} more seconds after ${waitedSeconds} seconds of waiting`);
	}
}

/** How a gate knows that it has to close. */
export interface GateOptions {
	sleep: Sleep;
	/** Milliseconds since 1970; default the system's. */
	now?: () => number;
	/** Milliseconds that requests may wait at this gate, all in all. */
	maxWaitMs: number;
	/**
	 * Seconds that an answer about too many requests asks to wait; undefined for every other, also where waiting does not
	 * mend what it is about.
	 */
	closedSeconds: (response: HttpResponse) => number | undefined;
}

/**
 * Lets requests of one run wait together: when the service answers one with "too many requests", no other is sent until
 * it takes some again. The request itself is repeated by whoever sent it. A wait that is cancelled ends as a
 * `CancelledError`.
 */
export function createGate(
	send: Send,
	{ sleep, now = Date.now, maxWaitMs, closedSeconds }: GateOptions,
): Send {
	let opensAt = 0;
	let waitedMs = 0;
	const cancel = (): never => {
		throw new CancelledError();
	};
	const close = (seconds: number): void => {
		const until = now() + seconds * 1000;
		if (until <= opensAt) return;
		const addedMs = until - Math.max(opensAt, now());
		if (waitedMs + addedMs > maxWaitMs) throw new WaitLimitError(Math.round(waitedMs / 1000), seconds);
		waitedMs += addedMs;
		opensAt = until;
	};
	const pass = async (): Promise<void> => {
		while (opensAt > now()) await sleep(opensAt - now()).catch(cancel);
	};
	return async (request) => {
		await pass();
		const response = await send(request);
		const seconds = closedSeconds(response);
		if (seconds !== undefined) close(seconds);
		return response;
	};
}
