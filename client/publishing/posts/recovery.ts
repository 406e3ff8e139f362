import {
	CancelledError,
	ConflictError,
	NetworkError,
	NotFoundError,
	ServiceUnavailableError,
	UnexpectedResponseError,
	type ApiError,
} from '../../http/errors';
import { exponentialBackoff } from '../../http/retry';
import type { Sleep } from '../../http/types';
import { SamePostsError } from '../errors';

/**
 * Recovery after a lost answer: what the client does when nobody knows whether the service did the work.
 *
 * Three failures leave that open. Either no answer arrived, or it can't be read, or the service answered with 5xx. Where
 * the write has an idempotency key, the retry policy has already sent it again under the same key when no answer arrived.
 * A 5xx releases the key, so the client always reads before it sends again (contract section 3).
 *
 * | Operation                          | Read                                     | Done already           | Not done                     |
 * | ---------------------------------- | ---------------------------------------- | ---------------------- | ---------------------------- |
 * | create, the failure names a post   | that post                                | result, draft: submit  | -                            |
 * | create                             | the key's posts that look like it        | result, draft: submit  | again under its key, once    |
 * | duplicate                          | the key's posts that look like a copy    | result                 | again under its key, once    |
 * | submit, schedule, publish, cancel  | the post: is it where the call brings it | result                 | again under its key, 3 times |
 * | change                             | the post: does it have the values        | result                 | again, 3 times               |
 * | delete                             | the post: is it gone                     | result                 | again, 3 times               |
 * | withdraw                           | the post: is it a draft                  | result                 | again, 3 times               |
 * | start of an upload, its part URLs, | nothing: none of them does harm twice    | -                      | by the retry policy          |
 * | its completion                     |                                          |                        |                              |
 *
 * Without a key, create, duplicate and the deliveries aren't sent again. A post that was made can take a minute to show
 * in lists (contract section 8). After a 5xx the client therefore looks for a whole minute before it takes a post for not
 * made. After a lost answer to a keyed write it looks once, because the key covers what came of the first request.
 *
 * A read that fails proves nothing, so the write's own failure is thrown. The next try of the execution then reads first.
 */

/** A write that may have been done, as plain JSON. */
export interface UnconfirmedWrite {
	/** When it was sent first, in milliseconds since 1970. */
	startedAt: number;
	/** When it failed last, in milliseconds since 1970. */
	failedAt: number;
	/** Whether the service answered with 5xx, which releases the key. */
	isKeyReleased: boolean;
	/** The post that it made or is about, once that is known. */
	postId?: string;
}

/** What a run knows of itself and of earlier tries of the same execution. Values are plain JSON. */
export interface RunMemory {
	/** Writes that may have been done, by method, path and key. */
	unconfirmed: {
		get(write: string): UnconfirmedWrite | undefined;
		set(write: string, unconfirmed: UnconfirmedWrite): unknown;
	};
	/** IDs of the posts that were made. */
	madePosts: { has(postId: string): boolean; add(postId: string): unknown };
}

/** A memory for one run alone. */
export const createRunMemory = (): RunMemory => ({ unconfirmed: new Map(), madePosts: new Set() });

/** What recovery needs from outside. */
export interface RecoveryPorts {
	memory: RunMemory;
	sleep: Sleep;
	/** Milliseconds since 1970. */
	now: () => number;
}

/** A write that can be recovered. `Found` is what a read shows of work that is done. */
export interface RecoverableWrite<Found, Result = Found> {
	/** Method, path and key. Undefined: tries of an execution can't be told from other writes, or do no harm. */
	name?: string;
	send: () => Promise<Result>;
	/** Reads whether the work is done; undefined when it isn't. */
	look: (unconfirmed: UnconfirmedWrite) => Promise<Found | undefined>;
	/** Makes the result of what was found. */
	goOn: (found: Found) => Promise<Result>;
	/** How often the write is sent again after a read that shows nothing done. */
	repeatsMax: number;
}

/** Repeats of a write that does no harm twice once a read has shown that it wasn't done. */
export const harmlessRepeats = 3;

const errorsOfUnknownOutcome = [ServiceUnavailableError, NetworkError, UnexpectedResponseError];

/** Whether a failure leaves open if the service did the work. */
export const isOutcomeUnknown = (error: unknown): boolean =>
	errorsOfUnknownOutcome.some((kind) => error instanceof kind);

/** How the service refuses to do work that the first request did after all. */
const refusals = [ConflictError, NotFoundError];

const isRefusedRepeat = (error: unknown, unconfirmed: UnconfirmedWrite | undefined): boolean =>
	unconfirmed !== undefined && refusals.some((kind) => error instanceof kind);

const longestPauseMs = 16_000;

const pauseMs = (error: unknown, repeat: number): number => {
	const { retryAfter } = error as Partial<ApiError>;
	return retryAfter === undefined ? exponentialBackoff(repeat, longestPauseMs) : retryAfter * 1000;
};

/** Failures of a read that say more than the failure of the write before it. */
const speaksForItself = (error: unknown): boolean =>
	error instanceof SamePostsError || error instanceof CancelledError;

/** One write under way, with what is known of its failures. */
class Attempts<Found, Result> {
	private unconfirmed: UnconfirmedWrite | undefined;

	private startedAt = 0;

	constructor(
		private readonly write: RecoverableWrite<Found, Result>,
		private readonly ports: RecoveryPorts,
	) {
		const { name } = write;
		this.unconfirmed = name === undefined ? undefined : ports.memory.unconfirmed.get(name);
	}

	/** Reads first where an earlier try of the execution left open whether it did the work. */
	async run(): Promise<Result> {
		const { unconfirmed } = this;
		this.startedAt = unconfirmed?.startedAt ?? this.ports.now();
		const found = unconfirmed && (await this.write.look(unconfirmed));
		return found === undefined ? await this.attempt(0) : await this.goOn(found);
	}

	private async attempt(repeat: number): Promise<Result> {
		const outcome = await this.write.send().then(
			(result) => ({ result }),
			(error: unknown) => ({ error }),
		);
		if ('error' in outcome) return await this.settle(outcome.error, repeat);
		if (this.unconfirmed) this.keepPost(this.unconfirmed, outcome.result);
		return outcome.result;
	}

	private async settle(error: unknown, repeat: number): Promise<Result> {
		if (!isOutcomeUnknown(error) && !isRefusedRepeat(error, this.unconfirmed)) throw error;
		const found = await this.write.look(this.note(error)).catch((failure: unknown) => {
			throw speaksForItself(failure) ? failure : error;
		});
		if (found !== undefined) return await this.goOn(found);
		if (repeat >= this.write.repeatsMax || !isOutcomeUnknown(error)) throw error;
		await this.ports.sleep(pauseMs(error, repeat));
		return await this.attempt(repeat + 1);
	}

	private async goOn(found: Found): Promise<Result> {
		if (this.unconfirmed) this.keepPost(this.unconfirmed, found);
		return await this.write.goOn(found);
	}

	private note(error: unknown): UnconfirmedWrite {
		const { startedAt, unconfirmed } = this;
		const { postId = unconfirmed?.postId } = error as Partial<ApiError>;
		return this.keep({
			startedAt,
			failedAt: this.ports.now(),
			isKeyReleased: unconfirmed?.isKeyReleased === true || error instanceof ServiceUnavailableError,
			...(postId === undefined ? {} : { postId }),
		});
	}

	private keepPost(unconfirmed: UnconfirmedWrite, post: unknown): void {
		const { id: postId } = (post ?? {}) as { id?: string };
		if (postId !== undefined) this.keep({ ...unconfirmed, postId });
	}

	private keep(unconfirmed: UnconfirmedWrite): UnconfirmedWrite {
		this.unconfirmed = unconfirmed;
		if (this.write.name !== undefined) this.ports.memory.unconfirmed.set(this.write.name, unconfirmed);
		return unconfirmed;
	}
}

/** Does a write of the table above. Throws the write's own failure where it can't be settled. */
export type Recover = <Found, Result>(write: RecoverableWrite<Found, Result>) => Promise<Result>;

/** Creates what does the writes of a run. */
export const createRecovery =
	(ports: RecoveryPorts): Recover =>
	async (write) =>
		await new Attempts(write, ports).run();
