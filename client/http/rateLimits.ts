import type { HttpResponse, Send, Sleep } from './types';

/** Reads `Retry-After`, in seconds or as an HTTP date; seconds from now, never negative. */
export function retryAfterSeconds(header: string | undefined): number | undefined {
	if (header === undefined) return undefined;
	if (/^\d+(\.\d+)?$/.test(header.trim())) return Number(header);
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

/** How a gate knows that it has to close. */
interface GateOptions {
	/** What the requests wait with. */
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

/** What a service told about the requests that are left in its window. */
interface Window {
	remaining: number;
	endsAt: number;
}

/** A reset time larger than this is a date, in seconds since 1970; a smaller one is a number of seconds from now. */
const firstDateSeconds = 1_000_000_000;

/** Ends of one and the same window, told in whole seconds, differ by less than this. */
const sameWindowMs = 1000;

/** A window that lasts longer, such as that of a day, is not waited for: the service says itself what to do. */
const longestWaitMs = 120_000;

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

/** Of two answers about one window the lower number counts: answers may overtake each other. */
function newest(known: Window | undefined, told: Window | undefined): Window | undefined {
	if (told === undefined || known === undefined) return told ?? known;
	const isSame = Math.abs(told.endsAt - known.endsAt) < sameWindowMs;
	return isSame && known.remaining < told.remaining ? known : told;
}

/**
 * Keeps to the limit that a service tells with every answer (`X-RateLimit-Remaining` and `-Reset`). While nothing is
 * known of the window, at the start and after its end, one request goes ahead; when none is left, all wait for its end.
 */
class Pacer {
	private window: Window | undefined;

	private isUnbounded = false;

	private underway = 0;

	private answered: Array<() => void> = [];

	constructor(private readonly sleep: Sleep) {}

	/** Waits until the limit allows another request, and counts it. */
	async enter(): Promise<void> {
		while (this.room() <= 0) await (this.underway > 0 ? this.nextAnswer() : this.windowEnd());
		this.underway++;
	}

	/** Takes what an answer tells; undefined when none came. */
	leave(response: HttpResponse | undefined): void {
		this.underway--;
		const told = response && readWindow(response);
		this.window = newest(this.window, told);
		this.isUnbounded = response !== undefined && this.window === undefined;
		for (const goOn of this.answered.splice(0)) goOn();
	}

	private room(): number {
		const { window, underway } = this;
		const leftMs = (window?.endsAt ?? 0) - Date.now();
		if (this.isUnbounded || leftMs > longestWaitMs) return Infinity;
		return (window !== undefined && leftMs > 0 ? window.remaining : 1) - underway;
	}

	private async nextAnswer(): Promise<void> {
		await new Promise<void>((resolve) => this.answered.push(resolve));
	}

	private async windowEnd(): Promise<void> {
		const leftMs = (this.window?.endsAt ?? 0) - Date.now();
		await this.sleep(Math.max(0, leftMs));
	}
}

/** A `send` that keeps to the limit the service tells; see {@link Pacer}. */
export function createPacer(send: Send, sleep: Sleep): Send {
	const pacer = new Pacer(sleep);
	return async (request) => {
		await pacer.enter();
		const sending = send(request);
		const leave = (response?: HttpResponse): void => pacer.leave(response);
		await sending.then(leave, () => leave());
		return await sending;
	};
}
