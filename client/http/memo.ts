/**
 * Keeps the answers of asynchronous work by key. Who asks while the work is under way gets the same answer. A failure is
 * not kept, so that the next one to ask starts the work again.
 */
export class Memo<T> {
	private readonly answers = new Map<string, Promise<T>>();

	/** Whether the work of a key is done or under way. */
	has(key: string): boolean {
		return this.answers.has(key);
	}

	/** The answer of a key; `work` gets it when nobody has asked before. */
	async get(key: string, work: () => Promise<T>): Promise<T> {
		const kept = this.answers.get(key);
		if (kept) return await kept;
		const answer = work();
		this.answers.set(key, answer);
		return await answer.catch((error: unknown) => {
			this.answers.delete(key);
			throw error;
		});
	}
}

/** Makes of some work one that is done once; see {@link Memo}. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
	const memo = new Memo<T>();
	return async () => await memo.get('', work);
}
