import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';
import type { ApiError } from '../../client/http/errors';
import { ownValue } from '../../client/http/records';
import type { DoneItem } from './operation';
import { commonErrorTexts, type ErrorText, type ErrorTexts } from './errorTexts';

/** A value the user has to change before anything can be sent; `message` and `description` are shown as they are. */
export class ParameterError extends Error {
	override readonly name = 'ParameterError';

	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}

type Failure = Partial<ApiError> & { uploadedAssetIds?: string[]; findings?: unknown[] };

/** Extra facts of an error that a workflow can use, such as the id of a saved draft. */
export function errorFacts(error: unknown): JsonObject {
	const { statusCode, code, postId, availableAt, retryAfter, tier, requestId, uploadedAssetIds, findings } =
		error as Failure;
	const facts = {
		statusCode,
		code,
		postId,
		availableAt,
		retryAfter,
		tier,
		requestId,
		uploadedAssetIds,
		findings,
	};
	return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** Puts an error of any kind into words; never a raw stack, never empty. */
export function explain(error: unknown, texts: ErrorTexts = commonErrorTexts): ErrorText {
	const { name = '', message = '' } = error as Partial<Error>;
	const isApiError = typeof (error as Partial<ApiError>).statusCode === 'number';
	const text = ownValue(texts, name) ?? (isApiError ? texts.ApiError : undefined);
	if (text) return text(error as never);
	return {
		message: message || 'Something unexpected happened',
		description: 'This looks like a mistake in the node. Please report it with the steps that led here',
	};
}

/** Where an error happened, and which texts explain it. */
export interface ErrorPlace {
	itemIndex?: number;
	texts?: ErrorTexts;
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

/** n8n gives a model the message of a failed tool and nothing else: what to do has to stand in it. */
const messageFor = ({ type }: INode, { message, description }: ErrorText): string =>
	type.endsWith('Tool') ? `${message}. ${description}` : message;

/** Makes of any error the one n8n shows: title, description, HTTP code and item. An n8n error stays as it is. */
export function toNodeError(
	node: INode,
	error: unknown,
	{ itemIndex, texts }: ErrorPlace = {},
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
export function withDone(error: NodeApiError, text: string | undefined, done: DoneItem[]): NodeApiError {
	if (text === undefined) return error;
	const description = [error.description?.replace(/\.$/, ''), text].filter(Boolean).join('. ');
	const facts = { ...(error.context.facts as JsonObject | undefined), done: done.map(factOfDone) };
	return Object.assign(error, { description, context: { ...error.context, facts } });
}

const factOfDone = ({ item, output }: DoneItem): JsonObject => {
	const [{ id, postId } = {}] = output;
	return { item, ...(id === undefined && postId === undefined ? {} : { id: (id ?? postId) as string }) };
};
