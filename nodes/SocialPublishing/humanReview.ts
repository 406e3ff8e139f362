import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { ParameterError } from '../shared/errors';
import { inExpression } from '../shared/parameters';
import type { ToolSwitch } from './toolSwitch';

/**
 * Refuses a tool call of an AI agent that nobody has reviewed. n8n has no way for a tool to say that it needs a review, so the
 * node looks at where a call comes from.
 */
export const humanReviewSwitch: ToolSwitch = {
	displayName: 'Require Human Review',
	name: 'requireHumanReview',
	description:
		"Whether to refuse calls that didn't pass a node under 'Human Review', which only AI Agent 3 has",
};

/** Read as it is stored: an expression in this place, which only a file edited by hand can have, counts as on. */
const isOn = ({ parameters: { requireHumanReview: value } }: INode): boolean =>
	value !== undefined && value !== false;

/** Whether the call comes from a node that waited for an approval. n8n lets a call through such a node only when it was approved. */
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
 * Throws where the option is on and nobody has reviewed the call.
 * @param operations those that can publish; others don't need a review
 */
export function requireReview(context: IExecuteFunctions, operations: string[]): void {
	const node = context.getNode();
	if (!isOn(node) || !node.type.endsWith('Tool')) return;
	if (!operations.includes(context.getNodeParameter('operation', 0) as string)) return;
	if (wasReviewed(context)) return;
	throw new ParameterError(
		"'Require Human Review' is on, and nobody has approved this call",
		"Connect the tool to AI Agent 3 through a node under 'Human Review', such as this node with 'Send and Wait for Approval'. An agent can't switch the option off.",
	);
}
