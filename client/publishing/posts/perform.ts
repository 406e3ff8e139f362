import {
	CancelledError,
	ConflictError,
	factsOf,
	NotFoundError,
	ServiceUnavailableError,
} from '../../http/errors.js';
import { checksum, type KeyedWrite } from '../../http/idempotency.js';
import type { Requester } from '../../http/request.js';
import {
	ChangedDraftError,
	hasUnsettledTry,
	isOutcomeUnknown,
	isRefusal,
	PlatformQuotaError,
	SamePostsError,
	UnclearConflictError,
} from '../errors.js';
import { ifOffered } from '../extras.js';
import { backoffMs } from '../retryPolicy.js';
import { withRouting, type RoutedPost } from './answers.js';
import { PostFinder, type FinderPorts } from './finder.js';
import { chainOf, keyOfMove, keyOfSavedDraft } from './keys.js';
import type { UnconfirmedWrite } from './memory.js';
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
interface PerformPorts extends FinderPorts {
	request: Requester;
	reads: PostReads;
}

/** What all writes of a client share. */
type Shared = PerformPorts & { finder: PostFinder };

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
	error instanceof SamePostsError || error instanceof ChangedDraftError || error instanceof CancelledError;

/**
 * The name under which later tries of the execution recognize a write. Undefined for a write that they can't recognize or can
 * safely do again.
 */
function nameOf<Result extends { id?: string }>(write: Write<Result>, key: string): string | undefined {
	const { isForgotten, making, method, path, repeatNeeds } = write;
	if (isForgotten || (making && key === '')) return undefined;
	return repeatNeeds === 'key' ? nameUnderKey(method, path, key) : `${method} ${path}`;
}

const nameUnderKey = (method: string, path: string, key: string): string => `${method} ${path} ${key}`;

/** What became of a promise. */
const settled = async <Result>(promise: Promise<Result>): Promise<{ result: Result } | { error: unknown }> =>
	await promise.then(
		(result) => ({ result }),
		(error: unknown) => ({ error }),
	);

/** The checksum of what a write sends. */
const bodyOf = ({ body }: Pick<Write, 'body'>): string => checksum(JSON.stringify(body ?? null));

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
		const found = unconfirmed && (await this.look(unconfirmed).catch(ignoreDeleted));
		return found === undefined ? await this.attempt(0) : await this.finish(found);
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
			throw speaksForItself(failure) ? failure : error;
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
			if (isAllowed(post) && post.updatedAt !== first.updatedAt) return fail();
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

	/** Looks whether the service has carried out the write. Undefined if it hasn't, or if no post is sure to come from it. */
	private async look(unconfirmed: UnconfirmedWrite): Promise<Result | undefined> {
		const { check, making, postId = unconfirmed.postId, removes, resultIn } = this.write;
		// A new post can take a minute to appear in lists. A valid key keeps a retry from creating another post.
		const isPatient = unconfirmed.isKeyReleased || this.key === '';
		const found = postId ?? (making && (await this.shared.finder.find(making, unconfirmed, isPatient)));
		if (found === undefined) return undefined;
		const post = await this.read(found).catch((error: unknown) => {
			if (removes && error instanceof NotFoundError) return undefined;
			throw error;
		});
		if (post) check?.(post);
		// Under a key of the user, another draft can be wanted by now. The service decides about its key.
		const isOtherDraft = making && post && isDraft(post) && (unconfirmed.body ?? this.body) !== this.body;
		return isOtherDraft ? undefined : resultIn(post);
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
	const made = { startedAt: now(), failedAt: now(), isKeyReleased: true, postId, body: bodyOf(write) };
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

/**
 * Performs a write under the first key of its chain that isn't bound to a refusal. A key is bound if all that was sent under it had
 * one body and was refused for good by an earlier try. The same body is sent under it again, because an earlier run may have
 * had success with a later key, and a service that releases the key then carries it out. Another body goes to the next key.
 * @param isMoved whether another request follows from a refusal, so that the key stays as it is
 */
async function performInChain<Result extends { id?: string }>(
	shared: Shared,
	write: Write<Result>,
	key: KeyedWrite,
	isMoved: (error: unknown) => boolean = () => false,
): Promise<Result> {
	const { refused, unconfirmed } = shared.memory;
	const { method, path, repeatNeeds } = write;
	const nameUnder = ({ idempotencyKey = '' }: KeyedWrite): string =>
		nameUnderKey(method, path, idempotencyKey);
	const chain = repeatNeeds === 'key' && key.idempotencyKey ? chainOf(key) : [key];
	const body = bodyOf(write);
	const bodies = refused.get(nameUnder(key)) ?? [];
	const last = chain.length - 1;
	for (const [index, next] of chain.entries()) {
		const boundTo = bodies[index];
		if (boundTo !== undefined && boundTo !== body && index < last) continue;
		const outcome = await settled(
			index === 0 ? performOnce(shared, write, next) : performNext(shared, write, { first: key, next }),
		);
		if ('result' in outcome) return outcome.result;
		const { error } = outcome;
		const isBound = canBeRepeated(error, write) && !isMoved(error) && !unconfirmed.get(nameUnder(next));
		if (isBound && boundTo === undefined && last > 0)
			refused.set(nameUnder(key), [...bodies, body], key.idempotencyKey ?? '');
		if (!isBound || boundTo === undefined || index === last) throw error;
	}
	throw new Error('A chain has at least one key');
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
 * time that the service names, until every channel has room. Each move is a separate request with its own idempotency key. It
 * throws the `PlatformQuotaError` if the service names no time, or a time that isn't later than the last one.
 */
export function createPerform(ports: PerformPorts): Perform {
	const shared = { ...ports, finder: new PostFinder(ports) };
	return async (write, { fitsDailyLimit, ...firstKey } = {}) => {
		let current = write;
		let key: KeyedWrite = firstKey;
		let asked: string | undefined;
		let savedPostId: string | undefined;
		for (let move = 1; ; move++) {
			const timeAfter = (error: unknown): string | undefined =>
				fitsDailyLimit && write.movedTo && move <= movesMax ? laterTime(error, asked) : undefined;
			const isMoved = (error: unknown): boolean => timeAfter(error) !== undefined;
			const outcome = await settled(performInChain(shared, current, key, isMoved));
			if ('result' in outcome && move > 1) noteMade(shared, write, firstKey, outcome.result);
			if ('result' in outcome) return outcome.result;
			const { error } = outcome;
			const time = timeAfter(error);
			if (time === undefined || !write.movedTo) throw error;
			savedPostId = factsOf(error).postId ?? savedPostId;
			current = write.movedTo(time, savedPostId);
			key = keyOfMove(firstKey, move);
			asked = time;
		}
	};
}
