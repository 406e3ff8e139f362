import { firstCharacters } from '../http/text.js';
import {
	AuthenticationError,
	createApiError,
	describeStatus,
	type ApiError,
	type ErrorDetails,
} from '../http/errors.js';
import { asObject, parseJson } from '../http/json.js';
import { redact, redactValue } from '../http/redact.js';
import { retryAfterSeconds } from '../http/rateLimits.js';
import type { HttpResponse } from '../http/types.js';

type Fields = Record<string, unknown>;

const asText = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
const asNumber = (value: unknown): number | undefined => {
	const number = typeof value === 'string' && value !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};
const isWord = (value: unknown): value is string =>
	typeof value === 'string' && /^[a-z][a-z0-9_]*$/.test(value);

/** Joins a detail into one sentence. Errors of single fields come as lists or objects. */
function asSentence(value: unknown): string | undefined {
	if (typeof value === 'string') return asText(value);
	if (Array.isArray(value)) return asText(value.map((entry) => asSentence(entry) ?? '').join('; '));
	if (typeof value !== 'object' || value === null) return undefined;
	const { message, msg, loc, ...others } = value as Fields;
	const own = asText(message) ?? asText(msg);
	if (own !== undefined) return Array.isArray(loc) ? `${loc.join('.')}: ${own}` : own;
	return asText(
		Object.entries(others)
			.map(([name, problem]) => `${name}: ${asSentence(problem) ?? ''}`)
			.join('; '),
	);
}

const firstOf = <T>(read: (value: unknown) => T | undefined, values: unknown[]): T | undefined =>
	values.map(read).find((value) => value !== undefined);

const requestIdHeaders = ['x-request-id', 'request-id', 'x-correlation-id', 'cf-ray'];

function readRequestId(body: Fields, error: Fields, headers: HttpResponse['headers']): string | undefined {
	const inBody = [error.request_id, body.request_id, body.requestId, asObject(body.meta).request_id];
	return firstOf(asText, [...inBody, ...requestIdHeaders.map((name) => headers[name])]);
}

const codeOf = (body: Fields, error: Fields): string | undefined => {
	const detailWord = isWord(error.detail) ? error.detail : undefined;
	return firstOf(asText, [error.code, body.code, body.error, error.type, detailWord]);
};

/** Returns the first text in a body that is more than one word. Undefined if it has none. */
function firstSentence(value: unknown): string | undefined {
	if (typeof value === 'string') return /\S\s+\S/.test(value) ? asText(value) : undefined;
	if (typeof value !== 'object' || value === null) return undefined;
	return firstOf(firstSentence, Object.values(value));
}

/** Joins what a list of errors says. */
const inErrors = (errors: unknown): string | undefined =>
	Array.isArray(errors)
		? asText(
				errors
					.map(asObject)
					.flatMap(({ message, title, detail }) => firstOf(asText, [message, title, detail]) ?? [])
					.join('; '),
			)
		: undefined;

/** The longest text that isn't JSON, in an explanation and in the envelope. */
const maxDetailText = 200;
const maxEnvelopeText = 4096;

const isPage = (body: string): boolean => body.trimStart().startsWith('<');

/** The whole JSON of an answer, or the beginning of another text. Undefined for an empty body. */
function readEnvelope(body: string, secrets: readonly string[]): unknown {
	const json = parseJson(body);
	if (json !== undefined) return redactValue(json, secrets);
	return body.trim() === '' ? undefined : firstCharacters(redact(body, secrets), maxEnvelopeText);
}

/** What an error says about an answer that can't be used (contract section 11). */
export function describeAnswer(
	{ headers, body }: HttpResponse,
	secrets: readonly string[] = [],
): Pick<ErrorDetails, 'requestId' | 'envelope'> {
	const envelope = readEnvelope(body, secrets);
	const fields = asObject(envelope);
	return { envelope, requestId: readRequestId(fields, asObject(fields.error), headers) };
}

function readDetails(response: HttpResponse, secrets: readonly string[]): ErrorDetails {
	const { headers, body: raw, request } = response;
	const { envelope, requestId } = describeAnswer(response, secrets);
	const body = asObject(envelope);
	const error = asObject(body.error);
	const plain =
		typeof envelope === 'string' && !isPage(raw) ? firstCharacters(envelope, maxDetailText) : undefined;
	return {
		code: codeOf(body, error),
		detail:
			firstOf(asSentence, [error.message, body.message, error.detail, body.detail]) ??
			inErrors(body.errors) ??
			firstSentence(body) ??
			plain ??
			describeStatus(response, {}),
		retryAfter:
			retryAfterSeconds(headers['retry-after']) ??
			firstOf(asNumber, [
				error.retry_after,
				body.retry_after,
				body.retryAfter,
				asObject(body.meta).retry_after,
			]),
		requestId,
		envelope,
		request,
	};
}

/**
 * Turns an error answer of the scoring API into a typed error (contract section 11). The format of the body isn't specified, so
 * this accepts the common formats and keeps the whole body in `envelope`. Only the status decides on the type. 401 and 403 are one
 * type, whoever answers.
 */
export function readScoringError(response: HttpResponse, secrets: readonly string[] = []): ApiError {
	const { status } = response;
	const details = readDetails(response, secrets);
	return status === 403 ? new AuthenticationError(status, details) : createApiError(status, details);
}
