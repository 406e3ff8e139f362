import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { isObject } from '../../../client/http/json.js';
import { inSentence, isSameTime } from '../../../client/http/text.js';
import { ChangedDraftError } from '../../../client/publishing/errors.js';
import type { Delivery } from '../../../client/publishing/requests.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { deliveryModes, type ContentPart } from '../../../client/publishing/values.js';
import { inZone } from '../../shared/dates.js';
import { ParameterError } from '../../shared/errors.js';
import { isKeyRemembered } from '../../shared/idempotency.js';
import { itemJson, withOwn } from '../../shared/items.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { pickFields, toJsonObject } from '../../shared/values.js';
import { ordered } from '../output/order.js';
import { simplifyPost, wholePost } from '../output/postOutput.js';
import { decisionSentence, deletedSentence } from '../output/sentences.js';
import type { ApprovalRequest, Edits, RequestItem } from './request.js';
import { timeOf, type Approval, type DecidedRequest, type ItemOutcome } from './state.js';
import { readVersion, versionOf, type ApprovedVersion } from './version.js';

/** The field of Submit that holds an item of Wait for Approval. */
export const approvalField: INodeProperties = {
	displayName: 'Approval',
	name: 'approval',
	type: 'json',
	default: '={{ $json }}',
	required: true,
	description:
		"Output item of 'Wait for Approval'. It names the post and its delivery. Items that weren't approved pass through.",
	displayOptions: { show: { delivery: ['approved'] } },
};

/** A post that someone approved, with everything that its submit depends on. */
export interface ApprovedPost {
	id: string;
	/** As the output has it. */
	version: string;
	approved: ApprovedVersion;
	/** As ISO 8601, in UTC. */
	decidedAt: string;
	delivery: Delivery;
	/** When the post was changed last, as the node read it right after the decision. Undefined if that isn't known. */
	updatedAt?: string;
	/** What someone else changed while the decision was made. */
	changedMeanwhile: string[];
	decidedBy?: string | undefined;
	comment: string;
}

const text = z.string().trim().min(1);
const time = text.refine((value) => !Number.isNaN(Date.parse(value)));

const approvedSchema = z.object({
	decision: z.literal('approved'),
	id: text.toLowerCase(),
	version: text,
	decidedAt: time,
	// The client checks the rest.
	delivery: z.looseObject({ mode: z.enum(deliveryModes) }),
	updatedAt: time.optional().catch(undefined),
	changedMeanwhile: z.array(z.string()).catch([]),
	decidedBy: text.optional().catch(undefined),
	comment: z.string().catch(''),
});

const askAgain = 'Ask for another approval';

const connect =
	"Nothing was submitted. Connect the output of 'Wait for Approval' to this node, or choose its item in 'Approval' with an expression";

/** Says why an approval can't be used. */
function refusal(approval: Record<string, unknown>): ParameterError {
	if (approval.approved !== true)
		return new ParameterError("'Approval' isn't an item of 'Wait for Approval'", connect);
	if (approval.delivery === undefined || approval.delivery === null)
		return new ParameterError(
			"The post was approved without a 'Planned Delivery'",
			"Choose one in 'Wait for Approval', or choose another 'Delivery' here",
		);
	return new ParameterError("'Approval' doesn't have what 'Wait for Approval' returned", connect);
}

/**
 * Reads {@link approvalField}. Undefined if no one approved the post, so that nothing is submitted for it. Throws a
 * `ParameterError` for anything that isn't a decision, such as the input that n8n passes on if someone retries a waiting execution.
 */
export function readApproval(parameters: ParameterReader): ApprovedPost | undefined {
	const approval = toJsonObject(parameters.value('approval', ''), approvalField.displayName) ?? {};
	if (approval.approved === false) return undefined;
	const approved = approval.approved === true ? approvedSchema.safeParse(approval).data : undefined;
	if (approved === undefined) throw refusal(approval);
	const version = readVersion(approved.version);
	const delivery = approved.delivery as Delivery;
	if (version === undefined) {
		throw new ParameterError(
			"'Approval' was made by another version of this package",
			`Nothing was submitted. ${askAgain}`,
		);
	}
	if (!version.isFor(delivery)) {
		throw new ParameterError(
			'The planned delivery was changed after the approval',
			`Nothing was submitted. Leave 'delivery' as 'Wait for Approval' returned it, or ask for another approval`,
		);
	}
	const decidedAt = new Date(approved.decidedAt).toISOString();
	return { ...approved, approved: version, decidedAt, delivery };
}

/** What the key of an approval's submit is made of. Its version stands for the content and the plan. */
export const identityOf = ({ id, version, decidedAt }: ApprovedPost) => ({ id, version, decidedAt });

/**
 * Throws if a draft may have been changed since it was approved. Within 24 hours, the service knows the key of an earlier submit. After
 * that, a draft could have been published and returned to draft, so nothing may have touched it since the decision.
 */
export function requireFresh(
	{ decidedAt, updatedAt = '' }: ApprovedPost,
	draft: Pick<Post, 'updatedAt'>,
	now: number,
): void {
	if (isKeyRemembered(Date.parse(decidedAt), now)) return;
	if (isSameTime(updatedAt, draft.updatedAt)) return;
	throw new ParameterError(
		'The post may have been changed since it was approved',
		`The approval is more than 24 hours old, and the node can't rule out that the draft has changed since. ${askAgain}`,
	);
}

/** Throws if a draft isn't the approved one anymore. */
export function requireApproved({ changedMeanwhile }: ApprovedPost, parts: readonly ContentPart[]): void {
	if (parts.length === 0) return;
	if (changedMeanwhile.length === 0) throw new ChangedDraftError(parts);
	throw new ParameterError(
		'The post was changed while it was approved',
		`Changed: ${inSentence(parts)}. The edit of another approver, whose decision came too late, may have been saved. Check the draft, then ask for another approval`,
	);
}

/** Returns the edited values before and after the edit, for the output. Undefined without edits. */
function describeEdits({ edits, before }: ItemOutcome, asked: RequestItem): IDataObject | undefined {
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
): IDataObject {
	if (post === undefined) return { message: deletedSentence(json), status: 'deleted' };
	// What the node knew about the files when it asked.
	const files = (json.media ?? []) as IDataObject[];
	const fileOf = (wanted: string) => files.find(({ assetId }) => assetId === wanted);
	return (simplify ? simplifyPost : wholePost)(post, { zone, fileOf });
}

function outputOf(
	asked: RequestItem,
	outcome: ItemOutcome,
	{ request, client }: Approval,
	{ decidedBy, decidedAt }: DecidedRequest,
): IDataObject {
	const { decision, comment, post, delivery, changedMeanwhile = [], updatedAt } = outcome;
	const edits = describeEdits(outcome, asked);
	const ofPost = asked.post === undefined ? {} : postFields(post, asked, request);
	const isEdited = edits !== undefined;
	const message = asked.post && post && decisionSentence(post, decision, { decidedBy, comment, isEdited });
	const own: IDataObject = {
		...(message === undefined ? {} : { message }),
		approved: decision === 'approved',
		decision,
		comment,
		...(decidedBy === '' ? {} : { decidedBy }),
		decidedAt: inZone(decidedAt, request.timezone) as string,
		...(delivery === undefined ? {} : { delivery: delivery as IDataObject }),
		...(edits === undefined ? {} : { edits }),
		...(changedMeanwhile.length === 0 ? {} : { changedMeanwhile }),
	};
	return {
		...withOwn(own, itemJson({ ...asked.json, ...ofPost })),
		...(updatedAt === undefined ? {} : { updatedAt: inZone(updatedAt, request.timezone) as string }),
		...(post === undefined ? {} : { version: versionOf(client, post, delivery) }),
		// Tells an agent why its call was denied.
		...(asked.tool !== undefined && comment !== '' ? { chatInput: comment } : {}),
	};
}

/** Returns the node's output in the order of the items, including items that no one was asked about. */
export function decidedItems(approval: Approval, decided: DecidedRequest): INodeExecutionData[] {
	const ofIndex = new Map(decided.outcomes.map((outcome) => [outcome.item.index, outcome]));
	return approval.request.items.map((item, index) => {
		const outcome = ofIndex.get(index);
		const json = outcome === undefined ? item.json : outputOf(item, outcome, approval, decided);
		return { json: ordered(json), pairedItem: { item: index } };
	});
}

/**
 * Returns the node's output for a request that another build of the package saved. No one decided, and what isn't known to be an item
 * stays out.
 */
export function outdatedItems({ items }: IDataObject): INodeExecutionData[] {
	const own = {
		approved: false,
		decision: 'outdated',
		reason:
			'The package was updated while the workflow waited, so no one could decide. Ask for another approval.',
	};
	const known = Array.isArray(items) ? items.filter(isObject) : [];
	const inputs = known.length > 0 ? known : [{}];
	return inputs.map(({ json }, index) => ({
		json: withOwn(own, isObject(json) ? itemJson(json as IDataObject) : {}),
		pairedItem: { item: index },
	}));
}

/** The output of an item without a decision. */
export function undecided(
	{ json, isAsked, post }: RequestItem,
	decision: 'waiting' | 'expired',
): IDataObject {
	if (!isAsked) return json;
	const delivery = post?.delivery as IDataObject | undefined;
	const message = post && decisionSentence(json, decision);
	const own = {
		...(message === undefined ? {} : { message }),
		approved: false,
		decision,
		...(delivery === undefined ? {} : { delivery }),
	};
	return ordered({ ...own, ...json, ...own });
}
