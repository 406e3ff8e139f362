import { UnexpectedResponseError } from '../../http/errors';
import { parseJson } from '../../http/json';
import type { HttpResponse } from '../../http/types';

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
export function readAnswer(response: HttpResponse, id: number): Message {
	const messages = isEventStream(response) ? eventMessages(response.body) : [parseJson(response.body)].flat();
	const answer = messages.find(isAnswerTo(id));
	if (answer) return answer;
	throw new UnexpectedResponseError(
		response.status,
		"The answer isn't in the format of the agent endpoint (MCP)",
	);
}
