import type { Answer } from '../http/answers';
import { isRecord } from '../http/json';
import type { AgentAnswers } from '../options';

/** The error codes of JSON-RPC 2.0, and the code that this service uses for its own refusals (N27). */
export const rpcCodes = {
	parse: -32700,
	invalidRequest: -32600,
	methodNotFound: -32601,
	invalidParams: -32602,
	internal: -32603,
	refused: -32000,
} as const;

/** The ID of a request. Null if it couldn't be read. */
export type RpcId = string | number | null;

/** A message from the client. Without an ID, it's a notification, which gets no answer. */
export interface RpcRequest {
	id?: string | number;
	method: string;
	params: Record<string, unknown>;
}

/** An error of the protocol, not of a tool. `status` is the HTTP status. */
export class RpcFailure extends Error {
	override readonly name = 'RpcFailure';

	constructor(
		readonly code: number,
		message: string,
		readonly data: Record<string, unknown> = {},
		readonly status = 200,
		readonly headers: Record<string, string> = {},
	) {
		super(message);
	}
}

const invalid = (message: string): RpcFailure => new RpcFailure(rpcCodes.invalidRequest, message, {}, 400);

const parse = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		throw new RpcFailure(rpcCodes.parse, 'The body is not JSON', {}, 400);
	}
};

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isInteger(id);

/** The messages in a body, either one or a batch (N40). @throws RpcFailure if the body isn't JSON. */
export const messagesOf = (text: string): { isBatch: boolean; messages: unknown[] } => {
	const body = parse(text);
	if (!Array.isArray(body)) return { isBatch: false, messages: [body] };
	if (body.length === 0) throw invalid('A batch must have messages');
	return { isBatch: true, messages: body as unknown[] };
};

/**
 * Reads one message. Undefined for a response, which this service never waits for.
 * @throws RpcFailure if it isn't a message of JSON-RPC 2.0.
 */
export const readMessage = (message: unknown): RpcRequest | undefined => {
	if (!isRecord(message) || message['jsonrpc'] !== '2.0')
		throw invalid('The body is no JSON-RPC 2.0 message');
	const { id, method, params = {} } = message;
	if (method === undefined && ('result' in message || 'error' in message)) return undefined;
	if (typeof method !== 'string') throw invalid('method: must be a string');
	if (id !== undefined && !isId(id)) throw invalid('id: must be a string or an integer');
	if (!isRecord(params)) throw invalid('params: must be an object');
	return { method, params, ...(id === undefined ? {} : { id }) };
};

/** A result as a message. */
export const resultMessage = (id: RpcId, result: unknown) => ({ jsonrpc: '2.0', id, result });

/** An error as a message. It has `data` only if there is some. */
export const errorMessage = (id: RpcId, { code, message, data }: RpcFailure) => ({
	jsonrpc: '2.0',
	id,
	error: { code, message, ...(Object.keys(data).length === 0 ? {} : { data }) },
});

const asEvent = (message: object): string => {
	// Writes several lines, which the event-stream format allows, so that readers have to join them.
	const lines = JSON.stringify(message, null, 1).split('\n');
	return [
		': this comment is to be skipped',
		'',
		'event: message',
		...lines.map((line) => `data: ${line}`),
	].join('\n');
};

type Encode = (status: number, message: object, headers: Record<string, string>) => Answer;

const encodings: Readonly<Record<AgentAnswers, Encode>> = {
	json: (status, body, headers) => ({ status, body, headers }),
	'event-stream': (status, message, headers) => ({
		status,
		body: `${asEvent(message)}\n\n`,
		headers: { ...headers, 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' },
	}),
};

/** Encodes the answer to one message. Errors are always JSON, because a stream can't start with an error status. */
export const encode = (
	answers: AgentAnswers,
	{
		status = 200,
		message,
		headers = {},
	}: { status?: number; message: object; headers?: Record<string, string> },
): Answer => encodings[status === 200 ? answers : 'json'](status, message, headers);
