import type { Schedule } from '../requests.js';

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
	/** Whether it was carried out to its end after all. */
	isDone?: boolean;
	body?: string;
	/** The key of a write that makes a post. */
	key?: string;
	/** The body of a write that makes a post, by which its post is found. Undefined if there was no room for it. */
	sent?: object;
	/** The body with which a later try was about to change its draft. */
	edited?: object;
}

/** A later write that was sent because a channel's daily limit was reached. */
export interface MovedWrite {
	/** The number of moves. */
	move: number;
	/** The time to which the post was moved. */
	time: string;
	/** The post that an earlier request of the write has saved. */
	savedPostId?: string;
}

/** How far the edit of a post got, as plain JSON. What isn't answered may have been carried out. */
export interface EditNote {
	/** When the post was last changed before the edit. */
	version: string;
	/** How the post must be delivered again once it was returned to draft. Undefined if it wasn't scheduled or queued. */
	delivery?: Schedule;
	/** When its return to draft was requested and, if no answer came, when that failed, in milliseconds since 1970. */
	leaving?: { startedAt: number; failedAt?: number };
	/** When the post was last changed, as the answer to the last request says. */
	answeredAs?: string;
	/** The body of the update that was requested. */
	sent?: object;
	/** Whether that update was answered. */
	isSent?: boolean;
}

/** The refusals of a write, whose keys can't be used again. */
export interface RefusedWrite {
	/** How many keys were refused. The next try has the key after the last of them. */
	count: number;
	/** The checksum of the body that the first key was refused with. */
	body: string;
	/** A 409 that can be about the post, or about an earlier request with the same key: when, and when the post was last changed. */
	conflict?: { at: number; updatedAt: string };
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
	/** Writes that were refused, by method, path and first key. Worth keeping for as long as the service knows the keys. */
	refused: {
		get(write: string): RefusedWrite | undefined;
		set(write: string, refused: RefusedWrite, firstKey: string): unknown;
	};
	/** The last move of each write, by method, path and first key. Noted before it's sent, and undefined after a refusal. */
	moved: {
		get(write: string): MovedWrite | undefined;
		set(write: string, moved: MovedWrite | undefined): unknown;
	};
	/** For a write that makes a post, by method, path and first key: under which name in `unconfirmed` it was sent last. */
	lastSent: {
		get(write: string): string | undefined;
		set(write: string, name: string): unknown;
	};
	/**
	 * The edits that have begun and not ended, by post. Noted before each request. Worth keeping for later executions, too, which ask for
	 * those of any execution.
	 */
	edits: {
		get(postId: string, of: 'any execution' | 'this execution'): EditNote | undefined;
		set(postId: string, note: EditNote | undefined): unknown;
	};
	/** IDs of the credentials that were used. A former API key counts, because its posts are still those of the caller. Worth keeping. */
	usedKeys: { has(credentialId: string): boolean; add(credentialId: string): unknown };
	/** IDs of the posts that were created. */
	madePosts: { has(postId: string): boolean; add(postId: string): unknown };
}

/** Creates a memory for a single run. */
export const createRunMemory = (): RunMemory => ({
	unconfirmed: new Map(),
	refused: new Map(),
	moved: new Map(),
	lastSent: new Map(),
	edits: new Map(),
	usedKeys: new Set(),
	madePosts: new Set(),
});
