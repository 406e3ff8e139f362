import { ApiFailure } from '../../api/failure';
import type { Answer } from '../../api/route';
import type { FaultSpec } from '../../controls';
import type { ScoringBehaviour } from '../types';
import { envelopes } from './envelopes';

/** The code that belongs to a status when nothing more is known. */
const codeOfStatus: Readonly<Record<number, string>> = {
	400: 'invalid_request',
	401: 'unauthorized',
	402: 'insufficient_credits',
	403: 'forbidden',
	404: 'not_found',
	405: 'method_not_allowed',
	409: 'conflict',
	413: 'payload_too_large',
	422: 'unprocessable',
	429: 'rate_limited',
	500: 'internal_error',
	503: 'service_unavailable',
};

const asFailure = (error: unknown): ApiFailure => {
	if (error instanceof ApiFailure) return error;
	const message = error instanceof Error ? error.message : String(error);
	return new ApiFailure(500, 'internal_error', `sandbox: ${message}`);
};

/** A failure in the envelope that is set; what is no ApiFailure is a mistake of the sandbox itself: 500. */
export const failureAnswer = (
	error: unknown,
	{ envelope, retryAfter: place }: ScoringBehaviour,
	requestId: string,
): Answer => {
	const { status, code, detail: message, extras, headers } = asFailure(error);
	const seconds = extras.retry_after;
	const retryAfter = place === 'body' ? seconds : undefined;
	return {
		status,
		body: envelopes[envelope]({ status, code, message, requestId, retryAfter }),
		headers: {
			...(place === 'header' && seconds !== undefined ? { 'Retry-After': String(seconds) } : {}),
			...headers,
		},
	};
};

const scripted = ({ status = 503, retryAfter }: FaultSpec): ApiFailure =>
	new ApiFailure(
		status,
		codeOfStatus[status] ?? 'internal_error',
		'A scripted fault',
		retryAfter === undefined ? {} : { retry_after: retryAfter },
	);

/** The answer that a fault of kind `status`, `statusAfter` or `body` gives; its headers beat everything else. */
export const faultAnswer = (fault: FaultSpec, behaviour: ScoringBehaviour, requestId: string): Answer => {
	const { kind, body, contentType } = fault;
	const { status, body: envelope, headers } = failureAnswer(scripted(fault), behaviour, requestId);
	const isRaw = kind === 'body';
	return {
		status: isRaw ? (fault.status ?? 200) : status,
		body: isRaw ? body : (body ?? envelope),
		headers: {
			...headers,
			...(contentType === undefined ? {} : { 'Content-Type': contentType }),
			...fault.headers,
		},
	};
};
