/**
 * Runs work for the numbers 0 to `count` - 1, up to `workers` at once, and returns the results in the order of the
 * numbers. The first failure lets no further work begin, waits for what is under way, and is thrown.
 */
export async function inOrder<T>(
	count: number,
	workers: number,
	work: (index: number) => Promise<T>,
): Promise<T[]> {
	const results = new Array<T>(count);
	const failures: unknown[] = [];
	let next = 0;
	const worker = async (): Promise<void> => {
		while (next < count && failures.length === 0) {
			const index = next++;
			results[index] = await work(index);
		}
	};
	const guarded = async () => await worker().catch((error: unknown) => void failures.push(error));
	await Promise.all(Array.from({ length: Math.min(workers, count) }, guarded));
	if (failures.length > 0) throw failures[0];
	return results;
}
