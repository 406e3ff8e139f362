import type { z } from 'zod/v4';
import { ClientError } from '../../http/errors';
import { parseJson } from '../../http/json';
import { redact, redactValue } from '../../http/redact';
import type { toolResultSchema } from './schemas';

/** What a tool gave back when it did its work. */
export interface ToolResult {
	/** The JSON in the answer; undefined when the tool gave text alone. */
	structured?: unknown;
	/** What is meant for reading. */
	texts: string[];
}

/** A tool was called and could not do its work; `text` is what it says about that. */
export class ToolFailedError extends ClientError {
	/** The service's own code, where the tool gave the JSON of an error beside its text. */
	readonly code?: string;
	readonly postId?: string;
	/** The earliest time at which a channel's daily cap has room again. */
	readonly availableAt?: string;

	constructor(
		readonly tool: string,
		readonly text: string,
		envelope: Record<string, unknown> = {},
	) {
		super(text);
		this.code = textIn(envelope, 'error');
		this.postId = textIn(envelope, 'post_id');
		this.availableAt = textIn(envelope, 'available_at');
	}
}

/** The key, or the permissions of its maker, do not have this tool, or the service does not know it. */
export class UnknownToolError extends ClientError {
	constructor(
		readonly tool: string,
		/** Names of the tools there are. */
		readonly available: string[],
	) {
		super(`There is no tool ${tool}`);
	}
}

const textIn = (fields: Record<string, unknown>, name: string): string | undefined => {
	const value = fields[name];
	return typeof value === 'string' && value !== '' ? value : undefined;
};

const asJson = (text: string): object | undefined => {
	const value = parseJson(text);
	return typeof value === 'object' && value !== null ? value : undefined;
};

/** Texts that are JSON are for programs, the others for readers. */
const split = (texts: string[]) => ({
	json: texts.map(asJson).filter((value) => value !== undefined),
	words: texts.filter((text) => asJson(text) === undefined),
});

function toFailure(tool: string, texts: string[], secrets: readonly string[]): ToolFailedError {
	const { json, words } = split(texts);
	const envelope = redactValue(json.at(-1) ?? {}, secrets) as Record<string, unknown>;
	const text = redact(words.join('\n').trim(), secrets) || textIn(envelope, 'detail');
	return new ToolFailedError(tool, text ?? 'The tool failed and did not say why', envelope);
}

/** Reads what a tool gave back; throws a `ToolFailedError` when it says that it failed. */
export function readResult(
	tool: string,
	{ content, structuredContent, isError }: z.output<typeof toolResultSchema>,
	secrets: readonly string[],
): ToolResult {
	const texts = content.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []));
	if (isError) throw toFailure(tool, texts, secrets);
	const { json, words } = split(texts);
	return { structured: structuredContent ?? json.at(-1), texts: words };
}
