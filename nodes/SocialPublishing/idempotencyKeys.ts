import type { INodeProperties } from 'n8n-workflow';
import {
	contentIdempotencyKey,
	defaultIdempotencyKey,
	fingerprint,
	hash,
	userIdempotencyKey,
} from '../shared/idempotency';
import type { KeySource } from '../shared/errors';
import { isUnset, pick, toLine, type ParameterReader, type RunItem } from '../shared/parameters';

/** Creates the option that sets what counts as the same request. @param content what has to match, as the start of a sentence */
const keyFrom = (content: string): INodeProperties => ({
	displayName: 'Idempotency Key From',
	name: 'keyFrom',
	type: 'options',
	options: [
		{
			name: 'Content',
			value: 'content',
			description: `${content} sent only once within 24 hours, even by another execution. Choose this if you may rerun a workflow after a crash, or if an AI agent may repeat a call.`,
		},
		{
			name: 'Execution',
			value: 'execution',
			description: 'Retries reuse the result. A new execution or tool call sends a new request.',
		},
	],
	default: 'execution',
	description: 'What counts as the same request',
});

/** For operations that also have {@link idempotencyKeyOption}. */
export const keyFromOption = keyFrom("The same content and 'Idempotency Key' are");

/** For operations whose key the user can't choose. */
export const contentKeyOption = keyFrom('The same content is');

/** The option that replaces the node's own idempotency key. */
export const idempotencyKeyOption: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-1234',
	description:
		'Requests with the same key are sent only once within 24 hours. Leave empty to let the node choose.',
};

/** Whether keys are derived from the content, by the value of the option. */
const keysFromContent = { content: true, execution: false };

/** Whether the user chose keys that are derived from the content. Throws a `ParameterError` for an unknown value. */
export function isKeyFromContent({ options }: ParameterReader): boolean {
	const choice = isUnset(options.keyFrom) ? 'execution' : options.keyFrom;
	return pick(keysFromContent, choice, 'Idempotency Key From');
}

/** Reads the key that the user entered. Throws a `ParameterError` if it isn't text, such as an object from an expression. */
export function readKeyName(parameters: ParameterReader): string {
	const { idempotencyKey } = parameters.options;
	return toLine(idempotencyKey, 'Idempotency Key');
}

/** A key, and where it comes from. */
export interface SourcedKey {
	idempotencyKey: string;
	source: KeySource;
}

/**
 * Returns the idempotency key of a write. This is the user's key, or else the node's own, which stays the same in a retry. If the
 * user chose 'Content', the key is derived from what is sent.
 * @param what identifies the write within its item, such as an operation and a post's ID
 * @param content the rest of what is sent
 */
type KeyMaker = (what: unknown[], content?: unknown) => SourcedKey;

/** Reads the user's choices about keys. Call it before the first write of the item. */
export function readKeyMaker(parameters: ParameterReader): KeyMaker {
	const name = readKeyName(parameters);
	const own = userIdempotencyKey(name);
	if (isKeyFromContent(parameters)) {
		return (what, content) => ({
			idempotencyKey: contentIdempotencyKey({ name, content: [...what, content] }),
			source: 'content',
		});
	}
	if (own !== undefined) return () => ({ idempotencyKey: own, source: 'user' });
	return (what) => ({ idempotencyKey: defaultIdempotencyKey(parameters, what), source: 'execution' });
}

/**
 * The key of the requests that make a post match its item. It's the same in every run, so a run can continue where another one
 * was killed.
 */
export const keyOfPost = (postId: string): string => contentIdempotencyKey(['post', postId]);

/** The key of the create for an item without an ID. `copy` numbers items with the same content, which otherwise share a key. */
export const keyOfNewPost = (content: unknown, ...copy: number[]): string =>
	contentIdempotencyKey(['wanted post', content, ...copy]);

/** A key for the create of an item without an ID. No other execution has used it. */
export const unusedKeyOfNewPost = (item: RunItem, copy: number): string =>
	defaultIdempotencyKey(item, ['wanted post', copy]);

/** The key of the submit of a draft that an earlier try of a create saved. */
export const keyOfSavedDraft = (item: RunItem, postId: string): string =>
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

/** The key of the submit of an approved post. It's the same for everyone who decides on the request with this nonce. */
export const keyOfApproval = (nonce: string, postId: string): string =>
	`n8n-approval-${hash(JSON.stringify([nonce, postId]))}`;
