import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model sees of a conversation. */
export interface ModelRequest {
	messages: { role: string; content: unknown; tool_call_id?: string }[];
	tools: { function: { name: string; description: string; parameters: ToolSchema } }[];
	stream: boolean;
}

/** Arguments that a tool lets a model fill in. */
export interface ToolSchema {
	properties: Record<string, { type?: string; description?: string }>;
	required?: string[];
}

/** One turn of the script: a tool to call, or the last words. */
export type Turn = { tool: string; args: object } | { say: string };

/** Decides on a turn by what the last tool gave back. */
export type Script = (lastResult: string, request: ModelRequest) => Turn;

/** A chat model that does what a test says, behind the interface of OpenAI's chat completions. */
export interface ScriptedModel {
	url: string;
	requests: ModelRequest[];
	/** The turns to come, one for each request. */
	follow(...script: Script[]): void;
	close(): Promise<void>;
}

const asText = (content: unknown): string =>
	typeof content === 'string' ? content : JSON.stringify(content);

const messageOf = (turn: Turn, id: number) =>
	'say' in turn
		? { role: 'assistant', content: turn.say }
		: {
				role: 'assistant',
				content: null,
				tool_calls: [
					{
						index: 0,
						id: `call_${id}`,
						type: 'function',
						function: { name: turn.tool, arguments: JSON.stringify(turn.args) },
					},
				],
			};

const frame = (object: string, choice: object) => ({
	id: 'chat-1',
	object,
	created: 1,
	model: 'scripted',
	choices: [{ index: 0, ...choice }],
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

function answer(response: ServerResponse, { stream }: ModelRequest, turn: Turn, id: number): void {
	const finish_reason = 'say' in turn ? 'stop' : 'tool_calls';
	const message = messageOf(turn, id);
	if (!stream) {
		response.writeHead(200, { 'Content-Type': 'application/json' });
		response.end(JSON.stringify(frame('chat.completion', { message, finish_reason })));
		return;
	}
	response.writeHead(200, { 'Content-Type': 'text/event-stream' });
	for (const choice of [
		{ delta: message, finish_reason: null },
		{ delta: {}, finish_reason },
	]) {
		response.write(`data: ${JSON.stringify(frame('chat.completion.chunk', choice))}\n\n`);
	}
	response.end('data: [DONE]\n\n');
}

async function read(request: IncomingMessage): Promise<ModelRequest> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return JSON.parse(Buffer.concat(chunks).toString()) as ModelRequest;
}

/** Starts a scripted model on a free port of 127.0.0.1. */
export async function startScriptedModel(): Promise<ScriptedModel> {
	const requests: ModelRequest[] = [];
	let script: Script[] = [];
	const server = createServer((request, response) => {
		// n8n asks for the list of models before it creates one of n8n Agents.
		if (request.method === 'GET') {
			response.writeHead(200, { 'Content-Type': 'application/json' });
			response.end(JSON.stringify({ object: 'list', data: [] }));
			return;
		}
		void read(request).then((body) => {
			requests.push(body);
			const next = script.shift() ?? (() => ({ say: 'The script has ended' }));
			const last = body.messages.at(-1);
			answer(response, body, next(last?.role === 'tool' ? asText(last.content) : '', body), requests.length);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		requests,
		follow: (...turns) => {
			script = turns;
			requests.length = 0;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
