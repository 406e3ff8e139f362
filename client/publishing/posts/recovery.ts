import {
	CancelledError,
	ConflictError,
	NotFoundError,
	ServiceUnavailableError,
	type ApiError,
} from '../../http/errors';
import { once } from '../../http/memo';
import { collect, pages } from '../../http/pages';
import { exponentialBackoff } from '../../http/retry';
import type { Sleep } from '../../http/types';
import { hasUnsettledTry, isOutcomeUnknown, SamePostsError } from '../errors';
import type { Identity, Post, PostPage } from '../schemas';
import { limits } from '../values';
import type { PostReads } from './reads';

/**
 * Recovers writes when the client can't know whether the service carried them out.
 *
 * That is so after three failures: no answer arrived, the answer can't be read, or the service answered with 5xx. If no answer
 * arrived and the write has an idempotency key, the retry policy has already sent it again under the same key. A 5xx releases
 * the key, so the client always reads before it sends the write again (contract section 3).
 *
 * | Operation                          | What the client reads                    | If it was done         | If it wasn't                 |
 * | ---------------------------------- | ---------------------------------------- | ---------------------- | ---------------------------- |
 * | create, the failure names a post   | that post                                | result, draft: submit  | -                            |
 * | create                             | the key's posts that look like it        | result, draft: submit  | send with the key, once      |
 * | duplicate                          | the key's posts that look like a copy    | result                 | send with the key, once      |
 * | submit, schedule, publish, cancel  | the post: does it have the new status    | result                 | send with the key, 3 times   |
 * | update                             | the post: does it have the values        | result                 | send, 3 times                |
 * | delete                             | the post: is it gone                     | result                 | send, 3 times                |
 * | withdraw                           | the post: is it a draft                  | result                 | send, 3 times                |
 * | start of an upload, its part URLs, | nothing, because doing it twice          | -                      | by the retry policy          |
 * | its completion                     | does no harm                             |                        |                              |
 *
 * Without a key, create, duplicate and the deliveries aren't sent again. A new post can take a minute to appear in lists
 * (contract section 8). After a 5xx, the client therefore looks for the post for a whole minute before it decides that the post
 * wasn't created. After a lost answer to a write with a key it looks once, because the key covers the result of the first
 * request.
 *
 * A repeat that the service refuses before it looks at the key, such as at a rate limit, leaves the first request open, too.
 *
 * If a read fails, the outcome stays unknown, and the client throws the error of the write. The next try then reads first, as far
 * as its memory reaches.
 */

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
}

/** What is known of the writes of this run and of earlier tries of the same execution. All values are plain JSON. */
export interface RunMemory {
	/**
	 * Writes that may have been carried out, by method, path and key. Those that create a post are worth keeping for as long as
	 * the service knows their keys, also for the next execution.
	 */
	unconfirmed: {
		get(write: string): UnconfirmedWrite | undefined;
		set(write: string, unconfirmed: UnconfirmedWrite): unknown;
	};
	/** IDs of the posts that were created. */
	madePosts: { has(postId: string): boolean; add(postId: string): unknown };
}

/** Creates a memory for a single run. */
export const createRunMemory = (): RunMemory => ({ unconfirmed: new Map(), madePosts: new Set() });

/** What recovery needs from its caller. */
interface RecoveryPorts {
	memory: RunMemory;
	sleep: Sleep;
	/** Milliseconds since 1970. */
	now: () => number;
}

/** A write that can be recovered. `Found` is what a read returns if the write was carried out. */
interface RecoverableWrite<Found, Result = Found> {
	/** Method, path and key. Undefined for a write that later tries of the execution can't recognize or can safely do again. */
	name?: string;
	send: () => Promise<Result>;
	/** Reads whether the write was carried out. Undefined if it wasn't. */
	find: (unconfirmed: UnconfirmedWrite) => Promise<Found | undefined>;
	/** Turns what was found into the result. By default, it is the result. */
	finish?: (found: Found) => Promise<Result>;
	/** How often the write can be sent again after a read shows that it wasn't carried out. */
	repeatsMax: number;
}

/** Retries of a write that does no harm if it's done twice, after a read has shown that it wasn't carried out. */
export const harmlessRepeats = 3;

/** How the service refuses a repeat of a write that was carried out. */
const refusals = [ConflictError, NotFoundError];

const isRefusedRepeat = (error: unknown, unconfirmed: UnconfirmedWrite | undefined): boolean =>
	unconfirmed !== undefined && refusals.some((kind) => error instanceof kind);

/** Whether the same write can succeed a moment later. */
const isWorthRepeating = (error: unknown): boolean => isOutcomeUnknown(error) && !hasUnsettledTry(error);

const longestPauseMs = 16_000;

const pauseMs = (error: unknown, repeat: number): number => {
	const { retryAfter } = error as Partial<ApiError>;
	return retryAfter === undefined ? exponentialBackoff(repeat, longestPauseMs) : retryAfter * 1000;
};

/** Whether the error of a read says more than the error of the write before it. */
const speaksForItself = (error: unknown): boolean =>
	error instanceof SamePostsError || error instanceof CancelledError;

/** A write in progress, with what is known of its failures. */
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

	/** Sends the write. Reads first if an earlier try of the execution left the outcome open. */
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
		if (repeat >= this.write.repeatsMax || !isWorthRepeating(error)) throw error;
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

/** Sends a write and recovers it as in the table above. Throws the error of the write if its outcome stays open. */
export type Recover = <Found, Result = Found>(write: RecoverableWrite<Found, Result>) => Promise<Result>;

/** Creates the function that recovers the writes of a run. */
export const createRecovery =
	(ports: RecoveryPorts): Recover =>
	async (write) =>
		await new Attempts(write, ports).run();

/** A write that creates a post, such as create or duplicate. */
export interface MakingWrite {
	/** Whether a post may be the one that the write created. */
	looksLike: (post: Post) => boolean | Promise<boolean>;
	/** One of the post's channels, to read fewer posts. */
	channelId?: string;
}

/** When a write was first sent, and when it failed. */
type Moments = Pick<UnconfirmedWrite, 'startedAt' | 'failedAt'>;

/** What a search needs from its caller. */
interface FinderPorts extends RecoveryPorts {
	me: () => Promise<Identity>;
	reads: Pick<PostReads, 'page'>;
}

/** How long a change can take to appear in lists, in milliseconds (contract section 8). */
const visibilityMs = 60_000;

const firstPauseMs = 2_000;

/**
 * Finds the post that a write created before its answer was lost. Compares the posts of this key that were created since the
 * write began. Ignores posts that are known to come from other writes of the execution.
 *
 * The service's time in a list can be half a minute early (contract N24). So a post that looks the same is mistaken for the post
 * of this write if someone else created it with this key since half a minute before the write began, and the memory doesn't know
 * that post.
 */
export class PostFinder {
	/** Writes of this run whose posts aren't known yet. */
	private readonly unsettled = new Set<MakingWrite>();

	private readonly ownCredential = once(async () => (await this.ports.me()).credential.id);

	constructor(private readonly ports: FinderPorts) {}

	/** Runs a write that creates a post. Until that post is known, other searches of the run take the write into account. */
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
	 * Returns the ID of the post, or undefined if no post is certain to come from this write. With `isPatient`, looks until the
	 * post would have appeared in lists, and throws a `SamePostsError` if other writes may have created the posts it finds.
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

	/**
	 * Creates a search that reads the posts again each time. The first search fixes the service's time at which the write
	 * began.
	 */
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

	/** The posts that this key has created since a time. `sinceOf` returns that time on the service's clock. */
	private async ownPosts(
		{ channelId: accountId }: MakingWrite,
		sinceOf: (serverTime: number) => number,
	): Promise<Post[]> {
		const credentialId = await this.ownCredential();
		const list = pages(async (cursor) => {
			// Without an ETag, the answer always has a page.
			const query = { accountId, cursor, limit: limits.listLimitMax };
			const page = (await this.ports.reads.page(query)).value as PostPage;
			const since = sinceOf(Date.parse(page.serverTime));
			const data = page.data.filter(({ createdAt }) => Date.parse(createdAt) >= since);
			// The newest posts come first, so a page with an older post is the last page needed.
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
