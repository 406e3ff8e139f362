import type { HttpResponse, Send, Sleep } from '../../client/http/types';

/** What a service told about the requests that are left in its window. */
interface Window {
	remaining: number;
	endsAt: number;
}

/** A reset time larger than this is a date, in seconds since 1970; a smaller one is a number of seconds from now. */
const firstDateSeconds = 1_000_000_000;

const numberIn = ({ headers }: HttpResponse, name: string): number | undefined => {
	const value = Number(headers[name] ?? Number.NaN);
	return Number.isFinite(value) ? value : undefined;
};

function readWindow(response: HttpResponse): Window | undefined {
	const remaining = numberIn(response, 'x-ratelimit-remaining');
	const reset = numberIn(response, 'x-ratelimit-reset');
	if (remaining === undefined || reset === undefined) return undefined;
	const endsAt = reset > firstDateSeconds ? reset * 1000 : Date.now() + reset * 1000;
	return { remaining, endsAt };
}

/**
 * Keeps to the limit that a service tells with every answer (`X-RateLimit-Remaining` and `-Reset`): when no request is
 * left for the window, those that come wait together until it ends.
 */
export function createPacer(send: Send, sleep: Sleep): Send {
	let window: Window | undefined;
	let underway = 0;
	const isFull = (): boolean =>
		window !== undefined && window.endsAt > Date.now() && window.remaining - underway <= 0;
	const wait = async (): Promise<void> => {
		while (isFull()) await sleep(Math.max(0, (window?.endsAt ?? 0) - Date.now()));
	};
	return async (request) => {
		await wait();
		underway++;
		const response = await send(request).finally(() => underway--);
		window = readWindow(response) ?? window;
		return response;
	};
}
