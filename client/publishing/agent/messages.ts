import { UnexpectedResponseError } from '../../http/errors';
import { parseJson } from '../../http/json';
import type { HttpResponse } from '../../http/types';

/** A message of JSON-RPC, as far as an answer needs it. */
interface Message {
	id?: unknown;
	result?: unknown;
	error?: unknown;
}

const dataOf = (line: string): string[] => {
	const [, value] = /^data:? ?(.*)$/.exec(line) ?? [];
	return value === undefined ? [] : [value];
};

/** The messages of an event stream: the `data` lines of one event belong together, comments are skipped. */
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
 * Finds the answer to the request `id` in a JSON document or an event stream; other messages of a stream, such as
 * notifications, are passed over. Throws an `UnexpectedResponseError` when there is none.
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
