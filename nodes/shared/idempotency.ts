import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

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
	return `n8n-${hash(JSON.stringify(origin))}`;
}

/** Writes names in the order of the alphabet, so that the same content always reads the same. */
function inOneOrder(_name: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A key that is the same for the same content, whichever execution sends it. */
export const contentIdempotencyKey = (content: unknown): string =>
	`n8n-content-${hash(JSON.stringify(content, inOneOrder))}`;

/** A fingerprint of bytes, for a key that depends on a file. */
export async function fingerprint(bytes: AsyncIterable<Uint8Array>): Promise<string> {
	const digest = createHash('sha256');
	for await (const chunk of bytes) digest.update(chunk);
	return digest.digest('hex');
}
