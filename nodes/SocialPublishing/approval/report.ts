import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Post } from '../../../client/publishing/schemas';
import { inZone } from '../../shared/dates';
import { sentences } from '../../shared/errorTexts';
import { itemJson, withOwn } from '../../shared/items';
import { pickFields } from '../../shared/parameters';
import { simplifyPost } from '../output';
import { timesIn } from './blocks';
import type { FormResult, ItemOutcome } from './decision';
import { messagePage } from './page';
import type { Notice } from './pageModel';
import { timeOf, type Approval } from './posts';
import type { ApprovalRequest, Decision, Edits, RequestItem } from './request';
import { versionOf } from './version';
import { whyEnded } from './view';

type Done = Extract<FormResult, { kind: 'done' }>;

const decisionNames: Record<Decision, string> = {
	approved: 'Approved',
	changesRequested: 'Changes requested. The sender gets your comment',
	rejected: 'Rejected',
	obsolete: 'Nothing was left to decide',
	expired: 'No one decided in time',
};

/** Names of what an approver can edit, within a sentence. */
const editNames: Record<keyof Edits, string> = {
	caption: 'caption',
	title: 'title',
	ownCaptions: 'caption for single channels',
	publishAt: 'time',
};

/** Returns the edited values before and after the edit, for the output. Undefined without edits. */
function describeEdits(
	{ item: { edits }, before }: ItemOutcome,
	asked: RequestItem,
): IDataObject | undefined {
	const names = Object.keys(edits);
	if (names.length === 0 || before === undefined) return undefined;
	const own = Object.keys(edits.ownCaptions ?? {});
	const earlier: Edits = {
		caption: before.caption,
		title: before.title ?? '',
		ownCaptions: Object.fromEntries(
			own.map((id) => [id, before.channels.find(({ accountId }) => accountId === id)?.caption ?? '']),
		),
		publishAt: timeOf(before, asked.post?.delivery),
	};
	return { before: pickFields({ ...earlier }, names), after: { ...edits } };
}

/** The fields of a post for the output. A post that is gone has only the status that says so. */
function postFields(
	post: Post | undefined,
	{ json }: RequestItem,
	{ simplify, timezone: zone }: ApprovalRequest,
) {
	if (post === undefined) return { status: 'deleted' };
	// What the node knew about the files when it asked.
	const files = (json.media ?? []) as IDataObject[];
	const fileOf = (wanted: string) => files.find(({ assetId }) => assetId === wanted);
	return simplify ? simplifyPost(post, { zone, fileOf }) : (post as IDataObject);
}

function outputOf(
	asked: RequestItem,
	outcome: ItemOutcome,
	{ request, client }: Approval,
	done: Done,
): IDataObject {
	const { item, post, delivery } = outcome;
	const { decision, comment } = item;
	const { decidedBy, decidedAt } = done;
	const edits = describeEdits(outcome, asked);
	const own: IDataObject = {
		approved: decision === 'approved',
		decision,
		comment,
		...(decidedBy === '' ? {} : { decidedBy }),
		decidedAt: inZone(decidedAt, request.timezone) as string,
		...(delivery === undefined ? {} : { delivery: delivery as IDataObject }),
		...(edits === undefined ? {} : { edits }),
	};
	const ofPost = asked.post === undefined ? {} : postFields(post, asked, request);
	return {
		...withOwn(own, itemJson({ ...asked.json, ...ofPost })),
		...(post === undefined ? {} : { version: versionOf(client, post) }),
		// Tells an agent why its call was denied.
		...(asked.tool !== undefined && comment !== '' ? { chatInput: comment } : {}),
	};
}

/** Returns the node's output in the order of the items, including items that no one was asked about. */
export function decidedItems(approval: Approval, done: Done): INodeExecutionData[] {
	const ofIndex = new Map(done.outcomes.map((outcome) => [outcome.item.index, outcome]));
	return approval.request.items.map((item, index) => {
		const outcome = ofIndex.get(index);
		const json = outcome === undefined ? item.json : outputOf(item, outcome, approval, done);
		return { json, pairedItem: { item: index } };
	});
}

function noticeOf({ item: { decision, edits }, post, delivery }: ItemOutcome, asked: RequestItem): Notice {
	if (decision === 'obsolete') return { kind: 'wait', text: whyEnded(post) };
	const edited = Object.keys(edits).map((edit) => editNames[edit as keyof Edits]);
	const isEdited = decision === 'approved' && edited.length > 0;
	const name = isEdited
		? `Approved with a new ${new Intl.ListFormat('en').format(edited)}`
		: decisionNames[decision];
	if (decision !== 'approved') return { kind: 'wait', text: sentences(name) };
	const isPlanned = delivery !== undefined && asked.tool === undefined;
	return {
		kind: 'good',
		text: sentences(name, isPlanned ? 'The workflow continues and publishes it' : 'The workflow continues'),
	};
}

const noticesOf = ({ items }: ApprovalRequest, outcomes: ItemOutcome[]): Notice[] =>
	outcomes.map((outcome) => {
		const notice = noticeOf(outcome, items[outcome.item.index] as RequestItem);
		return outcomes.length === 1
			? notice
			: { ...notice, text: `Post ${outcome.item.index + 1}: ${notice.text}` };
	});

/** Creates the page for the one who decided. */
export function decidedPage(request: ApprovalRequest, { outcomes }: Done): string {
	const isEnded = outcomes.every(({ item }) => item.decision === 'obsolete');
	const heading = isEnded ? 'This request has ended' : 'Your decision was saved';
	return messagePage(heading, noticesOf(request, outcomes));
}

/** Creates the page for everyone who tries to decide after a decision. */
export function pageForOthers(request: ApprovalRequest, { outcomes, decidedBy, decidedAt }: Done): string {
	const decider = decidedBy === '' ? 'Someone' : decidedBy;
	const text = `${decider} decided on ${timesIn(decidedAt, [request.timezone])}. The first decision counts.`;
	return messagePage('This request was already decided', [
		{ kind: 'wait', text },
		...noticesOf(request, outcomes),
	]);
}

/** The page of a request that has expired. */
export const expiredPage = messagePage('This request has expired', [
	{ kind: 'wait', text: 'No one decided in time. The workflow continues without approval.' },
]);
