import {
	CancelledError,
	ConflictError,
	NetworkError,
	NotFoundError,
	ServiceUnavailableError,
	UnexpectedResponseError,
	type ApiError,
} from '../../http/errors';
import { once } from '../../http/memo';
import { collect, pages } from '../../http/pages';
import { exponentialBackoff } from '../../http/retry';
import type { Sleep } from '../../http/types';
import { SamePostsError } from '../errors';
import type { Identity, Post, PostPage } from '../schemas';
import { limits } from '../values';
import type { PostReads } from './reads';

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
interface RecoveryPorts {
	memory: RunMemory;
	sleep: Sleep;
	/** Milliseconds since 1970. */
	now: () => number;
}

/** A write that can be recovered. `Found` is what a read shows of work that is done. */
interface RecoverableWrite<Found, Result = Found> {
	/** Method, path and key. Undefined: tries of an execution can't be told from other writes, or do no harm. */
	name?: string;
	send: () => Promise<Result>;
	/** Reads whether the work is done; undefined when it isn't. */
	find: (unconfirmed: UnconfirmedWrite) => Promise<Found | undefined>;
	/** Makes the result of what was found; default: it is the result. */
	finish?: (found: Found) => Promise<Result>;
	/** How often the write is sent again after a read that shows nothing done. */
	repeatsMax: number;
}

/** Repeats of a write that does no harm twice once a read has shown that it wasn't done. */
export const harmlessRepeats = 3;

const errorsOfUnknownOutcome = [ServiceUnavailableError, NetworkError, UnexpectedResponseError];

/** Whether a failure leaves open if the service did the work. */
const isOutcomeUnknown = (error: unknown): boolean =>
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
		const found = unconfirmed && (await this.write.find(unconfirmed));
		return found === undefined ? await this.attempt(0) : await this.finish(found);
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
		const found = await this.write.find(this.note(error)).catch((failure: unknown) => {
			throw speaksForItself(failure) ? failure : error;
		});
		if (found !== undefined) return await this.finish(found);
		if (repeat >= this.write.repeatsMax || !isOutcomeUnknown(error)) throw error;
		await this.ports.sleep(pauseMs(error, repeat));
		return await this.attempt(repeat + 1);
	}

	private async finish(found: Found): Promise<Result> {
		if (this.unconfirmed) this.keepPost(this.unconfirmed, found);
		return this.write.finish ? await this.write.finish(found) : (found as unknown as Result);
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
export type Recover = <Found, Result = Found>(write: RecoverableWrite<Found, Result>) => Promise<Result>;

/** Creates what does the writes of a run. */
export const createRecovery =
	(ports: RecoveryPorts): Recover =>
	async (write) =>
		await new Attempts(write, ports).run();

/** A write that makes a post, such as create or duplicate. */
export interface MakingWrite {
	/** Whether a post may be the one that the write makes. */
	looksLike: (post: Post) => boolean | Promise<boolean>;
	/** One of the channels of the post, to read fewer posts. */
	channelId?: string;
}

/** When a write was sent first, and when it failed. */
type Moments = Pick<UnconfirmedWrite, 'startedAt' | 'failedAt'>;

/** What a search needs from outside. */
interface FinderPorts extends RecoveryPorts {
	me: () => Promise<Identity>;
	reads: Pick<PostReads, 'page'>;
}

/** How long a change can take to show in lists (contract section 8). */
const visibilityMs = 60_000;

const firstPauseMs = 2_000;

/**
 * Finds the post that a write made before its answer was lost: among the posts of this key that were created since the
 * write began, the one that looks like it. Posts that other writes of the execution are known to have made are left out.
 *
 * The service's own time, which a list returns, can be half a minute early (contract N24). A post that looks the same
 * and was made by another execution within that half minute is therefore taken for the one of this write.
 */
export class PostFinder {
	/** Writes of this run whose post isn't known yet. */
	private readonly unsettled = new Set<MakingWrite>();

	private readonly ownCredential = once(async () => (await this.ports.me()).credential.id);

	constructor(private readonly ports: FinderPorts) {}

	/** Does a write that makes a post. Other searches of the run know of it for as long as its post isn't known. */
	async track<T extends { id: string }>(making: MakingWrite, write: () => Promise<T>): Promise<T> {
		this.unsettled.add(making);
		return await write().then(
			(made) => {
				this.ports.memory.madePosts.add(made.id);
				this.unsettled.delete(making);
				return made;
			},
			(error: unknown) => {
				if (!isOutcomeUnknown(error) && !(error instanceof SamePostsError)) this.unsettled.delete(making);
				throw error;
			},
		);
	}

	/**
	 * The ID of the post, or undefined when no look shows one that is surely this write's.
	 * With `isPatient`, looks until a post that was made would show, and throws a `SamePostsError` when there are posts
	 * that other writes can have made as well.
	 */
	async find(
		making: MakingWrite,
		{ startedAt, failedAt }: Moments,
		isPatient: boolean,
	): Promise<string | undefined> {
		const { memory, now, sleep } = this.ports;
		const look = this.lookFor(making, startedAt);
		let leftMs = isPatient ? failedAt + visibilityMs - now() : 0;
		let seen = await look();
		for (let pauseMs = firstPauseMs; !seen.isClear && leftMs > 0; pauseMs *= 2) {
			await sleep(Math.min(pauseMs, leftMs));
			leftMs -= pauseMs;
			seen = await look();
		}
		const [found, ...others] = seen.postIds;
		if (found === undefined || (!seen.isClear && !isPatient)) return undefined;
		if (!seen.isClear) throw new SamePostsError([found, ...others]);
		memory.madePosts.add(found);
		return found;
	}

	/** Each look reads the posts again; what "since the write began" means is settled by the first one. */
	private lookFor(making: MakingWrite, startedAt: number) {
		let since: number | undefined;
		return async () => {
			const posts = await this.ownPosts(making, (serverTime) => {
				since ??= serverTime - (this.ports.now() - startedAt);
				return since;
			});
			const alike = await this.thoseLike(making, posts);
			const others = [...this.unsettled].filter((other) => other !== making);
			const ofOthers = await Promise.all(others.map(async (other) => await this.thoseLike(other, alike)));
			const postIds = alike.map(({ id }) => id);
			return { postIds, isClear: postIds.length === 1 && ofOthers.flat().length === 0 };
		};
	}

	/** The posts that this key created since a moment, which `sinceOf` tells by the service's own time. */
	private async ownPosts(
		{ channelId: accountId }: MakingWrite,
		sinceOf: (serverTime: number) => number,
	): Promise<Post[]> {
		const credentialId = await this.ownCredential();
		const list = pages(async (cursor) => {
			// Without an ETag every answer is a whole page.
			const query = { accountId, cursor, limit: limits.listLimitMax };
			const page = (await this.ports.reads.page(query)).value as PostPage;
			const since = sinceOf(Date.parse(page.serverTime));
			const data = page.data.filter(({ createdAt }) => Date.parse(createdAt) >= since);
			// Newest first: a page with an older post is the last one of interest.
			return { data, nextCursor: data.length < page.data.length ? null : page.nextCursor };
		});
		return (await collect(list)).filter(({ createdVia }) => createdVia?.credentialId === credentialId);
	}

	private async thoseLike({ looksLike }: MakingWrite, posts: Post[]): Promise<Post[]> {
		const verdicts = await Promise.all(posts.map(async (post) => await looksLike(post)));
		const { madePosts } = this.ports.memory;
		return posts.filter(({ id }, index) => verdicts[index] === true && !madePosts.has(id));
	}
}
