import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { respond } from '../http/answers';
import { closeServer, open, originOf } from '../http/server';

/** A message of a conversation with a chat model. */
export interface ChatMessage {
	role: string;
	content: unknown;
	tool_calls?: { id: string; function: { name: string; arguments: string } }[];
	/** In the result of a tool: the call that it answers. */
	tool_call_id?: string;
}

/** Arguments that a tool lets a model fill in. */
export interface ToolSchema {
	properties: Record<string, { type?: string; description?: string } & Partial<ToolSchema>>;
	required?: string[];
}

/** What a chat model gets with a request. */
export interface ChatRequest {
	messages: ChatMessage[];
	tools?: { function: { name: string; description: string; parameters: ToolSchema } }[];
	stream?: boolean;
}

/** What a model does next: call a tool, or say something. */
export type Turn = { tool: string; args: object } | { say: string };

/** A running chat model. */
export interface ChatModel {
	/** The base URL for OpenAI's clients: `http://127.0.0.1:PORT/v1`. */
	url: string;
	close(): Promise<void>;
}

const modelName = 'gpt-5-mini';

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
	model: modelName,
	choices: [{ index: 0, ...choice }],
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

const sendTurn = (
	response: ServerResponse,
	{ stream = false }: ChatRequest,
	turn: Turn,
	id: number,
): void => {
	const finish_reason = 'say' in turn ? 'stop' : 'tool_calls';
	const message = messageOf(turn, id);
	if (!stream) {
		respond(response, { status: 200, body: frame('chat.completion', { message, finish_reason }) });
		return;
	}
	const frames = [
		frame('chat.completion.chunk', { delta: message, finish_reason: null }),
		frame('chat.completion.chunk', { delta: {}, finish_reason }),
	].map((each) => JSON.stringify(each));
	const events = [...frames, '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
	respond(response, { status: 200, body: events, headers: { 'Content-Type': 'text/event-stream' } });
};

const readJson = async (request: IncomingMessage): Promise<unknown> => {
	const chunks: Buffer[] = [];
	for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
	return JSON.parse(Buffer.concat(chunks).toString());
};

/** The list of models. n8n reads it for the test of a credential and for its dropdown. */
const models = {
	object: 'list',
	data: [{ id: modelName, object: 'model', created: 1, owned_by: 'sandbox' }],
};

/**
 * Starts a chat model on 127.0.0.1 with the interface of OpenAI's chat completions. It accepts every key.
 *
 * @param port 0 uses a free port.
 * @param decide returns the next turn of a conversation.
 * @throws Error if the port is in use.
 */
export const startChatModel = async (
	port: number,
	decide: (request: ChatRequest) => Turn,
): Promise<ChatModel> => {
	let turns = 0;
	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const asked = (await readJson(request)) as ChatRequest;
		turns += 1;
		sendTurn(response, asked, decide(asked), turns);
	};
	const server = await open(
		createServer((request, response) => {
			if (request.method === 'GET') respond(response, { status: 200, body: models });
			else
				answer(request, response).catch((error: unknown) =>
					respond(response, { status: 400, body: { error: { message: String(error) } } }),
				);
		}),
		port,
	);
	return { url: `${originOf(server)}/v1`, close: async () => await closeServer(server) };
};
