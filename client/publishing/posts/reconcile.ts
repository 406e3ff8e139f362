import { CancelledError, ConflictError } from '../../http/errors.js';
import { isSameTime } from '../../http/text.js';
import { checksum, type KeyedWrite } from '../../http/idempotency.js';
import {
	ChangedTryError,
	IdempotencyMismatchError,
	isOutcomeUnknown,
	NotOfferedError,
	RevertedEditError,
	UnfinishedEditError,
} from '../errors.js';
import type { Post } from '../schemas.js';
import { withRouting, type RoutedPost } from './answers.js';
import { hasValues, type Content } from './content.js';
import { editPurposes, keyOfStep } from './keys.js';
import type { EditNote, RunMemory } from './memory.js';
import type { DeliveryOptions, Perform } from './perform.js';
import { deliveryOf, planPost, writesOfEdit, type Plan, type PlanChoices } from './plan.js';
import type { PostReads } from './reads.js';
import { editBackTo } from './restore.js';
import { hasTrait, isDraft } from './status.js';
import { filesIn } from '../values.js';
import type { PostWish } from './wish.js';
import { submission, updating, type RequireAllowed, type Write } from './writes.js';

/** How a post is brought to its wanted state. */
interface ReconcileChoices extends PlanChoices, DeliveryOptions {
	/** Whether to send nothing. Default false. */
	isDryRun?: boolean;
	/** Whether the post comes from a list, which can be a minute old. Default false. */
	isListed?: boolean;
	/**
	 * Checks the plan for an existing post before anything is sent, and in a dry run. Not called for a plan that sends nothing. If the post
	 * gets files, uploads them and returns the IDs of all its media.
	 */
	prepare?: (plan: Plan, post: Post, getsFiles: boolean) => Promise<string[]>;
}

/** What was done, or would be in a dry run. */
export interface Reconciled extends Pick<Plan, 'action' | 'reason' | 'changes'> {
	/** Why the service refused to change a post with requested changes. Also set if it was changed after a withdrawal. */
	refusal?: unknown;
	/** The post as it was before. Undefined if it's new. */
	before?: Post;
	/** The post as it is now. Undefined if nothing was sent. */
	after?: RoutedPost;
}

/** Brings a post to a wanted state. */
export type Reconcile = (post: Post, wanted: PostWish, choices?: ReconcileChoices) => Promise<Reconciled>;

interface ReconcilePorts {
	perform: Perform;
	reads: PostReads;
	memory: Pick<RunMemory, 'edits'>;
	/** Asks whether a plan may be sent, and throws if not. */
	requireAllowed: RequireAllowed;
	/** Milliseconds since 1970. */
	now: () => number;
}

function purposeOf({ kind, body }: Write, writes: readonly Write[]): string {
	if (kind === 'submit') return editPurposes.deliver;
	if (kind === 'cancel' && writes.some((write) => write.kind === 'submit')) return editPurposes.begin;
	return `${kind}-${checksum(JSON.stringify(body))}`;
}

/** Tries with different keys. If the service counts time in seconds, two versions of a post can have the same time. */
const keysMax = 3;

/** How often a post is planned that someone else changes meanwhile. */
const plansMax = 3;

/** What an edit of one post needs. */
type EditPorts = Pick<ReconcilePorts, 'memory' | 'now' | 'perform' | 'reads'>;

const leavesPlace = ({ kind }: Write): boolean => kind === 'cancel' || kind === 'withdraw';

/** The changes of one post, from its first request to its last or to what is restored after a failure. */
class PostEdit {
	/** Whether a request of this edit has returned the post to draft. */
	private isAway = false;

	constructor(
		private readonly ports: EditPorts,
		/** The post before the first request. */
		private readonly before: Post,
		private readonly writes: readonly Write[],
		private readonly choices: ReconcileChoices,
		/** When the post was last changed before the edit, or before the interrupted edit that this one continues. */
		private readonly version = before.updatedAt,
	) {}

	/** Sends the writes in their order. */
	async run(): Promise<RoutedPost> {
		let post: RoutedPost = withRouting(this.before);
		for (const write of this.writes) {
			try {
				this.noteRequest(write);
				post = await this.send(write, purposeOf(write, this.writes));
				this.note({ answeredAs: post.updatedAt, ...(write.kind === 'update' ? { isSent: true } : {}) });
			} catch (cause) {
				this.noteFailure(write, cause);
				return await this.recover(cause);
			}
			this.isAway ||= leavesPlace(write);
		}
		this.noteEnd();
		return post;
	}

	private get isContinued(): boolean {
		return !isSameTime(this.version, this.before.updatedAt);
	}

	private get edits(): RunMemory['edits'] {
		return this.ports.memory.edits;
	}

	private note(more: Partial<EditNote>): void {
		const { before, version } = this;
		this.edits.set(before.id, { version, ...this.edits.get(before.id, 'this execution'), ...more });
	}

	/** Notes what the post doesn't show afterwards, before it's requested. */
	private noteRequest(write: Write): void {
		if (leavesPlace(write))
			this.note({ delivery: deliveryOf(this.before), leaving: { startedAt: this.ports.now() } });
		if (write.kind === 'update') this.note({ sent: write.body, isSent: false });
	}

	/** After a refusal, nothing was done. */
	private noteFailure(write: Write, cause: unknown): void {
		if (!leavesPlace(write)) return;
		if (!isOutcomeUnknown(cause)) return this.noteEnd();
		const { leaving } = this.edits.get(this.before.id, 'this execution') ?? {};
		if (leaving) this.note({ leaving: { ...leaving, failedAt: this.ports.now() } });
	}

	/** Notes that the edit has ended, so that a later run doesn't continue it. */
	private noteEnd(): void {
		this.edits.set(this.before.id, undefined);
	}

	private async send(write: Write, purpose: string): Promise<RoutedPost> {
		const { fitsDailyLimit, idempotencyKey, isReplaceable } = this.choices;
		const ownKey = { idempotencyKey, isReplaceable };
		for (let turn = 1; ; turn++) {
			const key = keyOfStep(ownKey, turn === 1 ? purpose : `${purpose}-${turn}`, this.version);
			const isLast = turn === keysMax;
			const answer = await this.ports.perform(write, { fitsDailyLimit, ...key }).catch((error: unknown) => {
				if (error instanceof IdempotencyMismatchError && !isLast) return undefined;
				throw error;
			});
			// The answer can be that of the interrupted edit, after which someone has returned the post to draft.
			const changed =
				answer && this.isContinued ? withRouting(await this.ports.reads.get(answer.id)) : answer;
			if (changed && (isLast || fitsDailyLimit || write.showsWork?.(changed) !== false)) return changed;
		}
	}

	/** Whether a post already has the content of the edit. Ignores the proposed time, because a delivery clears it. */
	private isEdited(post: Post): boolean {
		return this.writes.every(
			({ kind, body }) =>
				kind !== 'update' || hasValues(post, { ...(body as Content), proposedPublishAt: undefined }),
		);
	}

	/**
	 * Handles an edit that stopped after it had returned the post to draft. Restores the post, or throws an error that says what
	 * state the post is in. If the post isn't a draft, the request that seemed to fail or another user has delivered it.
	 */
	private async recover(cause: unknown): Promise<RoutedPost> {
		const { before, ports } = this;
		if (!this.isAway) throw cause;
		const unfinished = (isEdited: boolean | undefined): UnfinishedEditError =>
			new UnfinishedEditError(cause, before.id, isEdited, deliveryOf(before));
		if (cause instanceof CancelledError) throw unfinished(undefined);
		const current = await ports.reads.get(before.id).catch(() => {
			throw unfinished(undefined);
		});
		if (!isDraft(current)) {
			if (!this.isEdited(current)) throw cause;
			this.noteEnd();
			return withRouting(current);
		}
		if (hasTrait(before, 'inReview') && deliveryOf(before) === undefined) {
			throw unfinished(this.isEdited(current));
		}
		const back = await this.restore(current).catch(async () => {
			const left = await ports.reads.get(before.id).catch(() => undefined);
			throw unfinished(left && this.isEdited(left));
		});
		this.noteEnd();
		throw new RevertedEditError(cause, back.updatedAt);
	}

	private async restoreContent(write: Write): Promise<RoutedPost> {
		this.noteRequest(write);
		const restored = await this.ports.perform(write);
		this.note({ answeredAs: restored.updatedAt, isSent: true });
		return restored;
	}

	/** Restores the content of a post that is now a draft, and delivers it as before. */
	private async restore(draft: Post): Promise<RoutedPost> {
		const { before } = this;
		const edit = editBackTo(before, draft);
		const restored = edit ? await this.restoreContent(updating(before.id, edit)) : draft;
		const delivery = deliveryOf(before);
		// A failed post wasn't scheduled or queued, so a draft with its old content is enough.
		if (delivery === undefined) return withRouting(restored);
		return await this.send(submission(before.id, delivery), editPurposes.restore);
	}
}

/** The most by which two clocks differ that count as the same, and by which times in whole seconds do, in milliseconds. */
const clockToleranceMs = 2_000;

/** Whether a draft was returned to draft by a request that began and failed at these times, as far as the service's clock tells. */
const wasLeftIn = (
	{ updatedAt }: Post,
	{ startedAt, failedAt }: Required<Required<EditNote>['leaving']>,
	offsetMs: number,
): boolean => {
	const at = Date.parse(updatedAt) - offsetMs;
	return at >= startedAt - clockToleranceMs && at <= failedAt + clockToleranceMs;
};

/**
 * Whether a post is as an unfinished edit of ours has left it: as its last answer said, with exactly the values that its update sent, or
 * returned to draft while the request for that was open. Reads the post, and sends nothing.
 */
async function isAsLeft(
	{ now, reads }: Pick<ReconcilePorts, 'now' | 'reads'>,
	{ id }: Post,
	{ answeredAs, isSent, leaving, sent }: EditNote,
): Promise<boolean> {
	const { value: post, answeredAt } = await reads.getIfChanged(id);
	if (post === undefined) return false;
	if (sent !== undefined && hasValues(post, { ...(sent as Content), proposedPublishAt: undefined }))
		return true;
	if (isSent) return false;
	if (answeredAs !== undefined && isSameTime(post.updatedAt, answeredAs)) return true;
	const { startedAt, failedAt } = leaving ?? {};
	if (!isDraft(post) || answeredAs !== undefined || startedAt === undefined || failedAt === undefined)
		return false;
	return wasLeftIn(post, { startedAt, failedAt }, answeredAt === undefined ? 0 : answeredAt - now());
}

/** A plan for a post. */
interface Planned {
	plan: Plan;
	/** Plans the same post with other values. */
	planAgain(wanted: PostWish): Plan;
	/** The post's version before the interrupted edit that the plan continues. */
	version?: string;
}

/** Plans a post, and continues the edit of an interrupted run. */
async function planFresh(
	ports: ReconcilePorts,
	post: Post,
	wanted: PostWish,
	choices: ReconcileChoices,
): Promise<Planned> {
	const now = ports.now();
	const planAgain = (given: PostWish): Plan => planPost(post, given, choices, now);
	const plan = planAgain(wanted);
	const note = plan.reason === 'changed' ? ports.memory.edits.get(post.id, 'any execution') : undefined;
	const isOurs = note !== undefined && isSameTime(note.version, choices.knownUpdatedAt);
	if (!isOurs || !(await isAsLeft(ports, post, note))) return { plan, planAgain };
	return {
		...(await planFresh(ports, post, wanted, { ...choices, overwrites: true })),
		version: note.version,
	};
}

const getsFiles = ({ writes }: Plan, { media }: PostWish): boolean =>
	filesIn(media) > 0 &&
	writes.some(({ kind, body }) => kind === 'update' && (body as Content).mediaAssetIds !== undefined);

/** Sends what is planned for a post that exists. */
async function sendPlan(
	ports: ReconcilePorts,
	post: Post,
	{ plan, planAgain, version }: Planned,
	{ wanted, choices }: { wanted: PostWish; choices: ReconcileChoices },
): Promise<RoutedPost> {
	await ports.requireAllowed(plan.writes, post);
	const hasFiles = getsFiles(plan, wanted);
	const mediaAssetIds = await choices.prepare?.(plan, post, hasFiles);
	const content = { ...wanted.content, mediaAssetIds };
	// The assets take the place of the files.
	const { writes } = hasFiles && mediaAssetIds ? planAgain({ ...wanted, media: undefined, content }) : plan;
	return await new PostEdit(ports, post, writes, choices, version).run();
}

const sendsNothing = ({ writes }: Plan, { isDryRun }: ReconcileChoices): boolean =>
	writes.length === 0 || !!isDryRun;

/** Leaves a post alone. A dry run checks it all the same. */
async function leaveAlone(plan: Plan, before: Post, { prepare }: ReconcileChoices): Promise<Reconciled> {
	if (plan.writes.length > 0) await prepare?.(plan, before, false);
	return { ...plan, before };
}

/** What became of one plan: done, or refused because of the status of the post. */
type Tried = { done: Reconciled } | { plan: Plan; refusal: unknown };

/** Plans a post that was read just now, and sends the plan. */
async function tryOnce(
	ports: ReconcilePorts,
	before: Post,
	wanted: PostWish,
	choices: ReconcileChoices,
): Promise<Tried> {
	const planned = await planFresh(ports, before, wanted, choices);
	const { plan } = planned;
	if (sendsNothing(plan, choices)) return { done: await leaveAlone(plan, before, choices) };
	return await sendPlan(ports, before, planned, { wanted, choices }).then(
		(after) => ({ done: { ...plan, before, after } }),
		(refusal: unknown) => {
			const isNotOffered = choices.withdrawsRequested === true && refusal instanceof NotOfferedError;
			if (refusal instanceof ConflictError || isNotOffered) return { plan, refusal };
			throw refusal;
		},
	);
}

/** Withdraws a post with requested changes that the service has refused to change, and changes it then, as far as that is allowed. */
async function changeWithdrawn(
	ports: ReconcilePorts,
	now: Post,
	{ wanted, choices }: { wanted: PostWish; choices: ReconcileChoices },
	{ plan, ...refused }: { plan: Plan; before: Post; refusal: unknown },
): Promise<Reconciled> {
	// What was refused may have been the second request of the plan, so the version is that of now.
	const knownUpdatedAt = choices.knownUpdatedAt && now.updatedAt;
	const tried = await tryOnce(ports, now, wanted, { ...choices, knownUpdatedAt, withdrawsRequested: true });
	const done = 'done' in tried ? tried.done : ({ action: 'conflict', reason: 'status' } as const);
	return { ...done, ...refused, changes: plan.changes };
}

/** Changes a post that was read just now, and plans it again if someone else changes it meanwhile. */
async function changeFresh(
	ports: ReconcilePorts,
	post: Post,
	wanted: PostWish,
	choices: ReconcileChoices,
): Promise<Reconciled> {
	let before = post;
	for (let turn = 1; ; turn++) {
		const tried = await tryOnce(ports, before, wanted, choices);
		if ('done' in tried) return tried.done;
		if (turn === plansMax) throw tried.refusal;
		const now = await ports.reads.get(before.id);
		if (now.status === 'changes_requested')
			return await changeWithdrawn(ports, now, { wanted, choices }, { ...tried, before });
		before = now;
	}
}

/** Changes a post to all given values. A draft that an unfinished edit of this execution has left is delivered as it was before. */
export type EditPost = (post: Post, wanted: PostWish, key: KeyedWrite) => Promise<RoutedPost | undefined>;

/** Creates the call that changes a post to all given values. Throws a `ChangedTryError` for a draft that isn't as the edit left it. */
export const createEditPost =
	(ports: ReconcilePorts): EditPost =>
	async (post, wanted, key) => {
		const note = isDraft(post) ? ports.memory.edits.get(post.id, 'this execution') : undefined;
		if (note?.delivery && !(await isAsLeft(ports, post, note))) throw new ChangedTryError(post.id);
		const delivery = wanted.delivery ?? note?.delivery;
		const writes = writesOfEdit(post, { ...wanted, delivery }, ports.now());
		if (writes === undefined) return undefined;
		await ports.requireAllowed(writes, post);
		return await new PostEdit(ports, post, writes, key, note?.version).run();
	};

/**
 * Creates the call that brings a post to a wanted state with the fewest requests. A post from a list is read by itself if there is
 * anything to do.
 */
export const createReconcile =
	(ports: ReconcilePorts): Reconcile =>
	async (post, wanted, choices = {}) => {
		if (!choices.isListed) return await changeFresh(ports, post, wanted, choices);
		const plan = planPost(post, wanted, choices, ports.now());
		const hasBegun = plan.reason === 'changed' && ports.memory.edits.get(post.id, 'any execution');
		return sendsNothing(plan, choices) && !hasBegun
			? await leaveAlone(plan, post, choices)
			: await changeFresh(ports, await ports.reads.get(post.id), wanted, choices);
	};
