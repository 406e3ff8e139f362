import { z } from 'zod/v4';
import { parseJson } from '../../http/json.js';
import { redact, redactValue } from '../../http/redact.js';
import { ToolFailedError } from '../errors.js';

export const toolResultSchema = z.looseObject({
	content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).default([]),
	structuredContent: z.unknown().optional(),
	isError: z.boolean().nullish(),
});

type RawResult = z.output<typeof toolResultSchema>;

export interface ToolResult {
	/** The JSON in the answer. Undefined if the tool returned only text. */
	structured?: unknown;
	/** The texts for people to read. */
	texts: string[];
}

const asJson = (text: string): object | undefined => {
	const value = parseJson(text);
	return typeof value === 'object' && value !== null ? value : undefined;
};

/** Separates texts that are JSON from texts for people. */
const split = (texts: string[]) => ({
	json: texts.map(asJson).filter((value) => value !== undefined),
	words: texts.filter((text) => asJson(text) === undefined),
});

function toFailure(tool: string, texts: string[], secrets: readonly string[]): ToolFailedError {
	const { json, words } = split(texts);
	const envelope = redactValue(json.at(-1) ?? {}, secrets) as Record<string, unknown>;
	const detail = typeof envelope.detail === 'string' ? envelope.detail : '';
	const text = redact(words.join('\n').trim(), secrets) || detail;
	return new ToolFailedError(tool, text || 'The tool returned an error without a reason', envelope);
}

const textsOf = ({ content }: RawResult): string[] =>
	content.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []));

/**
 * Reads a rate limit from a tool's result: its text, and the seconds to wait. The service reports a rate limit as a failed tool
 * (wire detail N40). Undefined for all other results.
 */
export function readRateLimit(value: unknown): { detail: string; retryAfter: number } | undefined {
	const { success, data } = toolResultSchema.safeParse(value);
	if (!success || !data.isError) return undefined;
	const { json, words } = split(textsOf(data));
	const { error = 'rate_limited' } = (json.at(-1) ?? {}) as { error?: unknown };
	const detail = words.join('\n');
	const [, seconds] = /\btoo many requests\b.{1,40}\btry again in (\d{1,6}) seconds?\b/is.exec(detail) ?? [];
	return seconds === undefined || error !== 'rate_limited'
		? undefined
		: { detail, retryAfter: Number(seconds) };
}

/** Reads the result of a tool. Throws a `ToolFailedError` if the tool reports a failure. */
export function readResult(tool: string, result: RawResult, secrets: readonly string[]): ToolResult {
	const texts = textsOf(result);
	if (result.isError) throw toFailure(tool, texts, secrets);
	const { json, words } = split(texts);
	return { structured: result.structuredContent ?? json.at(-1), texts: words };
}
