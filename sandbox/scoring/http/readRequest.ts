import { ApiFailure } from '../../api/failure';
import { hashOf, readQuery, type ApiRequest } from '../../api/request';
import { read } from '../../http/schema';
import type { ScoringRoute } from '../routes';

/** 400: the request is not as the contract has it. */
export const badRequest = (field: string, message: string): ApiFailure =>
	new ApiFailure(400, 'invalid_request', `${field}: ${message}`);

/**
 * Runs a check of the publishing sandbox, whose refusals are 422; here a request of the wrong shape is 400, as this
 * service knows no 422 for it (S-N19).
 */
const asBadRequest = <T>(readRequest: () => T): T => {
	try {
		return readRequest();
	} catch (error) {
		if (!(error instanceof ApiFailure) || error.code !== 'invalid_request') throw error;
		throw new ApiFailure(400, error.code, error.detail);
	}
};

const parseBody = ({ headers, bodyText }: ApiRequest): unknown => {
	if (bodyText === '') throw badRequest('body', 'is required');
	if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
		throw badRequest('Content-Type', 'must be application/json');
	}
	try {
		return JSON.parse(bodyText ?? '');
	} catch {
		throw badRequest('body', 'is not JSON');
	}
};

const rawInput = ({ method, lists = [] }: ScoringRoute, request: ApiRequest): unknown => {
	if (request.bodyText === null) throw new ApiFailure(413, 'payload_too_large', 'body: is too large');
	if (method === 'GET' && request.bodyText !== '') throw badRequest('body', 'this request takes none');
	if (method === 'POST' && request.search.size > 0) throw badRequest('query', 'this request takes none');
	return method === 'POST' ? parseBody(request) : readQuery(request.search, lists);
};

/** Body or query, read strictly: an unknown property or parameter is refused. @throws ApiFailure 400, 413 */
export const readInput = (route: ScoringRoute, request: ApiRequest): unknown =>
	asBadRequest(() => read(route.input, rawInput(route, request)));

/** The idempotency key of a POST; null for none (S-N23). @throws ApiFailure 400 when it is too long. */
export const idempotencyKey = ({ method }: ScoringRoute, { headers }: ApiRequest): string | null => {
	const key = method === 'POST' ? (headers['idempotency-key'] ?? '') : '';
	if (key.length > 255) throw badRequest('Idempotency-Key', 'at most 255 characters');
	return key === '' ? null : key;
};

/** What a request asks for, the same for the same content. */
export const fingerprintOf = ({ path }: ScoringRoute, input: unknown): string => hashOf([path, input]);
