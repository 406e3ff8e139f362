import { isObject } from '../../client/http/json';

/** An error of n8n or of the system, whose properties can have any form. */
export type Failure = Readonly<Record<string, unknown>>;

/** An error, then its cause, then the cause of that, and so on. */
export type Failures = readonly Failure[];

/** Lists an error and its causes. Empty for a value that isn't an object. */
export function failuresOf(error: unknown): Failures {
	const failures = new Set<Failure>();
	for (let next = error; isObject(next) && !failures.has(next); next = next.cause) failures.add(next);
	return [...failures];
}

/** The messages of an error, the original ones first. n8n replaces those with its own in `message`. */
export const messagesOf = ({ messages, message }: Failure): string[] =>
	[...(Array.isArray(messages) ? messages : []), message].filter((words) => typeof words === 'string');
