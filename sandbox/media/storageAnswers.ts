import type { Answer } from '../api/route';
import type { FaultSpec } from '../controls';
import { faultAnswer } from '../http/faults';

const xmlHeaders = { 'Content-Type': 'application/xml' };

const codeOfStatus: Readonly<Record<number, string>> = {
	403: 'AccessDenied',
	408: 'RequestTimeout',
	429: 'TooManyRequests',
	500: 'InternalError',
	503: 'SlowDown',
};

const xml = (code: string, message: string): string =>
	`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;

/** A refusal in the way of object storages: not JSON, and not the service's envelope. */
export const refusal = (status: number, code: string, message: string): Answer => ({
	status,
	body: xml(code, message),
	headers: xmlHeaders,
});

/** What a scripted fault answers at the storage. */
export const storageFaultAnswer = (fault: FaultSpec): Answer => {
	const answer = faultAnswer(fault);
	if (fault.body !== undefined || fault.kind === 'body') return answer;
	const body = xml(codeOfStatus[answer.status] ?? 'InternalError', 'A scripted fault');
	return { ...answer, body, headers: { ...xmlHeaders, ...answer.headers } };
};
