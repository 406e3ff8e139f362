import type { IncomingMessage } from 'node:http';
import { isRecord } from '../../http/schema';
import { addBounded, recordedBody, recordedHeaders } from '../../http/requestLog';
import { toIso } from '../../world/moments';
import type { ScoringState } from '../state';
import type { ScoringRequest } from '../types';

const keptRequests = 10_000;
const keptCharacters = 100_000;

/** Cuts what would fill the memory: thumbnails weigh megabytes. */
const cut = (value: unknown): unknown => {
	if (typeof value !== 'string' || value.length <= keptCharacters) return value;
	return `${value.slice(0, 40)}… (${value.length} characters)`;
};

const cutBody = (text: string | null): unknown => {
	const body = recordedBody(text);
	if (!isRecord(body)) return cut(body);
	return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, cut(value)]));
};

interface Seen {
	url: URL;
	request: IncomingMessage;
	method: string;
	requestId: string;
	bodyText: string | null;
}

/** Notes a request; its status and its credits follow. */
export const recordRequest = (
	{ requests, settings, clock }: ScoringState,
	{ url, request, method, requestId, bodyText }: Seen,
): ScoringRequest => {
	const record: ScoringRequest = {
		method,
		path: url.pathname,
		query: Object.fromEntries(url.searchParams),
		headers: recordedHeaders(request.headers, settings.auth.header),
		body: cutBody(bodyText),
		status: 0,
		at: toIso(clock.time()),
		requestId,
		credits: 0,
	};
	addBounded(requests, record, keptRequests);
	return record;
};
