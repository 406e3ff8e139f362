import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import type { Delivery } from '../../../client/publishing/requests.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { deliveryModes } from '../../../client/publishing/values.js';
import { inZone } from '../../shared/dates.js';
import { ParameterError } from '../../shared/errors.js';
import { itemJson, withOwn } from '../../shared/items.js';
import { pickFields, toJsonObject, type ParameterReader } from '../../shared/parameters.js';
import { simplifyPost } from '../output/postOutput.js';
import type { ApprovalRequest, Edits, RequestItem } from './request.js';
import { timeOf, versionOf, type Approval, type DecidedRequest, type ItemOutcome } from './state.js';

/** The field of Submit that holds an item of Send and Wait for Approval. */
export const approvalField: INodeProperties = {
	displayName: 'Approval',
	name: 'approval',
	type: 'json',
	default: '={{ $json }}',
	required: true,
	description:
		"Output item of 'Send and Wait for Approval'. It names the post and its delivery. Items that weren't approved pass through.",
	displayOptions: { show: { delivery: ['approved'] } },
};

/** A post that someone approved, with everything that its submit depends on. */
export interface ApprovedPost {
	id: string;
	version: string;
	/** As the output has it. */
	decidedAt: string;
	delivery: Delivery;
}

const text = z.string().trim().min(1);

const approvedSchema = z.object({
	decision: z.literal('approved'),
	id: text.toLowerCase(),
	version: text,
	decidedAt: text,
	// The client checks the rest.
	delivery: z.looseObject({ mode: z.enum(deliveryModes) }),
});

const connect =
	"Connect the output of 'Send and Wait for Approval' to this node, or choose its item in 'Approval' with an expression";

/** Says why an approval can't be used. */
function refusal(approval: Record<string, unknown>): ParameterError {
	if (approval.approved !== true)
		return new ParameterError("'Approval' isn't an item of 'Send and Wait for Approval'", connect);
	if (approval.delivery === undefined || approval.delivery === null)
		return new ParameterError(
			"The post was approved without a 'Planned Delivery'",
			"Choose one in 'Send and Wait for Approval', or choose another 'Delivery' here",
		);
	return new ParameterError("'Approval' doesn't have what 'Send and Wait for Approval' returned", connect);
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
	const { id, version, decidedAt, delivery } = approved;
	return { id, version, decidedAt, delivery: delivery as Delivery };
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
	{ decidedBy, decidedAt }: DecidedRequest,
): IDataObject {
	const { decision, comment, post, delivery } = outcome;
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
export function decidedItems(approval: Approval, decided: DecidedRequest): INodeExecutionData[] {
	const ofIndex = new Map(decided.outcomes.map((outcome) => [outcome.item.index, outcome]));
	return approval.request.items.map((item, index) => {
		const outcome = ofIndex.get(index);
		const json = outcome === undefined ? item.json : outputOf(item, outcome, approval, decided);
		return { json, pairedItem: { item: index } };
	});
}

/** The output of an item without a decision. */
export function undecided(
	{ json, isAsked, post }: RequestItem,
	decision: 'waiting' | 'expired',
): IDataObject {
	if (!isAsked) return json;
	const delivery = post?.delivery as IDataObject | undefined;
	const own = { approved: false, decision, ...(delivery === undefined ? {} : { delivery }) };
	return { ...own, ...json, ...own };
}
