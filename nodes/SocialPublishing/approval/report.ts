import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isOutcomeUnknown } from '../../../client/publishing/errors';
import type { Delivery } from '../../../client/publishing/requests';
import type { Post } from '../../../client/publishing/schemas';
import { explain, sentences } from '../../shared/errorTexts';
import { errorFacts } from '../../shared/nodeErrors';
import { publishingErrorTexts } from '../errorTexts';
import { nameOf, statusNames } from '../labels';
import { inZone } from '../../shared/dates';
import { simplifyPost } from '../output';
import type { Failure, Outcome } from './delivering';
import { messagePage, type Notice } from './page';
import type { ApprovalRequest, Decision, Edits, RequestItem } from './request';
import { timeOf, whyEnded } from './view';

/**
 * What a failure reads like on the page. What an outage may have left behind is asked before the page says anything, so the error's
 * own words about that are left out.
 */
export const problemOf = (error: unknown): string => {
	const { message, description } = explain(error, publishingErrorTexts);
	return sentences(message, isOutcomeUnknown(error) ? '' : description);
};

const decisionNames: Record<Decision, string> = {
	approved: 'Approved',
	changesRequested: 'Changes requested',
	rejected: 'Rejected',
	obsolete: 'Nothing was left to decide',
	expired: 'Not delivered, because the time limit has passed',
};

/** Facts of a post before and after an edit, for the output. */
function describeEdits(post: Post, edits: Edits, delivery: Delivery | undefined): IDataObject | undefined {
	const names = Object.keys(edits);
	if (names.length === 0) return undefined;
	const own = Object.keys(edits.ownCaptions ?? {});
	const before: Edits = {
		caption: post.caption,
		title: post.title ?? '',
		ownCaptions: Object.fromEntries(
			own.map((id) => [id, post.channels.find(({ accountId }) => accountId === id)?.caption ?? '']),
		),
		publishAt: timeOf(post, delivery),
	};
	const pick = (values: Edits): IDataObject =>
		Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as IDataObject;
	return { before: pick(before), after: pick(edits) };
}

const unknownOutcome = "It isn't known whether the post was published or scheduled.";

function failureFacts({ error, isUnknown }: Failure): IDataObject {
	const { message, description } = explain(error, publishingErrorTexts);
	return {
		message: isUnknown ? sentences(unknownOutcome, message) : message,
		description,
		...errorFacts(error),
	};
}

/** The output of an item about which someone decided. */
function outputOf(
	{ json, tool, post: asked }: RequestItem,
	{ item: { decision, comment, edits }, before, after, failure }: Outcome,
	{
		simplify,
		timezone: zone,
		decidedBy,
	}: Pick<ApprovalRequest, 'simplify' | 'timezone'> & { decidedBy: string },
): IDataObject {
	// What was known of the files when the request was made.
	const files = (json.media ?? []) as IDataObject[];
	const fileOf = (wanted: string) => files.find(({ assetId }) => assetId === wanted);
	const shown =
		after === undefined ? {} : simplify ? simplifyPost(after, { zone, fileOf }) : (after as IDataObject);
	const changes = before === undefined ? undefined : describeEdits(before, edits, asked?.delivery);
	return {
		// In n8n's table, what was decided stands before the post.
		approved: decision === 'approved',
		decision,
		comment,
		...(decidedBy === '' ? {} : { decidedBy }),
		decidedAt: inZone(new Date().toISOString(), zone) as string,
		...json,
		...shown,
		...(changes === undefined ? {} : { edits: changes }),
		...(failure === undefined ? {} : { deliveryError: failureFacts(failure) }),
		// What an agent is told about a call that was denied.
		...(tool !== undefined && comment !== '' ? { chatInput: comment } : {}),
	};
}

/** The node's output: what was decided, in the order of the items, and the items that no one was asked about. */
export function toItems(
	{ items, simplify, timezone }: ApprovalRequest,
	outcomes: Outcome[],
	decidedBy: string,
): INodeExecutionData[] {
	const ofIndex = new Map(outcomes.map((outcome) => [outcome.item.index, outcome]));
	return items.map((item, index) => {
		const outcome = ofIndex.get(index);
		const json =
			outcome === undefined ? item.json : outputOf(item, outcome, { simplify, timezone, decidedBy });
		return { json, pairedItem: { item: index } };
	});
}

const nowIs = ({ status }: Post): string => `The post is now ${nameOf(statusNames, status)}.`;

/** Whether the post was delivered or gone before this decision. */
const hadEnded = ({ item: { decision }, before, after }: Outcome, asked: RequestItem): boolean =>
	decision === 'obsolete' ||
	(asked.post?.delivery !== undefined &&
		before?.status === after?.status &&
		after?.status !== asked.post.status);

function noticeOf(outcome: Outcome, asked: RequestItem): Notice {
	const { item, before, after, failure } = outcome;
	const name = decisionNames[item.decision];
	if (failure !== undefined) {
		const known = item.decision === 'approved' ? `${name}, but not delivered.` : 'Not delivered.';
		const text = failure.isUnknown ? `${name}. ${unknownOutcome}` : known;
		return { kind: 'bad', text: `${text} ${problemOf(failure.error)}` };
	}
	if (hadEnded(outcome, asked)) {
		const standing = item.decision === 'approved' ? 'approved' : 'obsolete';
		return { kind: standing === 'approved' ? 'good' : 'wait', text: whyEnded(after, standing) };
	}
	const text =
		after !== undefined && after.status !== before?.status ? `${name}. ${nowIs(after)}` : `${name}.`;
	return { kind: item.decision === 'approved' ? 'good' : 'wait', text };
}

function headingOf(outcomes: Outcome[], ended: Outcome[]): string {
	if (ended.length < outcomes.length || ended.length === 0) return 'Your decision was saved';
	const isApproved = ended.every(({ item }) => item.decision === 'approved');
	return isApproved ? 'This request was approved before' : 'This request has ended';
}

/** The page for whoever decided. */
export function decidedPage({ items }: ApprovalRequest, outcomes: Outcome[]): string {
	const askedOf = ({ item }: Outcome): RequestItem => items[item.index] as RequestItem;
	const notices = outcomes.map((outcome) => {
		const notice = noticeOf(outcome, askedOf(outcome));
		return outcomes.length === 1
			? notice
			: { ...notice, text: `Post ${outcome.item.index + 1}: ${notice.text}` };
	});
	const ended = outcomes.filter((outcome) => hadEnded(outcome, askedOf(outcome)));
	return messagePage(headingOf(outcomes, ended), notices);
}

/** The page after a delivery of which no one knows whether it was carried out. */
export const unknownPage = (error: unknown): string =>
	messagePage(
		"It isn't known whether the post was published or scheduled",
		[{ kind: 'bad', text: problemOf(error) }],
		'Open this page again in a moment. It then shows whether the post was published or scheduled.',
	);
