import type { INodeProperties } from 'n8n-workflow';
import { contentIdempotencyKey, defaultIdempotencyKey, userIdempotencyKey } from '../shared/idempotency';
import { isUnset, pick, toLine, type ParameterReader } from '../shared/parameters';

/** The option that says what makes two requests the same piece of work. @param content what of a request has to be the same */
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
			description: 'A retry of this execution or tool call sends nothing again. A new one sends it again.',
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
		'A name for this request, which is sent only once within 24 hours. By default, the node chooses one.',
};

/** Whether keys are made of the content, by the values of the option. */
const keysFromContent = { content: true, execution: false };

/** Whether the user wants keys that are made of the content. A `ParameterError` for a value that the option doesn't have. */
export function isKeyFromContent({ options }: ParameterReader): boolean {
	const choice = isUnset(options.keyFrom) ? 'execution' : options.keyFrom;
	return pick(keysFromContent, choice, 'Idempotency Key From');
}

/** The user's own part of a key; a `ParameterError` for what is no text, such as an expression may give. */
export function readKeyName(parameters: ParameterReader): string {
	const { idempotencyKey } = parameters.options;
	return toLine(idempotencyKey, 'Idempotency Key');
}

/** Where the key of a write comes from. */
export type KeySource = 'content' | 'execution' | 'user';

/** A key, and what it is made of. */
export interface SourcedKey {
	idempotencyKey: string;
	source: KeySource;
}

/**
 * Makes the idempotency key of a write: the user's, else the node's own, which stays the same in a retry. Where the user
 * wants it, the key is made of what is sent.
 * @param what which write of the item it is, such as an operation and a post's id
 * @param content what is sent besides
 */
type KeyMaker = (what: unknown[], content?: unknown) => SourcedKey;

/** Reads what the user says about keys, before the first write of the item. */
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
