import {
	CancelledError,
	ConflictError,
	factsOf,
	NotFoundError,
	ServiceUnavailableError,
} from '../../http/errors.js';
import { isSameTime } from '../../http/text.js';
import { checksum, idempotencyKeyMs, type KeyedWrite } from '../../http/idempotency.js';
import type { Requester } from '../../http/request.js';
import {
	ChangedDraftError,
	ChangedTryError,
	hasUnsettledTry,
	LateTryError,
	isOutcomeUnknown,
	isRefusal,
	PlatformQuotaError,
	SamePostsError,
	UnclearConflictError,
	UnfindableTryError,
} from '../errors.js';
import { ifOffered } from '../extras.js';
import { backoffMs } from '../retryPolicy.js';
import { withRouting, type RoutedPost } from './answers.js';
import type { PostFinder, FinderPorts } from './finder.js';
import { keyAfter, keyOfMove, keyOfSavedDraft } from './keys.js';
import type { RefusedWrite, UnconfirmedWrite } from './memory.js';
import type { PostReads } from './reads.js';
import type { Post } from '../schemas.js';
import { isDraft } from './status.js';
import type { Write } from './writes.js';

/** Options of a write that schedules, queues or publishes a post. */
export interface DeliveryOptions extends KeyedWrite {
	/**
	 * Whether to move the post to the time that the service names if a channel's daily limit is reached. Default false, which
	 * makes it an error.
	 */
	fitsDailyLimit?: boolean;
}

/** Sends a write. Throws the error of the write if the client can't find out whether it was carried out. */
export type Perform = <Result extends { id?: string }>(
	write: Write<Result>,
	options?: DeliveryOptions,
) => Promise<Result>;

/** What performing writes needs from its caller. */
interface Shared extends FinderPorts {
	request: Requester;
	reads: PostReads;
	finder: PostFinder;
}

/** Retries of a write that changes a post, after a read has shown that it wasn't carried out. */
const changeRepeatsMax = 3;

/** The most by which two clocks differ that count as the same. An answer has its time in whole seconds. */
const clockToleranceMs = 2_000;

/** The same for a write that makes a post: a post can appear in lists later than the client has looked. */
const makingRepeatsMax = 1;

/** How often a write is sent again if its post doesn't show why the service has refused it with a 409. */
const conflictRepeatsMax = 3;

/** How the service refuses a repeat of a write that was carried out. */
const refusals = [ConflictError, NotFoundError];

const isRefusedRepeat = (error: unknown, unconfirmed: UnconfirmedWrite | undefined): boolean =>
	unconfirmed !== undefined && refusals.some((kind) => error instanceof kind);

/** Whether the same write can succeed a moment later. */
const isWorthRepeating = (error: unknown): boolean => isOutcomeUnknown(error) && !hasUnsettledTry(error);

/** A post that someone has deleted can be created again. The service decides about its key. */
function ignoreDeleted(error: unknown): undefined {
	if (!(error instanceof NotFoundError)) throw error;
}

/** Whether the error of a read says more than the error of the write before it. */
const speaksForItself = (error: unknown): boolean =>
	error instanceof SamePostsError || error instanceof ChangedDraftError;

/** The error of a write that can't be settled, because a read after it has failed. */
function errorOfOpen(error: unknown, failure: unknown): unknown {
	if (speaksForItself(failure)) return failure;
	const { request } = factsOf(error);
	const isStopped = failure instanceof CancelledError && request !== undefined;
	return isStopped ? new CancelledError({ ...request, hasLostAnswer: true }) : error;
}

/**
 * The name under which later tries of the execution recognize a write. Undefined for a write that they can't recognize or can
 * safely do again.
 */
function nameOf<Result extends { id?: string }>(write: Write<Result>, key: string): string | undefined {
	const { isForgotten, making, repeatNeeds } = write;
	if (isForgotten || (making && key === '')) return undefined;
	return repeatNeeds === 'key'
		? nameUnderKey(write, { idempotencyKey: key })
		: `${write.method} ${write.path}`;
}

export const nameUnderKey = (
	{ method, path }: Pick<Write, 'method' | 'path'>,
	{ idempotencyKey = '' }: KeyedWrite,
): string => `${method} ${path} ${idempotencyKey}`;

/** What became of a promise. */
const settled = async <Result>(promise: Promise<Result>): Promise<{ result: Result } | { error: unknown }> =>
	await promise.then(
		(result) => ({ result }),
		(error: unknown) => ({ error }),
	);

/** The checksum of what a write sends. */
export const bodyOf = ({ body }: Pick<Write, 'body'>): string => checksum(JSON.stringify(body ?? null));

/** A write of which an earlier try may have been carried out, and which can't be settled anymore by its key. */
export const isLate = ({ startedAt }: UnconfirmedWrite, now: number): boolean =>
	now - startedAt >= idempotencyKeyMs;

/**
 * One write under one key, until it's known whether the service carried it out.
 *
 * That isn't known after three failures: no answer arrived, the answer can't be read, or the service answered with 5xx. If no
 * answer arrived and the write has a key, the retry policy has already sent it again under the same key. A 5xx releases the key,
 * so the post is always read before the write is sent again (contract section 3). A repeat that the service refuses before it
 * looks at the key, such as at a rate limit, leaves the first request open, too.
 *
 * If a read fails, the outcome stays unknown. The next try then reads first, as far as its memory reaches. It also continues with the
 * draft that a refused create has saved.
 */
class Performance<Result extends { id?: string }> {
	private readonly key: string;

	private readonly name: string | undefined;

	private readonly body: string;

	private unconfirmed: UnconfirmedWrite | undefined;

	private startedAt = 0;

	constructor(
		private readonly shared: Shared,
		private readonly write: Write<Result>,
		private readonly keyed: KeyedWrite,
	) {
		this.key = keyed.idempotencyKey ?? '';
		this.name = nameOf(write, this.key);
		this.body = bodyOf(write);
		this.unconfirmed = this.name === undefined ? undefined : shared.memory.unconfirmed.get(this.name);
	}

	/** Sends the write. Looks first if an earlier try of the execution left the outcome open. */
	async run(): Promise<Result> {
		const { shared, unconfirmed } = this;
		this.startedAt = unconfirmed?.startedAt ?? shared.now();
		if (unconfirmed && this.isUnfindable(unconfirmed)) throw new UnfindableTryError();
		const found = unconfirmed && (await this.look(unconfirmed, true).catch(ignoreDeleted));
		if (found !== undefined) return this.done(unconfirmed?.isDone ? found : await this.finish(found));
		const { making } = this.write;
		if (making && unconfirmed?.postId === undefined && unconfirmed && isLate(unconfirmed, shared.now()))
			throw new LateTryError(await shared.finder.findAlike(making, unconfirmed));
		return this.done(await this.attempt(0));
	}

	/** Whether only a list could show the post of an earlier try, and what that try sent is neither known nor the same. */
	private isUnfindable({ body, isDone, postId, sent }: UnconfirmedWrite): boolean {
		return !!this.write.making && !isDone && !postId && !sent && body !== this.body;
	}

	private done(result: Result): Result {
		if (this.unconfirmed && result.id !== undefined)
			this.keep({ ...this.unconfirmed, postId: result.id, isDone: true });
		return result;
	}

	private async attempt(repeat: number): Promise<Result> {
		return await this.send().then(
			(result) => this.keepPost(result),
			async (error: unknown) => await this.settle(error, repeat),
		);
	}

	private async send(): Promise<Result> {
		const { kind, method, path, body, check, repeatNeeds, postId, isSaved } = this.write;
		const idempotencyKey = repeatNeeds === 'key' ? this.key : undefined;
		const beforeRetry = check && (async (failure: unknown) => await this.checkAgain(check, failure));
		const leaves = (failure: unknown): boolean => this.isSettledByPost(failure);
		const response = await this.shared.request({
			method,
			path,
			body,
			write: { kind, postId, isSaved },
			idempotencyKey,
			leaves,
			beforeRetry,
		});
		return await this.write.readAnswer(response, async () => await this.read(postId ?? ''));
	}

	/** Checks the post as it is now. If it can't be read, the request isn't sent again. */
	private async checkAgain(check: (post: Post) => void, failure: unknown): Promise<void> {
		const post = await this.read(this.write.postId ?? '').catch(() => {
			throw failure;
		});
		check(post);
	}

	/** Decides what follows from a failure: nothing more, a look at what the service has done, or another attempt. */
	private async settle(error: unknown, repeat: number): Promise<Result> {
		if (this.isSettledByPost(error)) return await this.settleConflict(error);
		const { postId, statusCode = 500 } = factsOf(error);
		if (this.write.making && postId !== undefined && statusCode < 500)
			return await this.continueSaved(postId, error);
		if (!isOutcomeUnknown(error) && !isRefusedRepeat(error, this.unconfirmed)) throw error;
		const found = await this.look(this.note(error)).catch((failure: unknown) => {
			throw errorOfOpen(error, failure);
		});
		if (found !== undefined) return await this.finish(found);
		if (repeat >= this.repeatsMax || !isWorthRepeating(error)) throw error;
		await this.shared.sleep(backoffMs(error, repeat));
		return await this.attempt(repeat + 1);
	}

	/** Whether it's a conflict whose reason the post shows, because the write changes one. */
	private isSettledByPost(error: unknown): error is UnclearConflictError {
		const { postId, repeatNeeds } = this.write;
		return error instanceof UnclearConflictError && postId !== undefined && repeatNeeds === 'key';
	}

	/**
	 * Finds out whether the post's status forbids the write, or the first request with the same key is still running. A running
	 * request ends with the wanted post. Then the same request gets its answer, which another's work wouldn't give.
	 */
	private async settleConflict(conflict: UnclearConflictError): Promise<Result> {
		const { allowedIn = [], check, postId = '', resultIn } = this.write;
		const read = async (): Promise<RoutedPost> => {
			const post = await this.read(postId).catch(() => {
				throw conflict;
			});
			check?.(post);
			return post;
		};
		const fail = (): never => {
			throw conflict;
		};
		const isAllowed = ({ status }: RoutedPost): boolean => allowedIn.includes(status);
		const first = await read();
		let post = first;
		for (let repeat = 0; isAllowed(post) && repeat < conflictRepeatsMax; repeat++) {
			await this.shared.sleep(backoffMs(conflict, repeat));
			post = await read();
			if (isAllowed(post) && !isSameTime(post.updatedAt, first.updatedAt)) return fail();
			const outcome = isAllowed(post) ? await settled(this.send()) : { error: conflict };
			if ('result' in outcome) return outcome.result;
			if (!this.isSettledByPost(outcome.error)) return await this.settle(outcome.error, 0);
		}
		return !isAllowed(post) && resultIn(post) ? await this.send().catch(fail) : fail();
	}

	/**
	 * Continues with the draft that a refused create has saved (contract section 3), unless the draft is of this moment. Then the
	 * refusal is, too, and delivering it again wouldn't help.
	 */
	private async continueSaved(postId: string, error: unknown): Promise<Result> {
		this.note(error);
		const { value, answeredAt } = await this.shared.reads.getIfChanged(postId).catch(() => {
			throw error;
		});
		const found = value && this.write.resultIn(withRouting(value));
		if (found === undefined || (value && isDraft(value) && !this.isOlder(value, answeredAt))) throw error;
		return await this.finish(found);
	}

	/** Whether a post was created before this write began. Compares the times of the service, unless its clock is that of the client. */
	private isOlder({ createdAt }: Post, answeredAt: number | undefined): boolean {
		const now = this.shared.now();
		const isOwnClock = answeredAt === undefined || Math.abs(answeredAt - now) < clockToleranceMs;
		return Date.parse(createdAt) < this.startedAt + (isOwnClock ? 0 : answeredAt - now);
	}

	private get repeatsMax(): number {
		const { making, repeatNeeds } = this.write;
		if (repeatNeeds === 'key' && this.key === '') return 0;
		return making ? makingRepeatsMax : changeRepeatsMax;
	}

	/**
	 * Looks whether the service has carried out the write. Undefined if it hasn't, or if no post is sure to come from it. A draft of an
	 * earlier try that someone has changed since is theirs.
	 */
	private async look(unconfirmed: UnconfirmedWrite, isEarlier = false): Promise<Result | undefined> {
		const { check, making, postId = unconfirmed.postId, removes, resultIn } = this.write;
		// A new post can take a minute to appear in lists. A valid key keeps a retry from creating another post.
		const isPatient = unconfirmed.isKeyReleased || this.key === '' || isLate(unconfirmed, this.shared.now());
		const found = postId ?? (making && (await this.shared.finder.find(making, unconfirmed, isPatient)));
		if (found === undefined) return undefined;
		const post = await this.read(found).catch((error: unknown) => {
			if (removes && error instanceof NotFoundError) return undefined;
			throw error;
		});
		if (post) check?.(post);
		const isOpen = isEarlier && !unconfirmed.isDone && post !== undefined && isDraft(post);
		if (isOpen && making?.isAsSent?.(post) === false) throw new ChangedTryError(post.id);
		return resultIn(post);
	}

	/** Does the rest of the work. A conflict means that the first request has done it meanwhile. */
	private async finish(found: Result): Promise<Result> {
		this.keepPost(found);
		const { rest, resultIn } = this.write;
		const left = rest?.(found);
		if (left?.postId === undefined) return found;
		const { postId } = left;
		return await performInChain(this.shared, left, keyOfSavedDraft(this.keyed)).catch(
			async (error: unknown) => {
				if (!(error instanceof ConflictError)) throw error;
				const current = await this.read(postId).catch(() => undefined);
				const result = current && isDraft(current) ? undefined : resultIn(current);
				if (result === undefined) throw error;
				return result;
			},
		);
	}

	private async read(postId: string): Promise<RoutedPost> {
		return withRouting(await this.shared.reads.get(postId));
	}

	private note(error: unknown): UnconfirmedWrite {
		const { startedAt, unconfirmed } = this;
		const { postId = unconfirmed?.postId } = factsOf(error);
		return this.keep({
			startedAt,
			failedAt: this.shared.now(),
			isKeyReleased: unconfirmed?.isKeyReleased === true || error instanceof ServiceUnavailableError,
			body: this.body,
			...(this.write.making ? { key: this.key, sent: this.write.body } : {}),
			...(postId === undefined ? {} : { postId }),
		});
	}

	private keepPost(result: Result): Result {
		const { id: postId } = result;
		if (this.unconfirmed && postId !== undefined) this.keep({ ...this.unconfirmed, postId });
		return result;
	}

	private keep(unconfirmed: UnconfirmedWrite): UnconfirmedWrite {
		this.unconfirmed = unconfirmed;
		const makingKey = this.write.making && this.key;
		if (this.name !== undefined) this.shared.memory.unconfirmed.set(this.name, unconfirmed, makingKey);
		return unconfirmed;
	}
}

/** Performs a write under one key. */
async function performOnce<Result extends { id?: string }>(
	shared: Shared,
	write: Write<Result>,
	key: KeyedWrite,
): Promise<Result> {
	const { extra, making, postId = '' } = write;
	const performance = new Performance(shared, write, key);
	if (!making) {
		return extra
			? await ifOffered(shared.request, extra, postId, async () => await performance.run())
			: await performance.run();
	}
	const { finder } = shared;
	finder.begin(making);
	const made = await performance.run().catch((error: unknown) => {
		finder.noteFailed(making, error);
		throw error;
	});
	finder.noteMade(making, made.id);
	return made;
}

/**
 * Keeps the post that a write has made under a later key. A run without the first refusal must find it, because a service that
 * releases the first key would make another post.
 */
function noteMade<Result extends { id?: string }>(
	{ memory, now }: Shared,
	write: Write<Result>,
	{ idempotencyKey = '' }: KeyedWrite,
	{ id: postId }: Result,
): void {
	const name = nameOf(write, idempotencyKey);
	if (!write.making || name === undefined || postId === undefined) return;
	const at = { startedAt: now(), failedAt: now() };
	const made = { ...at, isKeyReleased: true, isDone: true, postId, body: bodyOf(write) };
	memory.unconfirmed.set(name, made, idempotencyKey);
}

/** Whether a refusal can be a repeat of an earlier one. For a write that makes a post, a 404 is about the post that it has made. */
const canBeRepeated = (error: unknown, { making }: Pick<Write, 'making'>): boolean =>
	isRefusal(error) && !(making && error instanceof NotFoundError);

/** Performs a write under a later key, unless its post shows that it was done or must not be done. */
async function performNext<Result extends { id?: string }>(
	shared: Shared,
	write: Write<Result>,
	keys: { first: KeyedWrite; next: KeyedWrite },
): Promise<Result> {
	const { check, postId, resultIn } = write;
	const post = postId === undefined ? undefined : withRouting(await shared.reads.get(postId));
	if (post) check?.(post);
	const result = (post && resultIn(post)) ?? (await performOnce(shared, write, keys.next));
	noteMade(shared, write, keys.first, result);
	return result;
}

/** A request that is still running can't be answered with a 409 for longer, in milliseconds. */
const runningMs = 60_000;

/** The post of a write, if its status allows the write. Undefined if it doesn't, or if the post can't be read. */
async function allowedPost<Result extends { id?: string }>(
	{ reads }: Shared,
	{ allowedIn = [], postId }: Write<Result>,
): Promise<Post | undefined> {
	const post = postId === undefined ? undefined : await reads.get(postId).catch(() => undefined);
	return post && allowedIn.includes(post.status) ? post : undefined;
}

/**
 * How many keys of a write were refused. A key that was answered with a 409 counts if the request can't be running anymore and its post
 * is as it was then, so that nothing was done under that key.
 */
async function refusalsOf<Result extends { id?: string }>(
	shared: Shared,
	write: Write<Result>,
	{ count, conflict }: RefusedWrite,
): Promise<number> {
	if (conflict === undefined || shared.now() - conflict.at < runningMs) return count;
	const post = await allowedPost(shared, write);
	return isSameTime(post?.updatedAt, conflict.updatedAt) ? count + 1 : count;
}

interface ChainOptions {
	/** Whether another request follows from a refusal, so that the key stays as it is. */
	isMoved?: (error: unknown) => boolean;
	/** Notes the name under which the write is sent. */
	beforeSending?: (name: string) => void;
}

/**
 * Performs a write under the first key of its chain that wasn't refused, and notes a refusal. What was refused under the first key is
 * sent again under it before, because an earlier run may have had success with a later key, and a service that releases the first one
 * then carries it out.
 */
async function performInChain<Result extends { id?: string }>(
	shared: Shared,
	write: Write<Result>,
	key: KeyedWrite,
	{ isMoved = () => false, beforeSending }: ChainOptions = {},
): Promise<Result> {
	const { memory, now } = shared;
	const name = nameUnderKey(write, key);
	const body = bodyOf(write);
	const hasChain = write.repeatNeeds === 'key' && !!key.idempotencyKey && !!key.isReplaceable;
	const before = hasChain ? memory.refused.get(name) : undefined;
	const firstKey = key.idempotencyKey ?? '';
	const isBound = (error: unknown, used: KeyedWrite): boolean =>
		hasChain &&
		canBeRepeated(error, write) &&
		!isMoved(error) &&
		!memory.unconfirmed.get(nameUnderKey(write, used));
	const perform = async (refusals: number): Promise<Result> => {
		const used = keyAfter(key, refusals);
		beforeSending?.(nameUnderKey(write, used));
		const performing =
			refusals === 0
				? performOnce(shared, write, used)
				: performNext(shared, write, { first: key, next: used });
		return await performing.catch(async (error: unknown) => {
			const refused = { body: before?.body ?? body, count: before?.count ?? 0 };
			if (isBound(error, used) && refusals >= refused.count)
				memory.refused.set(name, { ...refused, count: refusals + 1 }, firstKey);
			const post =
				hasChain && error instanceof UnclearConflictError ? await allowedPost(shared, write) : undefined;
			if (post)
				memory.refused.set(
					name,
					{ ...refused, conflict: { at: now(), updatedAt: post.updatedAt } },
					firstKey,
				);
			throw error;
		});
	};
	if (before === undefined) return await perform(0);
	const refusals = await refusalsOf(shared, write, before);
	const isAgain = before.count > 0 && before.body === body;
	if (!isAgain) return await perform(refusals);
	return await perform(0).catch(async (error: unknown) => {
		if (!isBound(error, key)) throw error;
		return await perform(refusals);
	});
}

/** Enough moves for 20 channels, each of which can have a full day of its own. */
const movesMax = 20;

/** The time that a daily limit error names, if it's later than the last time that was asked for. */
function laterTime(error: unknown, asked: string | undefined): string | undefined {
	const time = error instanceof PlatformQuotaError ? error.availableAt : undefined;
	if (typeof time !== 'string' || Number.isNaN(Date.parse(time))) return undefined;
	return asked === undefined || Date.parse(time) > Date.parse(asked) ? time : undefined;
}

/**
 * Creates the only function that sends writes on posts. With `fitsDailyLimit`, it moves a post that exceeds a daily limit to the
 * time that the service names, until every channel has room. Each move is a separate request with its own idempotency key, which is
 * noted before it's sent, so that a later try continues with it. It throws the `PlatformQuotaError` if the service names no time, or a
 * time that isn't later than the last one.
 */
export function createPerform(shared: Shared): Perform {
	const { moved, lastSent } = shared.memory;
	return async (write, { fitsDailyLimit, ...firstKey } = {}) => {
		const name = nameUnderKey(write, firstKey);
		const earlier = fitsDailyLimit && write.movedTo ? moved.get(name) : undefined;
		let current = earlier ? (write.movedTo?.(earlier.time, earlier.savedPostId) ?? write) : write;
		let key = earlier ? keyOfMove(firstKey, earlier.move) : firstKey;
		let asked = earlier?.time;
		let savedPostId = earlier?.savedPostId;
		for (let move = (earlier?.move ?? 0) + 1; ; move++) {
			const timeAfter = (error: unknown): string | undefined =>
				fitsDailyLimit && write.movedTo && move <= movesMax ? laterTime(error, asked) : undefined;
			const isMoved = (error: unknown): boolean => timeAfter(error) !== undefined;
			const beforeSending = current.making && ((sentAs: string) => lastSent.set(name, sentAs));
			const outcome = await settled(performInChain(shared, current, key, { isMoved, beforeSending }));
			if ('result' in outcome && move > 1) noteMade(shared, write, firstKey, outcome.result);
			if ('result' in outcome) return outcome.result;
			const { error } = outcome;
			const time = timeAfter(error);
			if (time === undefined && move > 1 && isRefusal(error)) moved.set(name, undefined);
			if (time === undefined || !write.movedTo) throw error;
			savedPostId = factsOf(error).postId ?? savedPostId;
			moved.set(name, { move, time, savedPostId });
			current = write.movedTo(time, savedPostId);
			key = keyOfMove(firstKey, move);
			asked = time;
		}
	};
}
