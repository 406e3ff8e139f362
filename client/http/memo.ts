/**
 * Caches the results of asynchronous work by key. Callers that ask during the work share its result. Failures aren't cached, so
 * the next caller starts the work again.
 */
export class Memo<T> {
	private readonly answers = new Map<string, Promise<T>>();

	/** Whether the work for a key is done or running. */
	has(key: string): boolean {
		return this.answers.has(key);
	}

	/** Returns the result for a key, and calls `work` if there is none yet. */
	async get(key: string, work: (key: string) => Promise<T>): Promise<T> {
		const kept = this.answers.get(key);
		if (kept) return await kept;
		// All callers wait for the same promise, so the first one continues first.
		const answer = work(key).catch((error: unknown) => {
			this.answers.delete(key);
			throw error;
		});
		this.answers.set(key, answer);
		return await answer;
	}
}

/** Wraps a function so that it runs only once, unless it fails. All callers get the same result. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
	const memo = new Memo<T>();
	return async () => await memo.get('', work);
}
