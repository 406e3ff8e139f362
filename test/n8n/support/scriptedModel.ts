import { startChatModel, type ChatModel, type ChatRequest, type Turn } from '../../../sandbox/chat/server';

export type { ToolSchema, Turn } from '../../../sandbox/chat/server';

/** The part of a conversation that the model sees. */
type ModelRequest = Required<ChatRequest>;

/** Chooses the next turn by the last tool result. */
export type Script = (lastResult: string, request: ModelRequest) => Turn;

/** The sandbox's chat model, with turns from the test. */
export interface ScriptedModel extends ChatModel {
	requests: ModelRequest[];
	/** The remaining turns, one for each request. */
	follow(...script: Script[]): void;
}

const asText = (content: unknown): string =>
	typeof content === 'string' ? content : JSON.stringify(content);

/** Starts a scripted model on a free port of 127.0.0.1. */
export async function startScriptedModel(): Promise<ScriptedModel> {
	const requests: ModelRequest[] = [];
	let script: Script[] = [];
	const model = await startChatModel(0, (asked) => {
		const request = { tools: [], stream: false, ...asked };
		requests.push(request);
		const next = script.shift() ?? (() => ({ say: 'The script has ended' }));
		const last = request.messages.at(-1);
		return next(last?.role === 'tool' ? asText(last.content) : '', request);
	});
	return {
		...model,
		requests,
		follow: (...turns) => {
			script = turns;
			requests.length = 0;
		},
	};
}
