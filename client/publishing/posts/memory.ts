/** A write that may have been carried out, as plain JSON. */
export interface UnconfirmedWrite {
	/** When the first request was sent, in milliseconds since 1970. */
	startedAt: number;
	/** When the last request failed, in milliseconds since 1970. */
	failedAt: number;
	/** Whether the service answered with 5xx, which releases the key. */
	isKeyReleased: boolean;
	/** The post that the write created or changes, if known. */
	postId?: string;
	/** The checksum of the body. */
	body?: string;
}

/** What is known of the writes of this run and of earlier tries of the same execution. All values are plain JSON. */
export interface RunMemory {
	/**
	 * Writes that may have been carried out, by method, path and key. Those that make a post have their key in `makingKey`, and are
	 * worth keeping for as long as the service knows it, also for the next execution.
	 */
	unconfirmed: {
		get(write: string): UnconfirmedWrite | undefined;
		set(write: string, unconfirmed: UnconfirmedWrite, makingKey?: string): unknown;
	};
	/**
	 * Writes that were refused, by method, path and first key: the checksum of the body that each key of their chain was refused with.
	 * Worth keeping for as long as the service knows the keys.
	 */
	refused: {
		get(write: string): readonly string[] | undefined;
		set(write: string, bodies: readonly string[], firstKey: string): unknown;
	};
	/** The keys under which the edits of scheduled posts began that came to an end. Worth keeping, too. */
	finishedEdits: { has(beginKey: string): boolean; add(beginKey: string): unknown };
	/** IDs of the posts that were created. */
	madePosts: { has(postId: string): boolean; add(postId: string): unknown };
}

/** Creates a memory for a single run. */
export const createRunMemory = (): RunMemory => ({
	unconfirmed: new Map(),
	refused: new Map(),
	finishedEdits: new Set(),
	madePosts: new Set(),
});
