import type { z } from 'zod/v4';
import type { Requester } from '../../http/request';
import { ownValue } from '../../http/json';
import type { Repeatability } from '../../http/retry';
import { decodeValue } from '../../http/schemaCheck';
import type { HttpResponse } from '../../http/types';
import { readPublishingError } from '../errorAnswers';
import { paths } from '../paths';
import { readAnswer } from './messages';
import { readRateLimit } from './results';
import { greetingSchema } from './schemas';

/** The version of the protocol that is asked for; the service may choose an older one. */
const protocolVersion = '2025-06-18';

/** A JSON-RPC error inside a good answer, as the error of the REST interface that means the same. */
const statusByCode: Record<string, number> = { '-32602': 422, '-32601': 405, '-32603': 500 };

function failureStatus(error: unknown): number {
	const { code, data } = error as { code?: unknown; data?: { retry_after?: unknown } };
	if (data?.retry_after !== undefined) return 429;
	return ownValue(statusByCode, String(code)) ?? 400;
}

/** Talks to the agent endpoint: one message, one answer. Errors are those of the REST interface. */
export class Conversation {
	private lastId = 0;

	/** What every message carries once both sides have agreed. */
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
		return decodeValue(response.status, readAnswer(response, id).result, schema);
	}

	/** The start that the protocol asks for, once for each client. */
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
			...(inspect ? { inspect } : {}),
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

	/** This service keeps none; one that does wants its id back. */
	private keepSession({ headers }: HttpResponse): void {
		const session = headers['mcp-session-id'];
		if (session) this.agreed['Mcp-Session-Id'] = session;
	}
}
