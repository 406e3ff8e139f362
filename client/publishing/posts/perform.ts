import {
	CancelledError,
	ConflictError,
	factsOf,
	NotFoundError,
	ServiceUnavailableError,
} from '../../http/errors';
import type { KeyedWrite } from '../../http/idempotency';
import type { Requester } from '../../http/request';
import {
	ChangedDraftError,
	hasUnsettledTry,
	isOutcomeUnknown,
	PlatformQuotaError,
	SamePostsError,
} from '../errors';
import { ifOffered } from '../extras';
import { paths } from '../paths';
import { backoffMs } from '../retryPolicy';
import { namingPost, withRouting, type RoutedPost } from './answers';
import { PostFinder, type FinderPorts } from './finder';
import { keyOfMove, keyOfSavedDraft } from './keys';
import type { UnconfirmedWrite } from './memory';
import type { PostReads } from './reads';
import type { Post } from '../schemas';
import type { Write } from './writes';

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

/** The same for a write that makes a post: a post can appear in lists later than the client has looked. */
const makingRepeatsMax = 1;

/** How the service refuses a repeat of a write that was carried out. */
const refusals = [ConflictError, NotFoundError];

const isRefusedRepeat = (error: unknown, unconfirmed: UnconfirmedWrite | undefined): boolean =>
	unconfirmed !== undefined && refusals.some((kind) => error instanceof kind);

/** Whether the same write can succeed a moment later. */
const isWorthRepeating = (error: unknown): boolean => isOutcomeUnknown(error) && !hasUnsettledTry(error);

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

/** The name of a create, by its key. */
export const nameOfCreate = ({ idempotencyKey }: Required<KeyedWrite>): string =>
	nameUnderKey('POST', paths.posts(), idempotencyKey);

/**
 * One write under one key, until it's known whether the service carried it out.
 *
 * That isn't known after three failures: no answer arrived, the answer can't be read, or the service answered with 5xx. If no
 * answer arrived and the write has a key, the retry policy has already sent it again under the same key. A 5xx releases the key,
 * so the post is always read before the write is sent again (contract section 3). A repeat that the service refuses before it
 * looks at the key, such as at a rate limit, leaves the first request open, too.
 *
 * If a read fails, the outcome stays unknown. The next try then reads first, as far as its memory reaches.
 */
class Performance<Result extends { id?: string }> {
	private readonly key: string;

	private readonly name: string | undefined;

	private unconfirmed: UnconfirmedWrite | undefined;

	private startedAt = 0;

	constructor(
		private readonly shared: Shared,
		private readonly write: Write<Result>,
		{ idempotencyKey = '' }: KeyedWrite,
	) {
		this.key = idempotencyKey;
		this.name = nameOf(write, idempotencyKey);
		this.unconfirmed = this.name === undefined ? undefined : shared.memory.unconfirmed.get(this.name);
	}

	/** Sends the write. Looks first if an earlier try of the execution left the outcome open. */
	async run(): Promise<Result> {
		const { shared, unconfirmed } = this;
		this.startedAt = unconfirmed?.startedAt ?? shared.now();
		const found = unconfirmed && (await this.look(unconfirmed));
		return found === undefined ? await this.attempt(0) : await this.finish(found);
	}

	private async attempt(repeat: number): Promise<Result> {
		return await this.send().then(
			(result) => this.keepPost(result),
			async (error: unknown) => await this.settle(error, repeat),
		);
	}

	private async send(): Promise<Result> {
		const { method, path, body, check, repeatNeeds, postId = '' } = this.write;
		const idempotencyKey = repeatNeeds === 'key' ? this.key : undefined;
		const beforeRetry = check && (async (failure: unknown) => await this.checkAgain(check, failure));
		const response = await this.shared.request({ method, path, body, idempotencyKey, beforeRetry });
		return await this.write.readAnswer(response, async () => await this.read(postId));
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
		if (!isOutcomeUnknown(error) && !isRefusedRepeat(error, this.unconfirmed)) throw error;
		const found = await this.look(this.note(error)).catch((failure: unknown) => {
			throw speaksForItself(failure) ? failure : error;
		});
		if (found !== undefined) return await this.finish(found);
		if (repeat >= this.repeatsMax || !isWorthRepeating(error)) throw error;
		await this.shared.sleep(backoffMs(error, repeat));
		return await this.attempt(repeat + 1);
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
		return resultIn(post);
	}

	/** Does the rest of the work. A conflict means that the first request has done it meanwhile. */
	private async finish(found: Result): Promise<Result> {
		this.keepPost(found);
		const { rest, resultIn } = this.write;
		const left = rest?.(found);
		if (left?.postId === undefined) return found;
		const { postId } = left;
		return await new Performance(this.shared, left, keyOfSavedDraft({ idempotencyKey: this.key }))
			.run()
			.catch(async (error: unknown) => {
				const current = error instanceof ConflictError ? await this.read(postId) : undefined;
				const result = current?.status === 'draft' ? undefined : resultIn(current);
				if (result === undefined) throw error;
				return result;
			})
			.catch(namingPost(postId));
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

/** Enough moves for 20 channels, each of which can have a full day of its own. */
const movesMax = 20;

/** The time that a daily limit error names, if it's later than the last time that was asked for. */
function laterTime(error: unknown, asked: string | undefined): string | undefined {
	const time = error instanceof PlatformQuotaError ? error.availableAt : undefined;
	if (typeof time !== 'string') return undefined;
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
			const outcome = await performOnce(shared, current, key).then(
				(result) => ({ result }),
				(error: unknown) => ({ error }),
			);
			if ('result' in outcome) return outcome.result;
			const { error } = outcome;
			const time = fitsDailyLimit && move <= movesMax ? laterTime(error, asked) : undefined;
			if (time === undefined || !write.movedTo) return namingPost(savedPostId)(error);
			savedPostId = factsOf(error).postId ?? savedPostId;
			current = write.movedTo(time, savedPostId);
			key = keyOfMove(firstKey, move);
			asked = time;
		}
	};
}
