import { ClientError } from '../../http/errors.js';

/** Work stopped because it was asked to, not because it failed. */
export class StoppedError extends ClientError {
	constructor() {
		super('The upload was stopped');
	}
}

/** Runs the same work in several parallel workers. If one fails, stops the others and waits until they have ended. */
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

/** Waits for work until `stop` is aborted, and then throws a `StoppedError`. Work that hasn't started by then doesn't start. */
export async function untilStopped<T>(work: () => Promise<T>, stop: AbortSignal | undefined): Promise<T> {
	if (!stop) return await work();
	if (stop.aborted) throw new StoppedError();
	let end = (): void => undefined;
	const stopped = new Promise<never>((_resolve, reject) => (end = () => reject(new StoppedError())));
	stop.addEventListener('abort', end, { once: true });
	return await Promise.race([work(), stopped]).finally(() => stop.removeEventListener('abort', end));
}
