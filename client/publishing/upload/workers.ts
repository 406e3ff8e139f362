/** Runs the same work in several workers at once. When one fails, the others are told to stop and waited for. */
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

/** Waits, but no longer than until the work is stopped. */
export async function sleepUntilStopped(sleeping: Promise<void>, stop: AbortSignal): Promise<void> {
	if (stop.aborted) return;
	let wake = (): void => undefined;
	const stopped = new Promise<void>((resolve) => (wake = resolve));
	stop.addEventListener('abort', wake, { once: true });
	await Promise.race([sleeping, stopped]).finally(() => stop.removeEventListener('abort', wake));
}
