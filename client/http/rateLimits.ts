import type { ApiError } from './errors.js';
import type { HttpResponse, Send, Sleep } from './types.js';

/** Reads a `Retry-After` header, which has either seconds or an HTTP date. Returns seconds from now, never negative. */
export function retryAfterSeconds(header: string | undefined): number | undefined {
	if (header === undefined) return undefined;
	if (/^\d+(\.\d+)?$/.test(header.trim())) return Number(header);
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

/** Tells a gate when to close. */
interface GateOptions {
	/** Used by the requests that wait. */
	sleep: Sleep;
	/** Milliseconds since 1970. */
	now: () => number;
	/** Returns how many seconds all requests have to wait after an answer. Undefined if the answer doesn't ask for a wait. */
	closedSeconds: (response: HttpResponse) => number | undefined;
	/** Turns such an answer into the error that says why a wait is too long. */
	readError: (response: HttpResponse) => ApiError;
}

/**
 * Makes all requests of a run wait together. After an answer that asks for a wait, the gate sends no other request until the
 * wait is over. The caller that got the answer waits as well and then retries.
 */
export function createGate(send: Send, { sleep, now, closedSeconds, readError }: GateOptions): Send {
	let opensAt = 0;
	let closing: HttpResponse | undefined;
	const pass = async (): Promise<void> => {
		for (let waitedFor = 0; opensAt > Math.max(waitedFor, now()); ) {
			waitedFor = opensAt;
			await sleep(opensAt - now(), closing && readError(closing));
		}
	};
	return async (request) => {
		await pass();
		const response = await send(request);
		const seconds = closedSeconds(response);
		if (seconds !== undefined && now() + seconds * 1000 > opensAt) {
			opensAt = now() + seconds * 1000;
			closing = response;
		}
		return response;
	};
}

/** The requests left in a rate limit window, according to the service. */
interface Window {
	remaining: number;
	endsAt: number;
}

/** A larger reset value is a time in seconds since 1970. A smaller one is a number of seconds from now. */
const firstDateSeconds = 1_000_000_000;

/** Two end times that differ by less than this belong to the same window, because the service rounds them to seconds. */
const sameWindowMs = 1000;

/** A longer window, such as a day, isn't waited for. The service refuses requests over such a limit itself. */
const longestWaitMs = 120_000;

const numberIn = ({ headers }: HttpResponse, name: string): number | undefined => {
	const value = Number(headers[name] ?? Number.NaN);
	return Number.isFinite(value) ? value : undefined;
};

function readWindow(response: HttpResponse, now: () => number): Window | undefined {
	const remaining = numberIn(response, 'x-ratelimit-remaining');
	const reset = numberIn(response, 'x-ratelimit-reset');
	if (remaining === undefined || reset === undefined) return undefined;
	const endsAt = reset > firstDateSeconds ? reset * 1000 : now() + reset * 1000;
	return { remaining, endsAt };
}

/** Returns the newer of two windows. For the same window, the lower number counts, because answers can arrive out of order. */
function newest(known: Window | undefined, reported: Window | undefined): Window | undefined {
	if (reported === undefined || known === undefined) return reported ?? known;
	const isSame = Math.abs(reported.endsAt - known.endsAt) < sameWindowMs;
	return isSame && known.remaining < reported.remaining ? known : reported;
}

/**
 * Wraps `send` so that requests stay within the limit that the service reports in `X-RateLimit-Remaining` and
 * `X-RateLimit-Reset`. While the window is unknown, at the start and after its end, one request goes first. When no requests are
 * left, all wait for the end.
 * @param now returns milliseconds since 1970
 */
export function createPacer(send: Send, sleep: Sleep, now: () => number = Date.now): Send {
	let window: Window | undefined;
	let isUnbounded = false;
	let underway = 0;
	const waiting: Array<() => void> = [];
	const leftMs = (): number => (window?.endsAt ?? 0) - now();
	const room = (): number => {
		const left = leftMs();
		if (isUnbounded || left > longestWaitMs) return Infinity;
		return (window !== undefined && left > 0 ? window.remaining : 1) - underway;
	};
	const nextAnswer = async () => await new Promise<void>((resolve) => waiting.push(resolve));
	/** Counts a request out. Without an answer, nothing is learned of the window. */
	const leave = (response?: HttpResponse): void => {
		underway--;
		window = newest(window, response && readWindow(response, now));
		isUnbounded = response !== undefined && window === undefined;
		for (const proceed of waiting.splice(0)) proceed();
	};
	return async (request) => {
		while (room() <= 0) await (underway > 0 ? nextAnswer() : sleep(Math.max(0, leftMs())));
		underway++;
		const sending = send(request);
		await sending.then(leave, () => leave());
		return await sending;
	};
}
