import type { IDataObject, INodeExecutionData, JsonObject, NodeApiError } from 'n8n-workflow';

/**
 * n8n before 2.35 takes an item with facts for a result and sends it past the error output. Known by what came a little later:
 * errors with a cause. An error of an expression names no node.
 */
const knowsFacts = (error: NodeApiError): boolean =>
	(error as Partial<NodeApiError>).node?.onError !== 'continueErrorOutput' || 'failure' in error;

/**
 * The item that stands for a failure: what happened, what to do, and the facts a workflow can use. With any other field, n8n
 * would not know it for an error; with the error itself beside the JSON, it would throw all but the title away.
 */
export function toFailedItem(error: NodeApiError, details: JsonObject, item: number): INodeExecutionData {
	const { message, description } = error;
	const advice = description ? { message: description } : {};
	const facts = knowsFacts(error) ? { details } : {};
	return { json: { error: message, ...advice, ...facts } as IDataObject, pairedItem: { item } };
}
