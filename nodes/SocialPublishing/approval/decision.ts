import { mapValues } from '../../../client/http/json.js';
import type { Finding } from '../../../client/publishing/findings.js';
import type { UpdatePost } from '../../../client/publishing/requests.js';
import type { Post } from '../../../client/publishing/schemas.js';
import type { MediaFacts } from '../../../client/publishing/validation/types.js';
import { mapConcurrently } from '../../shared/mapConcurrently.js';
import { readForm, stillFitting } from './form.js';
import type { Edits, PostRequest } from './request.js';
import {
	changesSince,
	parallelReads,
	readState,
	seenOf,
	withEdits,
	type Approval,
	type CurrentPost,
	type Fields,
	type ItemDecision,
	type ItemOutcome,
	type ItemState,
	type OpenReason,
	type RequestState,
} from './state.js';
import { changedParts, contentVersionOf } from './version.js';
import { changedWords, failureWords } from './words.js';

/** Returns what the node knew about the media of a post when it asked, in the post's order. */
function factsOf({ mediaAssetIds }: Post, { media }: PostRequest): MediaFacts[] {
	const known = new Map(
		media.map(({ assetId, ...facts }) => [assetId.toLowerCase(), { ...facts, isReadLater: false }] as const),
	);
	return mediaAssetIds.map((assetId) => known.get(assetId.toLowerCase()) ?? {});
}

/** Returns the errors and warnings for a post with the edits that the approver tries out. */
export async function findingsOf(
	{ client }: Approval,
	{ asked, post: current, edits = {} }: CurrentPost,
): Promise<Finding[]> {
	const { post, delivery } = withEdits(current, asked, edits);
	const toCheck = client.checks.existingPost(post, delivery);
	return await client.checks.find({ ...toCheck, media: factsOf(post, asked) });
}

/** Checks the post of an approved item. */
async function checkApproved(
	approval: Approval,
	{ item, decision, edits }: ItemDecision,
): Promise<ItemState> {
	if (item.is === 'obsolete' || item.current === undefined) return item;
	const current = { ...item.current, edits };
	const findings = decision === 'approved' ? await findingsOf(approval, current) : undefined;
	return { ...item, current: { ...current, findings } };
}

const hasErrors = (item: ItemState): boolean =>
	item.is !== 'obsolete' && (item.current?.findings ?? []).some(({ severity }) => severity === 'error');

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
class ChangedMeanwhile extends Error {}

/**
 * Saves the edits of an approved post, and reads it. It must then be what the approver saw, with the approver's words, because that's
 * what the decision is about. Returns the post that was read before if there is nothing to save.
 */
async function saveEdits(
	{ client, request }: Approval,
	index: number,
	{ asked, post: before, edits = {} }: CurrentPost,
): Promise<Post> {
	const changes = toChanges(edits, asked);
	if (Object.keys(changes).length === 0) return before;
	await client.posts.update(before.id, { content: changes });
	const saved = await client.posts.getIfThere(before.id);
	const wanted = seenOf(client, withEdits(before, asked, edits).post, asked);
	const seen = saved === undefined ? '' : seenOf(client, saved, asked);
	if (saved === undefined || seen !== wanted)
		throw new ChangedMeanwhile(changedWords(index, request, changesSince(wanted, seen)));
	return saved;
}

/** Carries out the decision on one item. Only the edits of an approved post have to be saved. */
async function carryOut(approval: Approval, decided: ItemDecision): Promise<ItemOutcome> {
	const { item, decision, edits } = decided;
	if (item.is === 'obsolete')
		return { ...decided, before: item.post, post: item.post, delivery: item.asked.delivery };
	if (item.current === undefined) return decided;
	const { asked, post: before } = item.current;
	if (decision !== 'approved') return { ...decided, before, post: before, delivery: asked.delivery };
	const post = await saveEdits(approval, item.index, { ...item.current, edits });
	return { ...decided, before, post, delivery: withEdits(before, asked, edits).delivery };
}

/**
 * Reads an approved post right after the decision. Another process may have saved the edits of an approver whose decision came too late.
 * A failed read doesn't stop the workflow.
 */
async function readAfterwards({ client }: Approval, outcome: ItemOutcome): Promise<ItemOutcome> {
	const { decision, delivery, post } = outcome;
	if (decision !== 'approved' || post === undefined || delivery === undefined) return outcome;
	const now = await client.posts.getIfThere(post.id).catch(() => undefined);
	if (now === undefined) return outcome;
	const changedMeanwhile = changedParts(contentVersionOf(client, post), contentVersionOf(client, now));
	return { ...outcome, updatedAt: now.updatedAt, changedMeanwhile };
}

/** Reads where the request stands after nothing was decided, and keeps what was entered where it still fits. */
async function reopened(
	approval: Approval,
	entered: Fields,
	because: OpenReason,
	text: string,
): Promise<RequestState> {
	const state = await readState(approval);
	if (state.is === 'expired') return state;
	return {
		...state,
		because,
		entered: stillFitting(entered, state.items, approval.request),
		problems: [{ text }],
	};
}

/**
 * Handles a form: reads where the request stands, reads the form, checks the approved posts, and saves their edits one after the other.
 * Only `decided` lets the workflow continue.
 */
export async function decide(approval: Approval, body: unknown): Promise<RequestState> {
	const { request, now, approver } = approval;
	const state = await readState(approval);
	if (state.is === 'expired') return state;
	const form = readForm(body, state, approval);
	if (form.is === 'open') return form;
	const { decisions, decidedBy, entered } = form;
	const items = await Promise.all(decisions.map(async (each) => await checkApproved(approval, each)));
	if (items.some(hasErrors)) {
		const advice = request.allowsEdits
			? 'Fix what is listed with it, or request changes.'
			: 'Request changes, or reject it.';
		const problems = [{ text: `A post can't be approved as it is. ${advice}` }];
		return { is: 'open', because: 'refused', items, entered, problems };
	}
	const outcomes: ItemOutcome[] = [];
	try {
		for (const each of decisions) outcomes.push(await carryOut(approval, each));
	} catch (error) {
		if (error instanceof ChangedMeanwhile)
			return await reopened(approval, entered, 'conflict', error.message);
		approval.log(error);
		const text = `Your changes couldn't be saved, so nothing was decided. ${failureWords(error)}`;
		return await reopened(approval, entered, 'unsaved', text);
	}
	const decided = await mapConcurrently(
		outcomes.length,
		parallelReads,
		async (at) => await readAfterwards(approval, outcomes[at] as ItemOutcome),
	);
	return { is: 'decided', outcomes: decided, decidedBy, decidedAt: new Date(now()).toISOString(), approver };
}
