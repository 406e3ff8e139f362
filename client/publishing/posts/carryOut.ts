import { CancelledError, NotFoundError, PermissionError } from '../../http/errors';
import { checksum, followingKey } from '../../http/idempotency';
import { isObject, ownValue, recordOf } from '../../http/json';
import type { Requester } from '../../http/request';
import {
	IdempotencyInFlightError,
	IdempotencyMismatchError,
	RevertedEditError,
	UnfinishedEditError,
} from '../errors';
import { paths } from '../paths';
import type { ChannelOverride, UpdatePost } from '../requests';
import type { Post, PostChannel } from '../schemas';
import { withRouting, type RoutedPost } from './answers';
import {
	differingNames,
	hasOverride,
	hasValues,
	isSameTime,
	type Content,
	type LiveOptions,
} from './content';
import type { DeliveryOptions } from './dailyLimit';
import type { PostDeliveries } from './delivery';
import { deliveryOf, type Step } from './plan';
import type { PostReads } from './reads';
import type { PostWrites } from './writes';

type PostCalls = PostReads & PostWrites & PostDeliveries;

/** Options of an edit. */
export interface CarryOutOptions extends DeliveryOptions {
	/** The `updatedAt` of the post before an interrupted edit that this one continues. Default: that of the post. */
	version?: string;
}

/** Sends the requests of a plan. */
export type CarryOut = (post: Post, steps: readonly Step[], options?: CarryOutOptions) => Promise<RoutedPost>;

/** Sends one request of a plan. `post` is the post after the request before it. */
type StepSender<Kind extends Step['kind']> = (
	posts: PostCalls,
	post: Post,
	step: Extract<Step, { kind: Kind }>,
	options: DeliveryOptions,
) => Promise<RoutedPost>;

const senders: { [Kind in Exclude<Step['kind'], 'create'>]: StepSender<Kind> } = {
	cancel: async (posts, { id }, _step, { idempotencyKey }) => await posts.cancel(id, { idempotencyKey }),
	publish: async (posts, { id }, _step, options) => await posts.publish(id, options),
	schedule: async (posts, { id }, { schedule }, options) => await posts.schedule(id, schedule, options),
	submit: async (posts, { id }, { delivery }, options) => await posts.submit(id, delivery, options),
	update: async (posts, { id }, { changes, additions }) => await posts.update(id, changes, additions),
	withdraw: async (posts, { id }) => await posts.withdraw(id),
};

/**
 * Creates an idempotency key for each request. The key contains the purpose of the request and the version of the post before
 * the edit. The same request for a later version is new work, so it needs another key.
 */
const keyFor = (
	version: string,
	purpose: string,
	{ idempotencyKey, fitsDailyLimit }: CarryOutOptions,
): DeliveryOptions => ({
	fitsDailyLimit,
	...followingKey({ idempotencyKey }, `${purpose}-${Date.parse(version)}`),
});

/**
 * The purposes of the requests that begin and end an edit of a scheduled or queued post. They don't depend on the content of the
 * edit, so that a later run can find out how far an interrupted edit got.
 */
const editPurposes = { begin: 'edit', deliver: 'deliver', restore: 'restore' };

function purposeOf(step: Step, steps: readonly Step[]): string {
	if (step.kind === 'submit') return editPurposes.deliver;
	if (step.kind === 'cancel' && steps.some(({ kind }) => kind === 'submit')) return editPurposes.begin;
	return `${step.kind}-${checksum(JSON.stringify(step))}`;
}

const hasMoved = (
	{ status, scheduledAt }: Post,
	{ schedule }: Extract<Step, { kind: 'schedule' }>,
): boolean => status !== 'scheduled' || (schedule.mode === 'at' && isSameTime(scheduledAt, schedule.at));

/**
 * Whether an answer shows that the request had an effect. If the service treats a request as a repeat, it does nothing and
 * returns the post as it is now.
 */
function showsWork(post: Post, step: Step): boolean {
	if (step.kind === 'cancel') return post.status === 'draft';
	if (step.kind === 'schedule') return hasMoved(post, step);
	return step.kind !== 'submit' || post.status !== 'draft';
}

/** Tries with different keys. If the service counts time in seconds, two versions of a post can have the same time. */
const keysMax = 3;

/** A request of an edit. */
interface Sending {
	step: Step;
	purpose: string;
	/** When the post was last changed before the edit. */
	version: string;
	options: CarryOutOptions;
}

async function send(
	posts: PostCalls,
	post: Post,
	{ step, purpose, version, options }: Sending,
): Promise<RoutedPost> {
	const sender = senders[step.kind as 'submit'] as StepSender<Step['kind']>;
	for (let turn = 1; ; turn++) {
		const key = keyFor(version, turn === 1 ? purpose : `${purpose}-${turn}`, options);
		const isLast = turn === keysMax;
		const changed = await sender(posts, post, step, key).catch((error: unknown) => {
			if (error instanceof IdempotencyMismatchError && !isLast) return undefined;
			throw error;
		});
		if (changed && (isLast || options.fitsDailyLimit || showsWork(changed, step))) return changed;
	}
}

const isLeaving = ({ kind }: Step): boolean => kind === 'cancel' || kind === 'withdraw';

const textNames = ['caption', 'title', 'firstComment', 'boardId'] as const;

const overrideTexts = (channel: PostChannel): ChannelOverride =>
	Object.fromEntries(textNames.map((name) => [name, channel[name] ?? null]));

/** Returns the earlier options. Options that were added since are null, which clears them. */
function formerOptions(before: unknown, now: unknown): LiveOptions[string] {
	const [former, current] = [before, now].map((options) => (isObject(options) ? options : {}));
	const networks = [...new Set([...Object.keys(former ?? {}), ...Object.keys(current ?? {})])];
	return recordOf(
		networks.map((network): [string, Record<string, unknown>] => {
			const values = ownValue(former ?? {}, network);
			const others = ownValue(current ?? {}, network);
			const cleared = Object.keys(isObject(others) ? others : {}).map((name) => [name, null] as const);
			return [network, { ...recordOf(cleared), ...(isObject(values) ? values : {}) }];
		}),
	);
}

/** The update that restores the earlier content of a post. */
function formerContent(before: Post, now: Post): { changes: UpdatePost; options: LiveOptions } {
	const { caption, title = null, firstComment = null, linkUrl = null, mediaAssetIds, channels } = before;
	const accounts = channels.map(({ accountId }) => accountId);
	const content: Content = { accounts, caption, title, firstComment, linkUrl, mediaAssetIds };
	const names = differingNames(now, content);
	const optionsBefore: LiveOptions = recordOf([]);
	const perAccount: Record<string, ChannelOverride> = recordOf([]);
	for (const channel of channels) {
		const { accountId } = channel;
		const current = now.channels.find((each) => each.accountId === accountId);
		const texts = overrideTexts(channel);
		if (!hasOverride(current, texts)) perAccount[accountId] = texts;
		const options = formerOptions(channel.options, current?.options);
		if (!hasOverride(current, { options })) optionsBefore[accountId] = options;
	}
	const values = names.map((name) => [name, content[name]] as const);
	return {
		changes: {
			...recordOf(values),
			...(Object.keys(perAccount).length > 0 ? { perAccount } : {}),
		},
		options: optionsBefore,
	};
}

/** An edit that stopped because a request failed. */
interface Stopped {
	posts: PostCalls;
	/** The post before the first request. */
	before: Post;
	steps: readonly Step[];
	version: string;
	options: CarryOutOptions;
	/** Whether a request of this edit has returned the post to draft. */
	isAway: boolean;
	cause: unknown;
}

/** Restores the content of a post that is now a draft, and delivers it as before. */
async function goBack({ posts, before, version, options }: Stopped, draft: Post): Promise<RoutedPost> {
	const { changes, options: formerOptions } = formerContent(before, draft);
	const isSame = Object.keys(changes).length + Object.keys(formerOptions).length === 0;
	const restored = isSame ? draft : await posts.update(before.id, changes, { formerOptions });
	const delivery = deliveryOf(before);
	// A failed post wasn't scheduled or queued, so a draft with its old content is enough.
	if (delivery === undefined) return withRouting(restored);
	const step = { kind: 'submit', delivery } as const;
	return await send(posts, restored, { step, purpose: editPurposes.restore, version, options });
}

/** Whether a post has the content that the edit should give it. Ignores the proposed time, because a delivery clears it. */
const isSuccess = (post: Post, { steps }: Stopped): boolean =>
	steps.every(
		(step) => step.kind !== 'update' || hasValues(post, { ...step.changes, proposedPublishAt: undefined }),
	);

/**
 * Handles an edit that stopped after it had returned the post to draft. Restores the post, or throws an error that says what
 * state the post is in. If the post isn't a draft, the request that seemed to fail or another user has delivered it.
 */
async function recoverEdit(stopped: Stopped): Promise<RoutedPost> {
	const { posts, before, cause, isAway } = stopped;
	if (!isAway) throw cause;
	const unfinished = (isEdited: boolean | undefined): UnfinishedEditError =>
		new UnfinishedEditError(cause, before.id, isEdited, deliveryOf(before));
	if (cause instanceof CancelledError) throw unfinished(undefined);
	const current = await posts.get(before.id).catch(() => {
		throw unfinished(undefined);
	});
	if (current.status !== 'draft') {
		if (isSuccess(current, stopped)) return withRouting(current);
		throw cause;
	}
	if (before.status === 'pending_approval' && deliveryOf(before) === undefined) {
		throw unfinished(isSuccess(current, stopped));
	}
	const back = await goBack(stopped, current).catch(async () => {
		const left = await posts.get(before.id).catch(() => undefined);
		throw unfinished(left && isSuccess(left, stopped));
	});
	throw new RevertedEditError(cause, back.updatedAt);
}

/** Creates the function that sends the requests of a plan in order. */
export function createCarryOut(posts: PostCalls): CarryOut {
	return async (before, steps, options = {}) => {
		let post: RoutedPost = withRouting(before);
		let isAway = false;
		const { version = before.updatedAt } = options;
		for (const step of steps) {
			const purpose = purposeOf(step, steps);
			const outcome = await send(posts, post, { step, purpose, version, options }).then(
				(changed) => ({ changed }),
				(cause: unknown) => ({ cause }),
			);
			if ('cause' in outcome) {
				return await recoverEdit({ posts, before, steps, version, options, isAway, ...outcome });
			}
			post = outcome.changed;
			isAway ||= isLeaving(step);
		}
		return post;
	};
}

/** Whether an interrupted {@link CarryOut} has left a post as a draft while it edited the post. */
export type CheckInterruption = (edit: {
	/** When the post was last changed before the edit. */
	updatedAt: string;
	/** The idempotency key of the edit. */
	idempotencyKey: string;
}) => Promise<boolean>;

/** An ID that no post has. */
const idOfNoPost = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

/**
 * Creates the check, which changes nothing. It asks the service whether it knows the idempotency keys of the edit. For this, it
 * sends each key with a request for a post that doesn't exist. A used key is refused, because it belongs to another request, or
 * repeats its answer (P86). For an unused key, the post isn't found, which uses up no key (N23).
 *
 * An edit is interrupted if its first request was carried out, and neither its delivery nor the one that restores the post.
 */
export const createInterruptionCheck = (request: Requester): CheckInterruption => {
	const isUsed = async ({ idempotencyKey }: DeliveryOptions): Promise<boolean> =>
		await request({ method: 'POST', path: paths.post(idOfNoPost, 'cancel'), body: {}, idempotencyKey }).then(
			() => true,
			(error: unknown) => {
				if (error instanceof IdempotencyMismatchError || error instanceof IdempotencyInFlightError)
					return true;
				if (error instanceof NotFoundError || error instanceof PermissionError) return false;
				throw error;
			},
		);
	return async ({ updatedAt, ...edit }) => {
		const { begin, deliver, restore } = editPurposes;
		const isDone = async (purpose: string) => await isUsed(keyFor(updatedAt, purpose, edit));
		return (await isDone(begin)) && !(await isDone(deliver)) && !(await isDone(restore));
	};
};
