import { sleep } from 'n8n-workflow';

/**
 * Starts work in order, with pauses in which Node.js can send and receive. If all workers started at the same time, no request
 * would be sent before the last one is created, and then all answers would arrive together. A pause takes at least 1 ms, which is
 * longer than the work for an item, so two items share a pause.
 */
function createTurns(): () => Promise<void> {
	let last = Promise.resolve();
	let given = 0;
	return async () => {
		const mine = last;
		given += 1;
		if (given % 2 === 0) last = mine.then(async () => await sleep(0));
		await mine;
	};
}

/**
 * Runs work for the numbers 0 to `count` - 1, up to `workers` in parallel, and returns the results in the order of the numbers.
 * After a failure, starts nothing new, waits for the work in progress, then throws the first failure.
 */
export async function mapConcurrently<T>(
	count: number,
	workers: number,
	work: (index: number) => Promise<T>,
): Promise<T[]> {
	const results = new Array<T>(count);
	const failures: unknown[] = [];
	const atOnce = Math.min(workers, count);
	const turn = atOnce > 1 ? createTurns() : async () => undefined;
	let next = 0;
	const worker = async (): Promise<void> => {
		while (next < count && failures.length === 0) {
			const index = next++;
			await turn();
			if (failures.length === 0) results[index] = await work(index);
		}
	};
	const guarded = async () => await worker().catch((error: unknown) => void failures.push(error));
	await Promise.all(Array.from({ length: atOnce }, guarded));
	if (failures.length > 0) throw failures[0];
	return results;
}
