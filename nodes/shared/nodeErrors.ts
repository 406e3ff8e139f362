import {
	NodeApiError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type JsonObject,
} from 'n8n-workflow';
import { firstLine } from '../../client/http/text.js';
import { factsOf, type ErrorFacts } from '../../client/http/errors.js';
import { ParameterError, workOf, type WorkFacts } from './errors.js';
import { explain, sentences, type ErrorTexts } from './errorTexts.js';
import { withOwn } from './items.js';
import type { DoneItem } from './operation.js';

const factNames: ReadonlyArray<keyof (ErrorFacts & WorkFacts)> = [
	'statusCode',
	'code',
	'postId',
	'updatedAt',
	'availableAt',
	'retryAfter',
	'tier',
	'limit',
	'remaining',
	'allow',
	'requestId',
	'uploadedAssetIds',
	'findings',
	'creditsCost',
	'envelope',
];

/** The ID of the post that a failed write has left as a draft or was to change, or that couldn't be read. */
function postIdOf(error: unknown): string | undefined {
	const { draftId, request } = factsOf(error);
	const [, readId] = /\/posts\/([\da-f-]{36})/i.exec(request?.path ?? '') ?? [];
	const postId = draftId ?? request?.write?.postId ?? readId;
	return postId ?? (error instanceof Error && error.cause ? postIdOf(error.cause) : undefined);
}

/** Facts about an error that a workflow can use, such as the ID of a saved draft. */
export function errorFacts(error: unknown): JsonObject {
	const { cause, facts } = workOf(error);
	const { postId = facts.donePostId ?? postIdOf(cause) } = facts;
	const known: ErrorFacts & WorkFacts = { ...factsOf(cause), ...facts, postId };
	const before = cause instanceof ParameterError ? cause.before : {};
	const entries = factNames.map((name) => [name, known[name] ?? before[name]] as const);
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as JsonObject;
}

/** Classes of n8n's own errors, which already have texts for the user. */
const n8nErrorClasses = ['ExecutionBaseError', 'OperationalError', 'UserError'];

/** Whether an error is n8n's own. Compares the names of classes, because two copies of n8n-workflow can be loaded. */
function isFromN8n(error: unknown): error is NodeApiError {
	for (let kind = error as object | null; kind; kind = Object.getPrototypeOf(kind) as object | null) {
		if (n8nErrorClasses.includes(kind.constructor.name)) return true;
	}
	return false;
}

/** Converts any error to the one n8n shows, with title, description, HTTP code and item. An error of n8n stays unchanged. */
export function toNodeError(
	node: INode,
	error: unknown,
	texts: ErrorTexts,
	itemIndex?: number,
): NodeApiError {
	const { cause } = workOf(error);
	if (isFromN8n(cause)) return cause;
	const { message, description } = explain(error, texts);
	const facts = errorFacts(error);
	// The system's error code is left out, because n8n would replace the title with its own.
	const nodeError = new NodeApiError(
		node,
		{ message },
		{
			message,
			description,
			itemIndex,
			...(facts.statusCode === undefined ? {} : { httpCode: String(facts.statusCode) }),
		},
	);
	// n8n also replaces the title if a code of the system is somewhere in the text, such as in the error of an earlier node.
	nodeError.message = message;
	nodeError.description = description;
	nodeError.context.facts = facts;
	return nodeError;
}

/** Adds to a run's error what was done before: text to the description, and `done` with items and their IDs to the facts. */
export function withDone(
	error: NodeApiError,
	texts: Array<string | undefined>,
	done: DoneItem[],
): NodeApiError {
	const details = texts.filter((text) => text !== undefined);
	if (details.length === 0) return error;
	const description = sentences(error.description ?? '', ...details);
	const facts = { ...(error.context.facts as JsonObject | undefined), done: done.map(factOfDone) };
	error.description = description;
	error.context = { ...error.context, facts };
	return error;
}

const factOfDone = ({ item, output }: DoneItem): JsonObject => {
	const [{ id } = {}] = output;
	return { item, ...(id === undefined ? {} : { id: id as string }) };
};

/** What happened and what to do about it, in one text. */
const wholeText = ({ message, description }: NodeApiError): string => sentences(message, description ?? '');

/** Adds to the message of a tool's error what to do, because n8n passes only a failed tool's message to the model. */
export function withAdviceForModel(error: NodeApiError, { type }: INode): NodeApiError {
	if (type.endsWith('Tool')) error.message = wholeText(error);
	return error;
}

/**
 * Whether n8n accepts an error item with facts. n8n before 2.35 treats it as a success. The version is recognized by `failure`
 * in errors, which is a little newer. An error of an expression has no node.
 */
const knowsFacts = (error: NodeApiError): boolean =>
	(error as Partial<NodeApiError>).node?.onError !== 'continueErrorOutput' || 'failure' in error;

/** Says which item a text is about, for a chat about several of them: by its caption, or else by the ID of its post. */
function nameIn(text: string, { caption, postId }: JsonObject): string {
	if (typeof caption === 'string' && caption !== '') return `“${firstLine(caption)}”: `;
	return typeof postId === 'string' && !text.includes(postId) ? `Post ${postId}: ` : '';
}

/**
 * Creates the item for a failure: what happened as `error`, the same with what to do as `message`, and facts that a workflow can
 * use. With any other field, n8n's error output wouldn't recognize the item as an error. If the item had the error itself next to
 * the JSON, n8n would keep only the title.
 * @param about values that identify the item, such as its caption. They and the action `failed` are next to the error, or among the
 * facts if the node has an error output
 */
export function toFailedItem(
	error: NodeApiError,
	{ details, about = {} }: { details: JsonObject; about?: JsonObject },
	item: number,
): INodeExecutionData {
	const hasErrorOutput = (error as Partial<NodeApiError>).node?.onError === 'continueErrorOutput';
	const known = { ...about, action: 'failed' };
	const facts = knowsFacts(error) ? { details: hasErrorOutput ? { ...known, ...details } : details } : {};
	const text = wholeText(error);
	const own = { error: error.message, message: `${nameIn(text, { ...details, ...about })}${text}`, ...facts };
	const json = hasErrorOutput ? own : withOwn(own as IDataObject, known as IDataObject);
	return { json: json as IDataObject, pairedItem: { item } };
}
