import type { Sleep } from '../../../client/http/types';
import { mapValues } from '../../../client/http/json';
import { factsOf, RateLimitError, WaitLimitError } from '../../../client/http/errors';
import { IdempotencyMismatchError, isOutcomeUnknown } from '../../../client/publishing/errors';
import type { WantedPost } from '../../../client/publishing/posts/plan';
import type { Delivery, UpdatePost } from '../../../client/publishing/requests';
import type { Post } from '../../../client/publishing/schemas';
import { ParameterError } from '../../shared/errors';
import {
	noteKnown,
	noteReturned,
	noteUncertain,
	standingOf,
	submitOptions,
	versionOf,
	wasReturned,
	type Approval,
	type CurrentPost,
} from './posts';
import type { ApprovalRequest, Decision, Edits, PostRequest } from './request';

/** The decision on one item. */
export interface ItemDecision {
	index: number;
	decision: Decision;
	comment: string;
	/** Only values that differ from what the page showed. */
	edits: Edits;
}

/** Why an approved post wasn't delivered, or may not have been. */
export interface DeliveryFailure {
	error: unknown;
	/** Whether the service may have delivered the post anyway. */
	isUnknown: boolean;
	/** What the page says about the failure, if it isn't the service's. */
	forApprover?: string;
}

/** The result of one item. */
export interface ItemOutcome {
	item: ItemDecision;
	before: Post | undefined;
	after: Post | undefined;
	failure?: DeliveryFailure;
}

/** Why a post wasn't delivered now. */
type Undelivered =
	/** Someone else changed the post or is deciding on it. */
	| { kind: 'changed' }
	/** The service knows an approval of this request, but the post is open. It's being delivered, or was returned to draft. */
	| { kind: 'known' }
	/** An approval of this request delivered the post before, and someone has returned it to draft since. */
	| { kind: 'returned' }
	| { kind: 'expired' }
	| { kind: 'failed'; failure: DeliveryFailure };

/** The result of a decision. Only `done` lets the workflow continue. Otherwise, nothing was delivered, or that isn't known. */
export type Result = { kind: 'done'; outcomes: ItemOutcome[] } | Undelivered;

/** The result of one post. */
type Delivered = { kind: 'done'; after: Post } | Undelivered;

/** The clock that decisions use. */
export interface Clock {
	/** Returns milliseconds since 1970. */
	now: () => number;
	sleep: Sleep;
}

type Deciding = Approval & { clock: Clock };

/** Whether the time limit for decisions has passed. */
export const isOver = ({ expiresAt }: ApprovalRequest, { now }: Pick<Clock, 'now'>): boolean =>
	expiresAt !== undefined && Date.parse(expiresAt) <= now();

/** Returns the delivery with the time that the approver set. */
export const withTime = (delivery: Delivery | undefined, { publishAt }: Edits): Delivery | undefined =>
	delivery?.mode === 'at' && publishAt !== undefined ? { ...delivery, at: publishAt } : delivery;

/** Returns the update for the edits. If approval doesn't deliver the post, an edited time is its proposed time. */
function toChanges(
	{ caption, title, ownCaptions, publishAt }: Edits,
	delivery: Delivery | undefined,
): UpdatePost {
	const perAccount = mapValues(ownCaptions ?? {}, (text) => ({ caption: text }));
	return {
		...(caption === undefined ? {} : { caption }),
		...(title === undefined ? {} : { title }),
		...(ownCaptions === undefined ? {} : { perAccount }),
		...(publishAt === undefined || delivery !== undefined ? {} : { proposedPublishAt: publishAt }),
	};
}

const failed = (error: unknown): Delivered => ({ kind: 'failed', failure: { error, isUnknown: false } });

const uncertain = (error: unknown): Delivered => ({ kind: 'failed', failure: { error, isUnknown: true } });

/**
 * Finds out what a failed delivery has done. Reads the post, and asks the service about the submit's own key. If the edits couldn't be
 * saved, nothing was submitted, but someone else may have delivered the post just before.
 */
async function settle(
	approval: Deciding,
	asked: PostRequest,
	{ delivery, error }: { delivery: Delivery | undefined; error: unknown },
): Promise<Delivered> {
	const mayBeDone = isOutcomeUnknown(error) && factsOf(error).method !== 'PATCH';
	try {
		const current = await approval.client.posts.getIfThere(asked.postId);
		const standing = await standingOf(approval, asked, current, delivery);
		if (current && (standing === 'approved' || (standing === 'delivered' && mayBeDone)))
			return { kind: 'done', after: current };
		if (!current || standing !== 'open') return { kind: 'changed' };
		// The post was approved before, with another time.
		if (error instanceof IdempotencyMismatchError) {
			noteKnown(approval, asked, current, approval.clock.now());
			return { kind: 'known' };
		}
		const isRunning = mayBeDone && (await approval.client.posts.isSubmitted(submitOptions(approval, asked)));
		if (!isRunning) return failed(error);
	} catch {
		if (!mayBeDone) return failed(error);
	}
	noteUncertain(approval, asked);
	return uncertain(error);
}

/** Saves the edits of an approved post that stays where it is. */
async function save({ client }: Approval, current: Post, content: UpdatePost): Promise<Delivered> {
	const hasChanges = Object.keys(content).length > 0;
	const after = hasChanges ? await client.posts.update(current.id, content) : current;
	return after.status === current.status ? { kind: 'done', after } : { kind: 'changed' };
}

/** Saves the edits of an approved post and submits it. */
async function submit(
	approval: Deciding,
	asked: PostRequest,
	{ current, wanted }: { current: Post; wanted: WantedPost },
): Promise<Delivered> {
	const choices = { ...submitOptions(approval, asked), keepsKey: true, sendsAll: true };
	const { after = current } = await approval.client.posts.reconcile(current, wanted, choices);
	if (after.status !== asked.status) return { kind: 'done', after };
	// The service carried out the submit before, and returns the current post (N23).
	noteReturned(approval, asked);
	return { kind: 'returned' };
}

/** Saves the edits of an approved post and delivers it, unless it changed after someone decided. */
async function deliver(
	approval: Deciding,
	asked: PostRequest,
	{ edits, shown }: { edits: Edits; shown: Post },
): Promise<Delivered> {
	const { client, clock, request } = approval;
	const current = await client.posts.getIfThere(asked.postId);
	const standing = await standingOf(approval, asked, current);
	if (current && standing === 'approved') return { kind: 'done', after: current };
	if (!current || standing !== 'open' || versionOf(current) !== versionOf(shown)) return { kind: 'changed' };
	if (wasReturned(approval, asked, current, clock.now())) return { kind: 'returned' };
	if (isOver(request, clock)) return { kind: 'expired' };
	const delivery = withTime(asked.delivery, edits);
	const wanted = { content: toChanges(edits, delivery), delivery };
	const delivering = delivery
		? submit(approval, asked, { current, wanted })
		: save(approval, current, wanted.content);
	return await delivering.catch(async (error: unknown) => await settle(approval, asked, { delivery, error }));
}

/** The result of an item after other posts of its page were delivered. The node can't keep waiting then. */
const lateOutcomes = {
	changed: {
		decision: 'obsolete',
		failure: () => ({
			error: new ParameterError(
				'Someone changed the post after it was approved',
				'It was left as it is. Ask for another approval',
			),
			isUnknown: false,
			forApprover:
				'Someone changed the post after it was approved. It was left as it is. Ask the sender to ask you again.',
		}),
	},
	expired: { decision: 'expired', failure: () => undefined },
	known: {
		decision: 'approved',
		failure: () => ({
			error: new ParameterError(
				'Someone else approved the post at the same time, and the service is still delivering it',
				"Read the post with 'Get' to see its status",
			),
			isUnknown: true,
			forApprover:
				'Someone else approved the post at the same time, and the service is still working on it. The sender can see how it ends.',
		}),
	},
	returned: {
		decision: 'approved',
		failure: () => ({
			error: new ParameterError(
				'Someone approved the post on this page before, and someone has returned it to draft since',
				'Run the workflow again to ask for another approval',
			),
			isUnknown: false,
			forApprover:
				'Someone approved the post on this page before, and someone has returned it to draft since. Ask the sender to ask you again.',
		}),
	},
} as const;

function outcomeOf(item: ItemDecision, before: Post | undefined, delivered: Delivered): ItemOutcome {
	if (delivered.kind === 'done') return { item, before, after: delivered.after };
	if (delivered.kind === 'failed') return { item, before, after: before, failure: delivered.failure };
	const { decision, failure } = lateOutcomes[delivered.kind];
	return { item: { ...item, decision }, before, after: before, failure: failure() };
}

/** Whether the service knows the submit of an open post. False if the service can't answer, but throws for a rate limit. */
const isSubmittedAsFarAsKnown = async (approval: Approval, asked: PostRequest): Promise<boolean> =>
	await approval.client.posts.isSubmitted(submitOptions(approval, asked)).catch((error: unknown) => {
		if (error instanceof RateLimitError || error instanceof WaitLimitError) throw error;
		return false;
	});

/**
 * Finds the items whose post another process of n8n has delivered, or is delivering now, although they aren't approved here.
 * First waits as long as this process took to prepare its decision, because the other process takes as long before it delivers.
 */
async function deliveredElsewhere(
	approval: Deciding,
	items: ItemDecision[],
	{ posts, startedAt }: { posts: ReadonlyMap<number, CurrentPost>; startedAt: number },
): Promise<Map<number, Delivered>> {
	if (items.length === 0) return new Map();
	const { client, clock, request } = approval;
	await clock.sleep(clock.now() - startedAt);
	const look = async ({ index }: ItemDecision): Promise<Delivered | undefined> => {
		const asked = request.items[index]?.post as PostRequest;
		const current = await client.posts.getIfThere(asked.postId);
		const standing = await standingOf(approval, asked, current);
		if (current && standing === 'approved') return { kind: 'done', after: current };
		const before = posts.get(index)?.current;
		if (!current || !before || standing !== 'open') return { kind: 'changed' };
		if (wasReturned(approval, asked, current, clock.now())) return undefined;
		if (!(await isSubmittedAsFarAsKnown(approval, asked))) return undefined;
		noteKnown(approval, asked, current, clock.now());
		return { kind: 'known' };
	};
	const looks = await Promise.all(items.map(async (item) => [item.index, await look(item)] as const));
	return new Map(looks.flatMap(([index, delivered]) => (delivered ? [[index, delivered]] : [])));
}

/** Returns the outcome of a refused post. If another process has delivered it, it's approved, whatever was chosen here. */
function followed(outcome: ItemOutcome, elsewhere: ReadonlyMap<number, Delivered>): ItemOutcome {
	const delivered = elsewhere.get(outcome.item.index);
	if (delivered === undefined || delivered.kind === 'changed') return outcome;
	return outcomeOf({ ...outcome.item, decision: 'approved', edits: {} }, outcome.before, delivered);
}

/** Whether approval of an open post delivers it or saves edits. */
const isWrite = ({ request }: Approval, { index, edits }: ItemDecision): boolean =>
	request.items[index]?.post?.delivery !== undefined || Object.keys(edits).length > 0;

/**
 * Carries out decisions, one post after the other. Stops if a post can't be delivered and nothing was delivered or saved before.
 * The node then keeps waiting. Otherwise, each post's result is part of its outcome.
 * @param posts as they were when someone decided
 * @param startedAt when this decision arrived, in milliseconds since 1970
 */
export async function carryOut(
	approval: Deciding,
	items: ItemDecision[],
	{ posts, startedAt }: { posts: ReadonlyMap<number, CurrentPost>; startedAt: number },
): Promise<Result> {
	const outcomes: ItemOutcome[] = [];
	let isBegun = false;
	for (const item of items) {
		const asked = approval.request.items[item.index]?.post;
		const { current: before, standing } = posts.get(item.index) ?? {};
		const isLeft = item.decision !== 'approved' || standing !== 'open' || !asked || !before;
		const delivered = isLeft
			? undefined
			: await deliver(approval, asked, { edits: item.edits, shown: before }).catch(failed);
		if (delivered !== undefined && delivered.kind !== 'done' && !isBegun) return delivered;
		isBegun ||= delivered?.kind === 'done' && isWrite(approval, item);
		outcomes.push(delivered ? outcomeOf(item, before, delivered) : { item, before, after: before });
	}
	// Open posts that approval would have delivered.
	const refused = items.filter(
		({ index, decision }) =>
			decision !== 'approved' &&
			posts.get(index)?.standing === 'open' &&
			approval.request.items[index]?.post?.delivery !== undefined,
	);
	const elsewhere = await deliveredElsewhere(approval, refused, { posts, startedAt }).catch(
		(error: unknown) => {
			if (!isBegun) throw error;
			return new Map<number, Delivered>();
		},
	);
	if (elsewhere.size > 0 && !isBegun) {
		const isKnown = [...elsewhere.values()].every(({ kind }) => kind === 'known');
		return { kind: isKnown ? 'known' : 'changed' };
	}
	return { kind: 'done', outcomes: outcomes.map((outcome) => followed(outcome, elsewhere)) };
}
