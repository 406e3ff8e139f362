import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Delivery } from '../../../client/publishing/requests';
import type { Post } from '../../../client/publishing/schemas';
import { explain, sentences } from '../../shared/errorTexts';
import { itemJson, withOwn } from '../../shared/items';
import { errorFacts } from '../../shared/nodeErrors';
import { publishingErrorTexts } from '../errorTexts';
import { channelLabel } from '../labels';
import { inZone } from '../../shared/dates';
import { pickFields } from '../../shared/parameters';
import { simplifyPost } from '../output';
import type { DeliveryFailure, ItemOutcome } from './delivering';
import { failureWords, type FailurePlace } from './failureWords';
import { messagePage } from './page';
import type { Notice } from './pageModel';
import { stillFitting } from './submittedForm';
import type { FormResult } from './decision';
import { readPosts, timeOf, type Approval } from './posts';
import { zonesOf, type ApprovalRequest, type Decision, type Edits, type RequestItem } from './request';
import type { ReadPicture } from './previewViews';
import { timesIn } from './times';
import { drawPage, nowIs, whyEnded } from './view';

const decisionNames: Record<Decision, string> = {
	approved: 'Approved',
	changesRequested: 'Changes requested. The sender gets your comment',
	rejected: 'Rejected',
	obsolete: 'Nothing was left to decide',
	expired: 'Not delivered, because the time limit has passed',
};

/** Names of what an approver can edit, within a sentence. */
const editNames: Record<keyof Edits, string> = {
	caption: 'caption',
	title: 'title',
	ownCaptions: 'caption for single channels',
	publishAt: 'time',
};

/** Returns the edited values before and after the edit, for the output. Undefined without edits. */
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
	return { before: pickFields({ ...before }, names), after: { ...edits } };
}

const unknownOutcome = "It isn't known whether the post was published or scheduled.";

function failureFacts({ error, isUnknown }: DeliveryFailure): IDataObject {
	const { message, description } = explain(error, publishingErrorTexts);
	return {
		message: isUnknown ? sentences(unknownOutcome, message) : message,
		description,
		...errorFacts(error),
	};
}

type Done = Extract<FormResult, { kind: 'done' }>;

/** What the output says about a decision, and how. */
type DecisionFacts = Pick<ApprovalRequest, 'simplify' | 'timezone'> & Pick<Done, 'decidedAt' | 'decidedBy'>;

function outputOf(
	{ json, tool, post: asked }: RequestItem,
	{ item: { decision, comment, edits }, before, after, failure }: ItemOutcome,
	{ simplify, timezone: zone, decidedBy, decidedAt }: DecisionFacts,
): IDataObject {
	// What the node knew about the files when it asked.
	const files = (json.media ?? []) as IDataObject[];
	const fileOf = (wanted: string) => files.find(({ assetId }) => assetId === wanted);
	const shown =
		after === undefined ? {} : simplify ? simplifyPost(after, { zone, fileOf }) : (after as IDataObject);
	const changes = before === undefined ? undefined : describeEdits(before, edits, asked?.delivery);
	const own = {
		approved: decision === 'approved',
		decision,
		comment,
		...(decidedBy === '' ? {} : { decidedBy }),
		decidedAt: inZone(decidedAt, zone) as string,
	};
	return {
		...withOwn(own, itemJson({ ...json, ...shown })),
		...(changes === undefined ? {} : { edits: changes }),
		...(failure === undefined ? {} : { deliveryError: failureFacts(failure) }),
		// Tells an agent why its call was denied.
		...(tool !== undefined && comment !== '' ? { chatInput: comment } : {}),
	};
}

/** Returns the node's output in the order of the items, including items that no one was asked about. */
export function decidedItems(
	{ items, simplify, timezone }: ApprovalRequest,
	{ outcomes, decidedBy, decidedAt }: Done,
): INodeExecutionData[] {
	const ofIndex = new Map(outcomes.map((outcome) => [outcome.item.index, outcome]));
	return items.map((item, index) => {
		const outcome = ofIndex.get(index);
		const json =
			outcome === undefined
				? item.json
				: outputOf(item, outcome, { simplify, timezone, decidedBy, decidedAt });
		return { json, pairedItem: { item: index } };
	});
}

/**
 * Says on which channels and when a delivered post is published.
 * @param planned the time for a post that waits for a review, which has none in the service
 */
function detailsOf(
	{ channels, scheduledAt }: Post,
	planned: string | undefined,
	zones: readonly string[],
): string[] {
	const labels = channels.map(({ platform, handle, accountId }) => channelLabel(platform, handle, accountId));
	const time = scheduledAt ?? planned;
	return [...(time ? [`Time: ${timesIn(time, zones)}`] : []), `Channels: ${labels.join(', ')}`];
}

/** Whether the post was already delivered or gone before this decision. */
const hadEnded = ({ item: { decision }, before, after }: ItemOutcome, asked: RequestItem): boolean =>
	decision === 'obsolete' ||
	(asked.post?.delivery !== undefined &&
		before?.status === after?.status &&
		after?.status !== asked.post.status);

function noticeOf(outcome: ItemOutcome, asked: RequestItem, zones: readonly string[]): Notice {
	const { item, before, after, failure } = outcome;
	const edited = Object.keys(item.edits).map((edit) => editNames[edit as keyof Edits]);
	const isEdited = item.decision === 'approved' && edited.length > 0;
	const name = isEdited
		? `Approved with a new ${new Intl.ListFormat('en').format(edited)}`
		: decisionNames[item.decision];
	if (failure !== undefined) {
		const known = item.decision === 'approved' ? `${name}, but not delivered.` : 'Not delivered.';
		const text = failure.isUnknown ? `${name}. ${unknownOutcome}` : known;
		const { error, forApprover = failureWords(error, { zones }) } = failure;
		return { kind: 'bad', text: `${text} ${forApprover}` };
	}
	if (hadEnded(outcome, asked)) {
		const standing = item.decision === 'approved' ? 'approved' : 'obsolete';
		return { kind: standing === 'approved' ? 'good' : 'wait', text: whyEnded(after, standing) };
	}
	const text =
		after !== undefined && after.status !== before?.status
			? sentences(
					name,
					nowIs(after),
					...detailsOf(after, item.edits.publishAt ?? timeOf(after, asked.post?.delivery), zones),
				)
			: sentences(name);
	return { kind: item.decision === 'approved' ? 'good' : 'wait', text };
}

function headingOf(outcomes: ItemOutcome[], ended: ItemOutcome[]): string {
	if (ended.length < outcomes.length || ended.length === 0) return 'Your decision was saved';
	const isApproved = ended.every(({ item }) => item.decision === 'approved');
	return isApproved ? 'This request was approved before' : 'This request has ended';
}

function noticesOf(request: ApprovalRequest, outcomes: ItemOutcome[]): Notice[] {
	const { items } = request;
	return outcomes.map((outcome) => {
		const notice = noticeOf(outcome, askedOf(items, outcome), zonesOf(request));
		return outcomes.length === 1
			? notice
			: { ...notice, text: `Post ${outcome.item.index + 1}: ${notice.text}` };
	});
}

const askedOf = (items: RequestItem[], { item }: ItemOutcome): RequestItem =>
	items[item.index] as RequestItem;

function decidedPage(request: ApprovalRequest, outcomes: ItemOutcome[]): string {
	const ended = outcomes.filter((outcome) => hadEnded(outcome, askedOf(request.items, outcome)));
	return messagePage(headingOf(outcomes, ended), noticesOf(request, outcomes));
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

const unknownPage = ({ request }: Approval, error: unknown): string =>
	messagePage(
		"It isn't known whether the post was published or scheduled",
		[{ kind: 'bad', text: failureWords(error, { zones: zonesOf(request) }) }],
		'Open this page again in a moment. It then shows whether the post was published or scheduled.',
	);

/** The page of a request that has expired. */
export const expiredPage = messagePage('This request has expired', [
	{ kind: 'wait', text: 'No one decided in time. The workflow continues without approval.' },
]);

/** Where the page that is shown again has fields. */
const placeOf = ({ request }: Approval): FailurePlace => {
	const { allowsEdits, items } = request;
	const hasTime = items.some(({ post }) => post?.delivery?.mode === 'at');
	return { zones: zonesOf(request), canEditTexts: allowsEdits, canEditTime: allowsEdits && hasTime };
};

/** Says that a post wasn't delivered, and shows the page again, with the entered texts that weren't saved. */
async function undeliveredPage(
	approval: Approval,
	{ error, entered }: Extract<FormResult, { kind: 'undelivered' }>,
	readPicture: ReadPicture,
): Promise<string> {
	const problem = `The post wasn't published or scheduled. ${failureWords(error, placeOf(approval))}`;
	try {
		const posts = await readPosts(approval);
		const fitting = stillFitting(entered, { request: approval.request, posts });
		const problems = [{ text: `${problem} You can decide again.` }];
		return await drawPage(approval, { posts, entered: fitting, problems }, readPicture);
	} catch {
		return messagePage("The post wasn't published or scheduled", [
			{ kind: 'bad', text: `${problem} Open this page again to decide again.` },
		]);
	}
}

/** Creates the page that answers a form. */
export async function pageAfter(
	approval: Approval,
	result: FormResult,
	readPicture: ReadPicture,
): Promise<string> {
	if (result.kind === 'done') return decidedPage(approval.request, result.outcomes);
	if (result.kind === 'expired') return expiredPage;
	if (result.kind === 'unknown') return unknownPage(approval, result.error);
	if (result.kind === 'undelivered') return await undeliveredPage(approval, result, readPicture);
	return await drawPage(approval, result.open, readPicture);
}
