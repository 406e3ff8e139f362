import { startChatModel, type ChatModel, type ChatRequest, type Turn } from '../../../sandbox/chat/server';

export type { ToolSchema, Turn } from '../../../sandbox/chat/server';

/** What the model sees of a conversation. */
export type ModelRequest = Required<ChatRequest>;

/** Decides on a turn by the last tool result. */
export type Script = (lastResult: string, request: ModelRequest) => Turn;

/** The sandbox's chat model, which does what a test says. */
export interface ScriptedModel extends ChatModel {
	requests: ModelRequest[];
	/** The turns to come, one for each request. */
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
