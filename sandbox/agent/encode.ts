import type { Answer } from '../api/route';
import type { AgentAnswers } from '../types';

const asEvent = (message: object): string => {
	// Over several lines, as the event-stream format allows: a reader has to join them.
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

/** One message as an answer. What is no success is JSON in any case: a stream cannot begin with an error status. */
export const encode = (
	answers: AgentAnswers,
	{
		status = 200,
		message,
		headers = {},
	}: { status?: number; message: object; headers?: Record<string, string> },
): Answer => encodings[status === 200 ? answers : 'json'](status, message, headers);
