import type { IExecuteFunctions } from 'n8n-workflow';
import { ParameterError } from '../../shared/errors.js';
import { isTool } from '../../shared/parameters.js';
import { inExpression } from '../../shared/values.js';
import { isSwitchedOn, type ToolSwitch } from './toolSwitch.js';

/**
 * Refuses tool calls of an AI agent that no one has reviewed. In n8n, a tool can't declare that it needs a review, so the node
 * checks where a call comes from.
 */
export const humanReviewSwitch: ToolSwitch = {
	displayName: 'Require Human Review',
	name: 'requireHumanReview',
	description:
		"Whether to refuse calls that no one approved under 'Human Review' (AI Agent 3 only). An approved call can publish if 'Drafts and Review Only' is off.",
};

/** Whether the call comes from a node that waited for an approval. Such a node passes on a call only after it was approved. */
function wasReviewed(context: IExecuteFunctions): boolean {
	try {
		const { previousNode } = context.getInputSourceData();
		const operation: unknown = context.evaluateExpression(
			`{{ $(${inExpression(previousNode)}).params.operation }}`,
			0,
		);
		return operation === 'sendAndWait';
	} catch {
		return false;
	}
}

/**
 * Throws a `ParameterError` if the option is on and no one has reviewed the call.
 * @param operations the operations that can publish, because others don't need a review
 */
export function requireReview(context: IExecuteFunctions, operations: string[]): void {
	if (!isSwitchedOn(context, humanReviewSwitch) || !isTool(context)) return;
	if (!operations.includes(context.getNodeParameter('operation', 0) as string)) return;
	if (wasReviewed(context)) return;
	throw new ParameterError(
		"'Require Human Review' is on, and no one has approved this call",
		"Connect the tool to AI Agent 3 through a node under 'Human Review', such as this node with 'Wait for Approval'. An agent can't switch the option off.",
	);
}
