import {
	NodeApiError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type JsonObject,
} from 'n8n-workflow';
import type { ApiError } from '../../client/http/errors';
import { explain, sentences, type ErrorText, type ErrorTexts } from './errorTexts';
import type { DoneItem } from './operation';

type Failure = Partial<ApiError> & {
	uploadedAssetIds?: string[];
	findings?: unknown[];
	updatedAt?: string;
	creditsCost?: number;
};

/** Extra facts of an error that a workflow can use, such as the id of a saved draft. */
export function errorFacts(error: unknown): JsonObject {
	const { statusCode, code, postId, updatedAt, availableAt, retryAfter, tier, requestId } = error as Failure;
	const { limit, remaining, allow, uploadedAssetIds, findings, creditsCost } = error as Failure;
	const facts = {
		statusCode,
		code,
		postId,
		updatedAt,
		availableAt,
		retryAfter,
		tier,
		limit,
		remaining,
		allow,
		requestId,
		uploadedAssetIds,
		findings,
		creditsCost,
	};
	return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** Classes of n8n's own errors, all of which are in words already. */
const n8nErrorClasses = ['ExecutionBaseError', 'OperationalError', 'UserError'];

/** By the names of its classes, because two copies of n8n-workflow can be loaded. */
function isFromN8n(error: unknown): error is NodeApiError {
	for (let kind = error as object | null; kind; kind = Object.getPrototypeOf(kind) as object | null) {
		if (n8nErrorClasses.includes(kind.constructor.name)) return true;
	}
	return false;
}

/** The message of an error. n8n passes a model only the message of a failed tool, so for tools it includes what to do. */
const messageFor = ({ type }: INode, { message, description }: ErrorText): string =>
	type.endsWith('Tool') ? sentences(message, description) : message;

/** Makes of any error the one n8n shows: title, description, HTTP code and item. An n8n error stays as it is. */
export function toNodeError(
	node: INode,
	error: unknown,
	texts: ErrorTexts,
	itemIndex?: number,
): NodeApiError {
	if (isFromN8n(error)) return error;
	const text = explain(error, texts);
	const { description } = text;
	const message = messageFor(node, text);
	const facts = errorFacts(error);
	// Without the code of the system, for which n8n would put a title of its own.
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
	nodeError.context.facts = facts;
	return nodeError;
}

/**
 * Adds to the error of a run what was done before it: to the text for people, and as `done` to the facts, the ids by
 * item.
 */
export function withDone(
	error: NodeApiError,
	texts: Array<string | undefined>,
	done: DoneItem[],
): NodeApiError {
	const told = texts.filter((text) => text !== undefined);
	if (told.length === 0) return error;
	const description = sentences(error.description ?? '', ...told);
	const facts = { ...(error.context.facts as JsonObject | undefined), done: done.map(factOfDone) };
	return Object.assign(error, { description, context: { ...error.context, facts } });
}

const factOfDone = ({ item, output }: DoneItem): JsonObject => {
	const [{ id, postId } = {}] = output;
	return { item, ...(id === undefined && postId === undefined ? {} : { id: (id ?? postId) as string }) };
};

/**
 * n8n before 2.35 takes an item with facts for a result and sends it past the error output. Known by what came a little later:
 * errors with a cause. An error of an expression names no node.
 */
const knowsFacts = (error: NodeApiError): boolean =>
	(error as Partial<NodeApiError>).node?.onError !== 'continueErrorOutput' || 'failure' in error;

/**
 * The item that stands for a failure: what happened, what to do, and the facts a workflow can use. With any other field, n8n
 * would not know it for an error of its error output; with the error itself beside the JSON, it would throw all but the title away.
 * @param about what the item would have been, such as its caption, beside the error where n8n allows it and else among the facts
 */
export function toFailedItem(
	error: NodeApiError,
	{ details, about = {} }: { details: JsonObject; about?: JsonObject },
	item: number,
): INodeExecutionData {
	const { message, description } = error;
	const advice = description ? { message: description } : {};
	const hasErrorOutput = (error as Partial<NodeApiError>).node?.onError === 'continueErrorOutput';
	const facts = knowsFacts(error) ? { details: hasErrorOutput ? { ...about, ...details } : details } : {};
	const json = { ...(hasErrorOutput ? {} : about), error: message, ...advice, ...facts };
	return { json: json as IDataObject, pairedItem: { item } };
}
