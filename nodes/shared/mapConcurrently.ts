import { sleep } from 'n8n-workflow';

/**
 * Lets work begin in order, and only after Node.js has looked at its sockets. If all workers began at once, none of their
 * requests would go out before the last one is made, and then all answers would come at once, too. A turn takes at least 1 ms,
 * which is more than the work for an item, so two items share one.
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
 * Runs work for the numbers 0 to `count` - 1, up to `workers` at once, and returns the results in the order of the
 * numbers. The first failure lets no further work begin, waits for what is under way, and is thrown.
 */
export async function mapConcurrently<T>(
	count: number,
	workers: number,
	work: (index: number) => Promise<T>,
): Promise<T[]> {
	const results = new Array<T>(count);
	const failures: unknown[] = [];
	const atOnce = Math.min(workers, count);
	const turn = atOnce > 1 ? createTurns() : async () => await Promise.resolve();
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
