import type { INodeProperties } from 'n8n-workflow';
import { keyMaker, type KeyMaker } from './idempotency.js';
import { isTool, toLine, type ParameterReader } from './parameters.js';

/** Creates the option that sets what counts as the same request. @param content what has to match, as the start of a sentence */
const keyFrom = (content: string): INodeProperties => ({
	displayName: 'Advanced: Idempotency Key From',
	name: 'keyFrom',
	type: 'options',
	options: [
		{
			name: 'Content',
			value: 'content',
			description: `${content} sent only once within 24 hours, even by another execution. Choose this if you may rerun a workflow after a crash. It's the default in a tool that creates a post or uploads a file.`,
		},
		{
			name: 'Execution',
			value: 'execution',
			description: 'Retries reuse the result. A new execution or tool call sends a new request.',
		},
	],
	default: 'execution',
	description: 'When a request counts as a repeat of an earlier one',
});

/** For operations that also have {@link idempotencyKeyOption}. */
export const keyFromOption = keyFrom("The same content and 'Advanced: Idempotency Key' are");

/** For operations whose key the user can't choose. */
export const contentKeyOption = keyFrom('The same content is');

/**
 * The operations of which a model's repeated call does nothing more, because in a tool, their key is from the content by default. Other
 * operations don't make anything that a second call would double, or name what they change.
 */
const safeToRepeat: readonly unknown[] = ['create', 'upload'];

/** The option in an operation that is safe to repeat: in a tool, it has another default. */
export const inToolFromContent = (option: INodeProperties): INodeProperties[] => [
	{ ...option, default: 'content', displayOptions: { show: { '@tool': [true] } } },
	{ ...option, displayOptions: { show: { '@tool': [false] } } },
];

/** The option that replaces the node's own idempotency key. */
export const idempotencyKeyOption: INodeProperties = {
	displayName: 'Advanced: Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-1234',
	description:
		'Requests with the same key are sent only once within 24 hours. Leave empty to let the node choose.',
};

/**
 * Whether the user chose keys that are derived from the content. Throws a `ParameterError` for an unknown value, or if its expression
 * returned nothing.
 */
export function isKeyFromContent(parameters: ParameterReader): boolean {
	parameters.requireResult(keyFromOption);
	const isSafe = isTool(parameters.context) && safeToRepeat.includes(parameters.value('operation', ''));
	return parameters.choice(isSafe ? { ...keyFromOption, default: 'content' } : keyFromOption) === 'content';
}

/**
 * Reads the key that the user entered. Throws a `ParameterError` if it isn't text, such as an object from an expression, or if its
 * expression returned nothing, because two executions would then do the same work.
 */
export function readKeyName(parameters: ParameterReader): string {
	parameters.requireResult(idempotencyKeyOption);
	return toLine(parameters.options.idempotencyKey, idempotencyKeyOption.displayName);
}

/** Reads the user's choices about keys. Call it before the first write of the item. */
export const readKeyMaker = (parameters: ParameterReader): KeyMaker =>
	keyMaker(parameters, { name: readKeyName(parameters), isFromContent: isKeyFromContent(parameters) });
