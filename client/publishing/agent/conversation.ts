import { z } from 'zod/v4';
import type { Requester } from '../../http/request.js';
import { UnexpectedResponseError } from '../../http/errors.js';
import { asObject, isObject, ownValue, parseJson } from '../../http/json.js';
import type { Repeatability } from '../../http/retry.js';
import { decodeValue } from '../../http/schemaCheck.js';
import type { HttpResponse } from '../../http/types.js';
import { readPublishingError } from '../errorAnswers.js';
import { paths } from '../paths.js';
import { readRateLimit } from './results.js';

/** The protocol version to ask for. The service can choose an older one. */
const protocolVersion = '2025-06-18';

/** The agent endpoint's answer to the first message. */
const greetingSchema = z.looseObject({ protocolVersion: z.string() });

/** The HTTP status for each JSON-RPC error code, so that both lead to the same errors. */
const statusByCode: Record<string, number> = { '-32602': 422, '-32601': 405, '-32603': 500 };

function failureStatus(error: unknown): number {
	const { code, data } = asObject(error);
	if (isObject(data) && data.retry_after !== undefined) return 429;
	return ownValue(statusByCode, String(code)) ?? 400;
}

/** The parts of a JSON-RPC message that an answer needs. */
interface Message {
	id?: unknown;
	result?: unknown;
	error?: unknown;
}

const dataOf = (line: string): string[] => {
	const [, value] = /^data:? ?(.*)$/.exec(line) ?? [];
	return value === undefined ? [] : [value];
};

/** Reads the messages of an event stream. Joins the `data` lines of an event, and skips comments. */
function eventMessages(body: string): unknown[] {
	const events = body.replace(/\r\n?/g, '\n').split(/\n{2,}/);
	return events.flatMap((event) => {
		const data = event.split('\n').flatMap(dataOf).join('\n');
		const message = parseJson(data);
		return message === undefined ? [] : [message];
	});
}

const isEventStream = ({ headers }: HttpResponse): boolean =>
	/^text\/event-stream\b/i.test(headers['content-type'] ?? '');

const isAnswerTo =
	(id: number) =>
	(message: unknown): message is Message => {
		if (typeof message !== 'object' || message === null) return false;
		const { id: own, ...rest } = message as Message;
		return own === id && ('result' in rest || 'error' in rest);
	};

/**
 * Finds the answer to the request `id` in a JSON document or an event stream. Skips other messages, such as notifications.
 * Throws an `UnexpectedResponseError` if there is no answer.
 */
function readAnswer(response: HttpResponse, id: number): Message {
	const messages = isEventStream(response) ? eventMessages(response.body) : [parseJson(response.body)].flat();
	const answer = messages.find(isAnswerTo(id));
	if (answer) return answer;
	throw new UnexpectedResponseError(
		response.status,
		"The answer isn't in the format of the agent endpoint (MCP)",
		response,
	);
}

/** Sends messages to the agent endpoint, each with one answer. Errors are the same as those of the REST API. */
export class Conversation {
	private lastId = 0;

	/** Headers that all messages have after the version is agreed. */
	private agreed: Record<string, string> = {};

	constructor(
		private readonly request: Requester,
		private readonly secrets: readonly string[],
	) {}

	async ask<S extends z.ZodType>(
		method: string,
		params: object,
		schema: S,
		repeatability?: Repeatability,
	): Promise<z.output<S>> {
		const id = ++this.lastId;
		const response = await this.post({ jsonrpc: '2.0', id, method, params }, repeatability, (answer) =>
			this.requireResult(answer, id),
		);
		this.keepSession(response);
		return decodeValue(response, readAnswer(response, id).result, schema);
	}

	/** Sends the messages with which the protocol requires a client to start. */
	async greet(clientInfo: object): Promise<void> {
		const params = { protocolVersion, capabilities: {}, clientInfo };
		const greeting = await this.ask('initialize', params, greetingSchema, 'read');
		this.agreed['MCP-Protocol-Version'] = greeting.protocolVersion;
		await this.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, 'read');
	}

	private async post(
		body: object,
		repeatability: Repeatability | undefined,
		inspect?: (response: HttpResponse) => void,
	): Promise<HttpResponse> {
		const headers = { ...this.agreed, Accept: 'application/json, text/event-stream' };
		return await this.request({
			method: 'POST',
			path: paths.agent(),
			body,
			headers,
			repeatability,
			inspect,
		});
	}

	private requireResult(response: HttpResponse, id: number): void {
		const { error, result } = readAnswer(response, id);
		const limit = readRateLimit(result);
		if (limit !== undefined) {
			const { detail, retryAfter } = limit;
			const body = JSON.stringify({ error: 'rate_limited', detail, retry_after: retryAfter });
			throw readPublishingError({ ...response, status: 429, body }, this.secrets);
		}
		if (error === undefined) return;
		const failure = { ...response, status: failureStatus(error), body: JSON.stringify({ error }) };
		throw readPublishingError(failure, this.secrets);
	}

	/** Stores the session ID, if there is one. This service has no sessions, but other MCP servers do. */
	private keepSession({ headers }: HttpResponse): void {
		const session = headers['mcp-session-id'];
		if (session) this.agreed['Mcp-Session-Id'] = session;
	}
}
