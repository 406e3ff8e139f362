import { ClientError } from '../../http/errors';

/** Work that ended because it was told to stop: no failure of its own. */
export class StoppedError extends ClientError {
	constructor() {
		super('The upload was stopped');
	}
}

/** Runs the same work in several parallel workers. When one fails, the others are stopped, and their end is awaited. */
export async function runWorkers(
	count: number,
	cancelled: AbortSignal | undefined,
	work: (stop: AbortSignal) => Promise<void>,
): Promise<void> {
	const controller = new AbortController();
	const stop = AbortSignal.any([controller.signal, ...(cancelled ? [cancelled] : [])]);
	const failures: unknown[] = [];
	const worker = async () =>
		await work(stop).catch((error: unknown) => {
			failures.push(error);
			controller.abort();
		});
	await Promise.all(Array.from({ length: count }, worker));
	if (failures.length > 0) throw failures[0];
}

/**
 * Waits for some work, but no longer than until all is stopped: then it is a `StoppedError`, and work that has not
 * begun does not begin.
 */
export async function untilStopped<T>(work: () => Promise<T>, stop: AbortSignal | undefined): Promise<T> {
	if (!stop) return await work();
	if (stop.aborted) throw new StoppedError();
	let end = (): void => undefined;
	const stopped = new Promise<never>((_resolve, reject) => (end = () => reject(new StoppedError())));
	stop.addEventListener('abort', end, { once: true });
	return await Promise.race([work(), stopped]).finally(() => stop.removeEventListener('abort', end));
}
