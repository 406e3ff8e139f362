import type { Delivery } from '../../../client/publishing/requests';
import type { Post } from '../../../client/publishing/schemas';
import type { Finding } from '../../../client/publishing/findings';
import {
	enteredFields,
	readSubmittedForm,
	stillFitting,
	type Fields,
	type FormProblem,
} from './submittedForm';
import { carryOut, isOver, withTime, type Clock, type ItemDecision, type ItemOutcome } from './delivering';
import { readPosts, type Approval, type CurrentPost } from './posts';
import { deliveryMsMax, type Edits, type PostRequest } from './request';

/** A request that someone decides on, and the clock that decisions use. */
export interface OpenApproval extends Approval {
	clock: Clock;
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
	/** `preview` only shows the changes. `conflict` means that someone else changed a post or decided on it. */
	| { kind: 'preview' | 'refused' | 'conflict'; open: StillOpen }
	/** Nothing was delivered. */
	| { kind: 'undelivered'; error: unknown; entered: Fields }
	/** It isn't known whether the post was delivered. */
	| { kind: 'unknown'; error: unknown }
	| { kind: 'expired' };

const conflicts = {
	changed: 'Someone else changed a post or is deciding about it right now. Check the page, then decide.',
	known: `Someone approved a post on this page before. Either it is being published or scheduled right now, or someone has returned it to draft since. If you still see it here ${deliveryMsMax / 60_000} minutes from now, you can reject it or request changes.`,
	returned:
		"Someone approved a post on this page before, and someone has returned it to draft since. It can't be approved here again. Reject it or request changes to end this request. To approve it after all, ask the sender to ask you again.",
};

/**
 * Whether no one can decide anymore. If an approval was carried out but not answered, and nothing else is left to decide, the
 * workflow can still continue with it until n8n's own time limit.
 */
export const hasExpired = (
	{ request, clock }: OpenApproval,
	posts: ReadonlyMap<number, CurrentPost>,
): boolean =>
	isOver(request, clock) &&
	request.items.some(({ isAsked }, index) => isAsked && (posts.get(index)?.standing ?? 'open') === 'open');

/** Returns a post and its delivery with the edits applied. Saves nothing. */
export const withEdits = (
	post: Post,
	asked: PostRequest,
	edits: Edits,
): { post: Post; delivery: Delivery | undefined } => {
	const { caption, title, ownCaptions = {} } = edits;
	return {
		post: {
			...post,
			...(caption === undefined ? {} : { caption }),
			...(title === undefined ? {} : { title }),
			channels: post.channels.map((channel) => ({
				...channel,
				...(Object.hasOwn(ownCaptions, channel.accountId) ? { caption: ownCaptions[channel.accountId] } : {}),
			})),
		},
		delivery: withTime(asked.delivery, edits),
	};
};

/** Returns the errors and warnings for a post with the edits applied. */
export async function findingsWith(
	{ client }: Pick<Approval, 'client'>,
	...edited: Parameters<typeof withEdits>
): Promise<Finding[]> {
	const { post, delivery } = withEdits(...edited);
	return await client.checks.find(client.checks.existingPost(post, delivery));
}

/**
 * Checks the open posts that are approved, and all others that approval would deliver. Those are included because `carryOut` then
 * waits as long as it took to prepare this decision, and an approval in another process takes as long.
 */
async function checkOpenPosts(
	approval: OpenApproval,
	items: readonly ItemDecision[],
	posts: ReadonlyMap<number, CurrentPost>,
): Promise<Map<number, Finding[]>> {
	const checked = items.map(async ({ index, decision, edits }) => {
		const asked = approval.request.items[index]?.post;
		const { current, standing } = posts.get(index) ?? {};
		if (asked === undefined || current === undefined || standing !== 'open') return [];
		if (decision !== 'approved' && asked.delivery === undefined) return [];
		return [[index, await findingsWith(approval, current, asked, edits)] as const];
	});
	return new Map((await Promise.all(checked)).flat());
}

/** Reads a form and carries it out. If another decision interfered, tries once more with the current posts. */
export async function decide(approval: OpenApproval, body: unknown, isAgain = false): Promise<FormResult> {
	const { request, clock, approver } = approval;
	const startedAt = clock.now();
	const posts = await readPosts(approval);
	if (hasExpired(approval, posts)) return { kind: 'expired' };
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
	const findings = await checkOpenPosts(approval, items, posts);
	const isWrong = ({ index, decision }: ItemDecision): boolean =>
		decision === 'approved' && (findings.get(index) ?? []).some(({ severity }) => severity === 'error');
	if (items.some(isWrong)) {
		const edits = new Map(items.map((item) => [item.index, item.edits]));
		const advice = request.allowsEdits
			? 'Fix what is listed with it, or request changes.'
			: 'Request changes, or reject it.';
		const problems = [{ text: `A post can't be approved as it is. ${advice}` }];
		return { kind: 'refused', open: { posts, entered, edits, findings, problems } };
	}
	const result = await carryOut(approval, items, { posts, startedAt });
	if (result.kind === 'done') return { ...result, decidedBy, decidedAt: new Date(clock.now()).toISOString() };
	if (result.kind === 'expired') return result;
	if (result.kind === 'failed') {
		const { error, isUnknown } = result.failure;
		return isUnknown ? { kind: 'unknown', error } : { kind: 'undelivered', error, entered };
	}
	if (result.kind !== 'returned' && !isAgain) return await decide(approval, body, true);
	return { kind: 'conflict', open: { posts, entered, problems: [{ text: conflicts[result.kind] }] } };
}
