import {
	type ApiError,
	createApiError,
	describeStatus,
	ForeignAnswerError,
	type ErrorDetails,
} from '../http/errors.js';
import { asObject, parseJson } from '../http/json.js';
import { redactValue } from '../http/redact.js';
import { retryAfterSeconds } from '../http/rateLimits.js';
import type { HttpResponse } from '../http/types.js';
import {
	IdempotencyInFlightError,
	IdempotencyMismatchError,
	PlatformQuotaError,
	ProxyRejectionError,
	UnclearConflictError,
} from './errors.js';

type Text = string | undefined;
const asText = (value: unknown): Text => (typeof value === 'string' && value !== '' ? value : undefined);
const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const statusTexts: Record<number, string> = {
	401: 'The API key was refused',
	403: 'Access was refused',
	404: 'Not found',
	405: "The path doesn't accept this method",
	413: 'The request is too large',
	429: 'Too many requests',
};

type Fields = Record<string, unknown>;

/** Returns the fields of an error body. A JSON-RPC error of the agent endpoint has the same fields in its `data`. */
function errorFields(envelope: unknown): Fields {
	const fields = asObject(envelope);
	const { code, message, data } = asObject(fields.error);
	// Another service can answer at a wrong address, such as that of the scoring API.
	if (typeof message !== 'string') return { detail: fields.message, ...fields };
	return { ...asObject(data), error: String(code), detail: message };
}

function readDetails(
	{ status, headers, body, request }: HttpResponse,
	secrets: readonly string[],
): ErrorDetails {
	const envelope = redactValue(parseJson(body), secrets);
	const fields = errorFields(envelope);
	const availableAt = fields.available_at;
	return {
		code: asText(fields.error),
		detail: asText(fields.detail) ?? describeStatus({ status, headers }, statusTexts),
		tier: asText(fields.tier),
		limit: asNumber(fields.limit),
		remaining: asNumber(fields.remaining),
		retryAfter: retryAfterSeconds(headers['retry-after']) ?? asNumber(fields.retry_after),
		availableAt: availableAt === null ? null : asText(availableAt),
		postId: asText(fields.post_id),
		allow: headers.allow,
		envelope,
		request,
	};
}

/**
 * Whether a channel's daily limit is the reason of a 422 or a 429. Only its time is documented for both. Without a time, the `tier` of
 * a 429 names it, and the running service also has a code for it (N13).
 */
const isDailyLimit = (status: number, { availableAt, code, tier = '' }: ErrorDetails): boolean =>
	(status === 422 || status === 429) &&
	(typeof availableAt === 'string' || tier.startsWith('platform_quota') || code === 'platform_quota');

/** Errors that depend on both the status and the code. The first one that fits is used. If none fits, the status decides. */
const kinds: ReadonlyArray<{
	fits: (status: number, details: ErrorDetails, body: string) => boolean;
	Kind: typeof ApiError;
	/** Replaces what the answer says. */
	detail?: string;
}> = [
	{
		fits: (status, { code }, body) =>
			status === 403 && code === undefined && body.includes('error code: 1010'),
		Kind: ProxyRejectionError,
		detail: 'The proxy in front of the service refused the User-Agent (error code: 1010)',
	},
	{
		// All errors of the API are JSON (section 7). For other statuses, it doesn't matter who sent the answer.
		fits: (status, { envelope }, body) =>
			(status === 401 || status === 403) && envelope === undefined && body.trim() !== '',
		Kind: ForeignAnswerError,
	},
	{
		fits: isDailyLimit,
		Kind: PlatformQuotaError,
	},
	{
		fits: (status, { code }) => status === 409 && code === 'idempotency_in_flight',
		Kind: IdempotencyInFlightError,
	},
	{
		// Without a known code, either the status of the post or a request that is still running can be the reason.
		fits: (status, { code }) => status === 409 && code !== 'conflict',
		Kind: UnclearConflictError,
	},
	{
		fits: (status, { code }) => status === 422 && code === 'idempotency_mismatch',
		Kind: IdempotencyMismatchError,
	},
];

/** Turns an error answer of the publishing API into an error without secrets (contract section 7). */
export function readPublishingError(response: HttpResponse, secrets: readonly string[] = []): ApiError {
	const details = readDetails(response, secrets);
	const kind = kinds.find(({ fits }) => fits(response.status, details, response.body));
	if (!kind) return createApiError(response.status, details);
	const { Kind, detail = details.detail } = kind;
	return new Kind(response.status, { ...details, detail });
}
