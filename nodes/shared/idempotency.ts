import { createHash, randomUUID } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { idempotencyKeyMax, idempotencyKeyMs } from '../../client/http/idempotency.js';
import { trimmed } from '../../client/http/text.js';
import type { KeySource } from './errors.js';
import { entryOf, executionMemory } from './journal/execution.js';
import { isTool, runIndexOf, type RunItem } from './parameters.js';

/**
 * Returns the key of a piece of work. A retry has the same key as the first try, and two calls never share one.
 *
 * A key is the hash of the n8n instance, origin, node, call, item, and purpose (which write of the item).
 * The origin is created once and kept in the node's context. It's the execution's ID, or a random ID if there is no execution.
 *
 * | n8n runs the node for         | n8n passes                                             | origin             | call                  | the same key for                        |
 * | ----------------------------- | ------------------------------------------------------ | ------------------ | --------------------- | --------------------------------------- |
 * | an execution, also in a queue | ID, run index, context                                 | its ID             | run index             | Retry On Fail                           |
 * | a round of a loop             | the next run index                                     | its ID             | run index             | Retry On Fail                           |
 * | "Retry execution"             | a new ID, the old run index and context                | the first one's ID | run index             | every retry of that execution           |
 * | a partial execution           | a new ID, no context                                   | its ID             | run index             | Retry On Fail                           |
 * | a sub-workflow                | its own ID, but not the caller's                       | its ID             | run index             | Retry On Fail inside it                 |
 * | an evaluation                 | an ID for each case                                    | its ID             | run index             | Retry On Fail                           |
 * | AI Agent 3, as a tool         | ID, run index of the call, `toolCallId`                | its ID             | `toolCallId`, index   | Retry On Fail, "Retry execution"        |
 * | AI Agent 2, as a tool         | ID, a run index that rises with every try              | its ID             | the arguments' object | Retry On Fail of the tool               |
 * | MCP Server Trigger            | no ID, a context per request, a run index as above     | random, per request | the arguments' object | Retry On Fail of the tool               |
 * | MCP Server Trigger in a queue | an ID per request, no retries                          | its ID             | the arguments' object | the node's own retries                  |
 * | n8n's own MCP server          | the same as for any execution                          | its ID             | run index             | Retry On Fail                           |
 * | n8n Agents                    | no ID, no context, a new node ID, no retries           | random, per call   | run index             | the node's own retries                  |
 *
 * In some cases, n8n passes nothing that distinguishes a retry from a new call: if a whole workflow runs again, if a node that
 * calls a sub-workflow or an agent is retried, or if a model or MCP client repeats a call. Only the content can help then. See
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

/** The SHA-256 hash of a text, in hexadecimal. */
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A short hash of a value as JSON, by which equal values are recognized. */
export const digestOf = (value: unknown): string => hash(JSON.stringify(value) ?? '').slice(0, 16);

function originOf(context: IExecuteFunctions): unknown {
	const memory = executionMemory(context);
	return (memory.origin ??= context.getExecutionId() || randomUUID());
}

/** IDs of tool calls by their arguments. n8n passes the same object in every try of a call, and a new object in each call. */
const toolCalls = new WeakMap<object, string>();

function idOfCall(args: object): string {
	const id = toolCalls.get(args) ?? randomUUID();
	toolCalls.set(args, id);
	return id;
}

/** Distinguishes the runs of a node that have the same origin. */
function callOf({ context, itemIndex }: RunItem): unknown {
	const runIndex = runIndexOf({ context, itemIndex });
	const args: IDataObject | undefined = context.getInputData()[0]?.json;
	if (args !== undefined && context.isToolExecution?.()) return idOfCall(args);
	return isTool(context) && args?.toolCallId ? [args.toolCallId, runIndex] : runIndex;
}

/** Returns what the journal knows of an item. */
export const itemEntry = <Facts extends object>(item: RunItem, table: 'items' | 'sent' = 'items') =>
	entryOf<Facts>(item.context, table, itemName(item));

/** Identifies an item within the execution. Short, because there can be thousands of items. */
export const itemName = (item: RunItem): string => pieceOfWork(item, 'item').slice(0, 16);

/** The idempotency key of a piece of work if the user hasn't set one. */
const defaultIdempotencyKey = (item: RunItem, purpose: unknown): string =>
	`n8n-${pieceOfWork(item, purpose)}`;

const executionKeyShape = /^n8n-[0-9a-f]{64}(?:-|$)/;

/** Whether a key belongs to a single execution, or was derived from such a key. */
export const isKeyOfExecution = (key: string): boolean => executionKeyShape.test(key);

/** A replacer for `JSON.stringify` that sorts property names, so the same content always has the same text. */
export function inOneOrder(_name: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns an idempotency key that depends only on the content, so it's the same in every execution. */
const contentIdempotencyKey = (content: unknown): string =>
	`n8n-content-${hash(JSON.stringify(content, inOneOrder))}`;

/** Texts that an HTTP header can contain without changing them. */
const fitsHeader = /^[\x20-\x7e]+$/;

/**
 * Converts the user's own key to the key that is sent. Undefined if it's empty. A key of printable ASCII characters stays
 * unchanged. HTTP would drop other characters, so such a key becomes `n8n-text-` and the SHA-256 hash, in hexadecimal, of its
 * trimmed text in UTF-8. The same applies to a key with more than 128 characters.
 */
export function userIdempotencyKey(text: string): string | undefined {
	const key = trimmed(text);
	if (key === '') return undefined;
	if (fitsHeader.test(key) && key.length <= idempotencyKeyMax) return key;
	return `n8n-text-${hash(key)}`;
}

/** Returns the SHA-256 hash of bytes, in hexadecimal, for a key that depends on a file. */
async function fingerprint(bytes: AsyncIterable<Uint8Array>): Promise<string> {
	const digest = createHash('sha256');
	for await (const chunk of bytes) digest.update(chunk);
	return digest.digest('hex');
}

interface SourcedKey {
	idempotencyKey: string;
	source: KeySource;
}

/**
 * Returns the idempotency key of a write. This is the user's key, or else the node's own, which stays the same in a retry. If the
 * user chose 'Once per Content', the key is derived from what is sent.
 * @param what identifies the write within its item, such as an operation and a post's ID
 * @param content the rest of what is sent
 */
export type KeyMaker = (what: unknown[], content?: unknown) => SourcedKey;

/** How the user wants the keys of an item to be made. */
export interface KeyChoice {
	/** The key that the user entered. Empty for none. */
	name: string;
	isFromContent: boolean;
}

/** Makes the keys of an item as the user chose. */
export function keyMaker(item: RunItem, { name, isFromContent }: KeyChoice): KeyMaker {
	const userKey = userIdempotencyKey(name);
	if (isFromContent) {
		return (what, content) => ({
			idempotencyKey: contentIdempotencyKey({ name, content: [...what, content] }),
			source: 'content',
		});
	}
	if (userKey !== undefined) return () => ({ idempotencyKey: userKey, source: 'user' });
	return (what) => ({ idempotencyKey: defaultIdempotencyKey(item, what), source: 'execution' });
}

/**
 * The key of the requests that make a post match its item. It's the same in every run, so a run can continue where another one
 * was killed.
 */
export const keyOfPost = (postId: string): string => contentIdempotencyKey(['post', postId]);

/** The key of the create for an item without an ID. `copy` numbers items with the same content, which otherwise share a key. */
export const keyOfNewPost = (content: unknown, ...copy: number[]): string =>
	contentIdempotencyKey(['wanted post', content, ...copy]);

/** The key of a create whose post was deleted so many times under the keys before. */
export const keyAfterDeletion = (contentKey: string, deleted: number): string =>
	`${contentKey}-again-${deleted}`;

/** A key for the create of an item without an ID. No other execution has used it. */
export const unusedKeyOfNewPost = (item: RunItem, copy: number): string =>
	defaultIdempotencyKey(item, ['wanted post', copy]);

/**
 * The key of the submit of a draft with which another try of a create continues. The key of that create can't be used again, because
 * its content has changed.
 */
export const keyOfContinuedDraft = (item: RunItem, postId: string): string =>
	defaultIdempotencyKey(item, ['create', 'submit', postId]);

/** The key of an upload. `purpose` distinguishes the file from other files of the item. */
export const keyOfUpload = (item: RunItem, purpose: string): string => defaultIdempotencyKey(item, purpose);

/** The key of an upload, derived from the bytes and the details of the file. `name` is the key that the user entered. */
export async function contentKeyOfUpload(
	name: string,
	bytes: AsyncIterable<Uint8Array>,
	...details: unknown[]
): Promise<string> {
	return contentIdempotencyKey({ name, content: ['media', await fingerprint(bytes), ...details] });
}

/**
 * Makes the key of the submit of an approved post, which depends only on the approval. So an approval can publish its post only
 * once, whichever execution it gets into.
 */
export const approvalKeyMaker =
	(approval: object): KeyMaker =>
	() => ({
		idempotencyKey: `n8n-approval-${hash(JSON.stringify(approval, inOneOrder))}`,
		source: 'approval',
	});

/** Whether the service still knows each key that was used since a time. Both are in milliseconds since 1970. */
export const isKeyRemembered = (since: number, now: number): boolean => now - since < idempotencyKeyMs;

/** Makes keys from what is sent, whatever the user chose. They're the same in every execution. */
export const contentKeyMaker: KeyMaker = (what, content) => ({
	idempotencyKey: contentIdempotencyKey([...what, content]),
	source: 'content',
});

/** The key of a call that depends only on its operation and its input, so it's the same in every execution. */
export const keyOfInput = (operation: unknown[], input: unknown): string =>
	contentIdempotencyKey([operation, input]);
