import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * The idempotency key of one write when the user gives none. It stays the same when n8n runs the node again after a
 * failure (Retry On Fail), and differs between executions, nodes, rounds of a loop, items, and n8n instances that share
 * a service key.
 * @param purpose tells several writes of one item apart
 */
export function defaultIdempotencyKey(context: IExecuteFunctions, itemIndex: number, purpose = ''): string {
	const { $runIndex } = context.getWorkflowDataProxy(itemIndex);
	const origin = [
		context.getInstanceId(),
		context.getExecutionId(),
		context.getNode().id,
		String($runIndex),
		String(itemIndex),
		purpose,
	];
	return `n8n-${createHash('sha256').update(JSON.stringify(origin)).digest('hex')}`;
}
