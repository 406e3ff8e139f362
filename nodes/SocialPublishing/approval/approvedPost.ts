import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import type { Delivery } from '../../../client/publishing/requests';
import { deliveryModes } from '../../../client/publishing/values';
import { ParameterError } from '../../shared/errors';
import { toJsonObject, type ParameterReader } from '../../shared/parameters';

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
