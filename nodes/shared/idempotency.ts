import { createHash, randomUUID } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { idempotencyKeyMax } from '../../client/http/idempotency';
import { executionMemory } from './executionMemory';
import type { RunItem } from './parameters';

/**
 * What counts as the same piece of work. A retry has the key of what it retries, and two calls never share one.
 *
 * A key is the hash of: n8n instance, origin, node, call, item, and purpose (which write of the item).
 * The origin is made once and kept in the node's context: the execution's id where there is one, else a random one.
 *
 * | n8n runs the node for         | n8n gives                                              | origin             | call                  | the same key for                        |
 * | ----------------------------- | ------------------------------------------------------ | ------------------ | --------------------- | --------------------------------------- |
 * | an execution, also in a queue | id, run index, context                                 | its id             | run index             | Retry On Fail                           |
 * | a round of a loop             | the next run index                                     | its id             | run index             | Retry On Fail                           |
 * | "Retry execution"             | a new id, the old run index and context                | the first one's id | run index             | every retry of that execution           |
 * | a partial execution           | a new id, no context                                   | its id             | run index             | Retry On Fail                           |
 * | a sub-workflow                | an id of its own; the caller's is unknown              | its id             | run index             | Retry On Fail inside it                 |
 * | an evaluation                 | an id for each case                                    | its id             | run index             | Retry On Fail                           |
 * | AI Agent 3, as a tool         | id, run index of the call, `toolCallId`                | its id             | `toolCallId`, index   | Retry On Fail, "Retry execution"        |
 * | AI Agent 2, as a tool         | id; the run index rises with every try                 | its id             | the arguments' object | Retry On Fail of the tool               |
 * | MCP Server Trigger            | no id, a context per request; the index rises as above | random, per request | the arguments' object | Retry On Fail of the tool               |
 * | MCP Server Trigger in a queue | an id per request, no retries                          | its id             | the arguments' object | the node's own retries                  |
 * | n8n's own MCP server          | an execution like any other                            | its id             | run index             | Retry On Fail                           |
 * | n8n Agents                    | no id, no context, a new node id, no retries           | random, per call   | run index             | the node's own retries                  |
 *
 * n8n passes on nothing that tells a retry from a new call when a whole workflow is run again, when a node that calls
 * a sub-workflow or an agent is retried, or when a model or MCP client repeats a call. There only the content can: see
 * {@link contentIdempotencyKey}.
 */
export function pieceOfWork(item: RunItem, purpose: unknown): string {
	const { context, itemIndex } = item;
	const facts = [
		context.getInstanceId(),
		originOf(context),
		context.getNode().id,
		callOf(item),
		itemIndex,
		purpose,
	];
	return hash(JSON.stringify(facts));
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

function originOf(context: IExecuteFunctions): unknown {
	const memory = executionMemory(context);
	return (memory.origin ??= context.getExecutionId() || randomUUID());
}

/** Calls of a tool by their arguments: n8n passes the same object in every try, and a new one in each call. */
const toolCalls = new WeakMap<object, string>();

function idOfCall(args: object): string {
	const id = toolCalls.get(args) ?? randomUUID();
	toolCalls.set(args, id);
	return id;
}

/** What tells apart the runs of a node that have the same origin. */
function callOf({ context, itemIndex }: RunItem): unknown {
	const { $runIndex } = context.getWorkflowDataProxy(itemIndex);
	const args: IDataObject | undefined = context.getInputData()[0]?.json;
	if (args !== undefined && context.isToolExecution?.()) return idOfCall(args);
	const isTool = context.getNode().type.endsWith('Tool');
	return isTool && args?.toolCallId ? [args.toolCallId, $runIndex] : $runIndex;
}

/** The idempotency key of a piece of work for which the user has set none. */
export const defaultIdempotencyKey = (item: RunItem, purpose: unknown): string =>
	`n8n-${pieceOfWork(item, purpose)}`;

const executionKeyShape = /^n8n-[0-9a-f]{64}(?:-|$)/;

/** Whether only runs of one execution can have a key, or a key that was derived from it. */
export const isKeyOfExecution = (key: string): boolean => executionKeyShape.test(key);

/** Writes names in the order of the alphabet, so that the same content always reads the same. */
function inOneOrder(_name: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A key that is the same for the same content, whichever execution sends it. */
export const contentIdempotencyKey = (content: unknown): string =>
	`n8n-content-${hash(JSON.stringify(content, inOneOrder))}`;

/** What an HTTP header carries unchanged. */
const fitsHeader = /^[\x20-\x7e]+$/;

/**
 * A user's own key as it is sent; undefined for an empty one. Printable ASCII characters go as they are. HTTP would
 * drop others, so such a key, or one longer than 128 characters, is sent as `n8n-text-` and the SHA-256 hash (in hex) of
 * its trimmed text in UTF-8.
 */
export function userIdempotencyKey(text: string): string | undefined {
	const key = text.trim();
	if (key === '') return undefined;
	if (fitsHeader.test(key) && key.length <= idempotencyKeyMax) return key;
	return `n8n-text-${hash(key)}`;
}

/** A fingerprint of bytes, for a key that depends on a file. */
export async function fingerprint(bytes: AsyncIterable<Uint8Array>): Promise<string> {
	const digest = createHash('sha256');
	for await (const chunk of bytes) digest.update(chunk);
	return digest.digest('hex');
}
