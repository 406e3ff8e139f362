import { mapValues } from '../../../client/http/json';
import type { Finding } from '../../../client/publishing/findings';
import type { Delivery, UpdatePost } from '../../../client/publishing/requests';
import type { Post } from '../../../client/publishing/schemas';
import type { MediaFacts } from '../../../client/publishing/validation/types';
import {
	changedWords,
	enteredFields,
	readSubmittedForm,
	stillFitting,
	type Fields,
	type FormProblem,
} from './form';
import type { ApprovalRequest, Edits, ItemDecision, PostRequest } from './request';
import {
	changesSince,
	readPost,
	readPosts,
	seenOf,
	withEdits,
	type Approval,
	type CurrentPost,
} from './state';

/** What was decided about one item, and its post and plan with the approver's edits. */
export interface ItemOutcome {
	item: ItemDecision;
	/** The post before and after the edits. Undefined for a tool call without a post, and for a post that is gone. */
	before?: Post;
	post?: Post;
	delivery?: Delivery;
}

/** A request that stays open: its current posts, and what the approver has entered. */
export interface StillOpen {
	/** By the index of their item. */
	posts: ReadonlyMap<number, CurrentPost>;
	/** By field name. */
	entered?: Fields;
	/** Edits that the approver tries out, by the index of their item. */
	edits?: ReadonlyMap<number, Edits>;
	/** Errors and warnings for posts with these edits, by the index of their item. */
	findings?: ReadonlyMap<number, Finding[]>;
	/** Why nothing was decided. */
	problems?: FormProblem[];
}

/** The result of a form. Only `done` lets the workflow continue. */
export type FormResult =
	| { kind: 'done'; outcomes: ItemOutcome[]; decidedBy: string; decidedAt: string }
	/** `preview` only shows the changes. `conflict` means that someone else has changed a post. */
	| { kind: 'preview' | 'refused' | 'conflict'; open: StillOpen }
	/** The approver's changes couldn't be saved. */
	| { kind: 'unsaved'; error: unknown; entered: Fields }
	| { kind: 'expired' };

/** The result of a form that lets the workflow continue. */
export type Done = Extract<FormResult, { kind: 'done' }>;

/** Whether the time limit for decisions has passed. */
export const isOver = ({ expiresAt }: ApprovalRequest, { now }: Pick<Approval, 'now'>): boolean =>
	expiresAt !== undefined && Date.parse(expiresAt) <= now();

/** Returns what the node knew about the media of a post when it asked, in the post's order. */
function factsOf({ mediaAssetIds }: Post, { media }: PostRequest): MediaFacts[] {
	const known = new Map(
		media.map(({ assetId, ...facts }) => [assetId.toLowerCase(), { ...facts, isReadLater: false }] as const),
	);
	return mediaAssetIds.map((assetId) => known.get(assetId.toLowerCase()) ?? {});
}

/** Returns the errors and warnings for a post with the edits applied. */
export async function findingsWith(
	{ client }: Pick<Approval, 'client'>,
	current: Post,
	asked: PostRequest,
	edits: Edits,
): Promise<Finding[]> {
	const { post, delivery } = withEdits(current, asked, edits);
	const toCheck = client.checks.existingPost(post, delivery);
	return await client.checks.find({ ...toCheck, media: factsOf(post, asked) });
}

/** Checks the open posts that are approved. */
async function checkApproved(
	approval: Approval,
	items: readonly ItemDecision[],
	posts: ReadonlyMap<number, CurrentPost>,
): Promise<Map<number, Finding[]>> {
	const checked = items.map(async ({ index, decision, edits }) => {
		const asked = approval.request.items[index]?.post;
		const { current } = posts.get(index) ?? {};
		if (decision !== 'approved' || asked === undefined || current === undefined) return [];
		return [[index, await findingsWith(approval, current, asked, edits)] as const];
	});
	return new Map((await Promise.all(checked)).flat());
}

/** Returns the update for the edits of a post. A new time is part of the plan, or else the proposed time of the post. */
function toChanges({ caption, title, ownCaptions, publishAt }: Edits, { delivery }: PostRequest): UpdatePost {
	const perAccount = mapValues(ownCaptions ?? {}, (text) => ({ caption: text }));
	return {
		...(caption === undefined ? {} : { caption }),
		...(title === undefined ? {} : { title }),
		...(ownCaptions === undefined ? {} : { perAccount }),
		...(publishAt === undefined || delivery !== undefined ? {} : { proposedPublishAt: publishAt }),
	};
}

/** Someone changed a post while the approver's edits of it were being saved. */
class ChangedMeanwhile extends Error {
	constructor(readonly problem: FormProblem) {
		super(problem.text);
	}
}

/**
 * Saves the edits of an approved post, and reads it. It must then be what the approver saw, with the approver's words, because that's
 * what the decision is about. Returns the post that was read before if there is nothing to save.
 */
async function saveEdits(approval: Approval, item: ItemDecision, before: Post): Promise<Post> {
	const { client, request } = approval;
	const asked = request.items[item.index]?.post as PostRequest;
	const changes = toChanges(item.edits, asked);
	if (Object.keys(changes).length === 0) return before;
	await client.posts.update(before.id, changes);
	const { current, seen } = await readPost(approval, asked);
	const wanted = seenOf(client, withEdits(before, asked, item.edits).post, asked);
	if (current === undefined || seen !== wanted)
		throw new ChangedMeanwhile({ text: changedWords(item.index, request, changesSince(wanted, seen)) });
	return current;
}

/** Saves what the approvers edited, one post after the other. */
async function carryOut(
	approval: Approval,
	items: ItemDecision[],
	posts: ReadonlyMap<number, CurrentPost>,
): Promise<ItemOutcome[]> {
	const outcomes: ItemOutcome[] = [];
	for (const item of items) {
		const asked = approval.request.items[item.index]?.post;
		const before = posts.get(item.index)?.current;
		const isEdited = asked !== undefined && before !== undefined && item.decision === 'approved';
		const post = isEdited ? await saveEdits(approval, item, before) : before;
		const delivery = isEdited ? withEdits(before, asked, item.edits).delivery : asked?.delivery;
		outcomes.push({ item, before, post, delivery });
	}
	return outcomes;
}

/** Reads a form, and saves the approver's edits if it's a decision. */
export async function decide(approval: Approval, body: unknown): Promise<FormResult> {
	const { request, now, approver } = approval;
	const posts = await readPosts(approval);
	if (isOver(request, approval)) return { kind: 'expired' };
	const subject = { request, posts, approver };
	const entered = enteredFields(body);
	const form = readSubmittedForm(body, subject);
	if (form.kind === 'preview') return { kind: 'preview', open: { posts, entered, edits: form.edits } };
	if (form.kind === 'refused') {
		const { edits, problems } = form;
		return { kind: 'refused', open: { posts, entered, edits, problems } };
	}
	if (form.kind === 'outdated') {
		const { problems } = form;
		return { kind: 'conflict', open: { posts, entered: stillFitting(entered, subject), problems } };
	}
	const { items, name: decidedBy } = form;
	const findings = await checkApproved(approval, items, posts);
	if ([...findings.values()].flat().some(({ severity }) => severity === 'error')) {
		const edits = new Map(items.map((item) => [item.index, item.edits]));
		const advice = request.allowsEdits
			? 'Fix what is listed with it, or request changes.'
			: 'Request changes, or reject it.';
		const problems = [{ text: `A post can't be approved as it is. ${advice}` }];
		return { kind: 'refused', open: { posts, entered, edits, findings, problems } };
	}
	const saving = await carryOut(approval, items, posts).then(
		(outcomes) => ({ outcomes }),
		(error: unknown) => ({ error }),
	);
	if ('outcomes' in saving) {
		// In n8n 1.123, a form could win against the time limit that has passed meanwhile.
		if (isOver(request, approval)) return { kind: 'expired' };
		return { kind: 'done', ...saving, decidedBy, decidedAt: new Date(now()).toISOString() };
	}
	if (!(saving.error instanceof ChangedMeanwhile)) return { kind: 'unsaved', error: saving.error, entered };
	const fresh = await readPosts(approval);
	const fitting = stillFitting(entered, { ...subject, posts: fresh });
	return { kind: 'conflict', open: { posts: fresh, entered: fitting, problems: [saving.error.problem] } };
}
