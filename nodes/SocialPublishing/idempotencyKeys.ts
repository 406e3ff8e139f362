import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { contentIdempotencyKey, defaultIdempotencyKey } from '../shared/idempotency';
import { readCollection, toLine } from '../shared/parameters';

/** The option that says what makes two requests the same piece of work. */
export const keyFromOption: INodeProperties = {
	displayName: 'Idempotency Key From',
	name: 'keyFrom',
	type: 'options',
	options: [
		{
			name: 'Content',
			value: 'content',
			description: 'The same content is sent once within 24 hours, also when the workflow is run again',
		},
		{
			name: 'Execution',
			value: 'execution',
			description:
				'The same item of the same execution is sent once; running the workflow again sends it again',
		},
	],
	default: 'execution',
	description:
		'What makes two requests the same for the service, which does the same work only once per key within 24 hours. Choose Content where an execution may be killed and run again.',
};

/** The option that replaces the node's own idempotency key. */
export const idempotencyKeyOption: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	description:
		'The service does the same work only once per key within 24 hours. Leave empty for a key that stays the same when n8n retries the node and differs for every item and execution. With a key from the content, this is a name that goes into it, to tell apart what looks the same.',
};

/** Whether the user wants keys that are made of the content. */
export const isKeyFromContent = (context: IExecuteFunctions, itemIndex: number): boolean =>
	readCollection(context, 'options', itemIndex).keyFrom === 'content';

/** The user's own part of a key; a `ParameterError` for what is no text, such as an expression may give. */
export function readKeyName(context: IExecuteFunctions, itemIndex: number): string {
	const { idempotencyKey } = readCollection(context, 'options', itemIndex);
	return toLine(idempotencyKey, 'Idempotency Key');
}

/**
 * Reads the idempotency key of a write: the user's, else one that survives n8n's Retry On Fail; where the user wants it,
 * one that is made of what is sent, which survives the execution.
 * @param content what is sent; two writes of different kinds differ in it
 */
export function readIdempotencyKey(context: IExecuteFunctions, itemIndex: number, content: unknown): string {
	const name = readKeyName(context, itemIndex);
	if (isKeyFromContent(context, itemIndex)) return contentIdempotencyKey({ name, content });
	return name || defaultIdempotencyKey(context, itemIndex);
}
