import {
	ApiError,
	AuthenticationError,
	BadRequestError,
	ConflictError,
	ForeignAnswerError,
	InsufficientCreditsError,
	MethodNotAllowedError,
	NotFoundError,
	PayloadTooLargeError,
	PermissionError,
	RateLimitError,
	ServiceUnavailableError,
	ValidationError,
} from '../../../client/http/errors';
import { readPublishingError } from '../../../client/publishing/errorAnswers';
import {
	IdempotencyInFlightError,
	IdempotencyMismatchError,
	missingPermission,
	PlatformQuotaError,
	ProxyRejectionError,
	UnclearConflictError,
} from '../../../client/publishing/errors';

const read = (status: number, body: unknown, headers: Record<string, string> = {}, secrets: string[] = []) =>
	readPublishingError(
		{ status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) },
		secrets,
	);

describe('the class of an error follows the status, then the code', () => {
	test.each<[string, number, string | undefined, typeof ApiError]>([
		['400', 400, 'bad_request', BadRequestError],
		['401 (P91, P99)', 401, 'unauthorized', AuthenticationError],
		['402', 402, undefined, InsufficientCreditsError],
		['403 (P92, P99)', 403, 'forbidden', PermissionError],
		['404 (P66, P99)', 404, 'not_found', NotFoundError],
		['405 (P59, P99)', 405, 'method_not_allowed', MethodNotAllowedError],
		['409 of the wrong state (P100)', 409, 'conflict', ConflictError],
		['409 for a running first request (P100)', 409, 'idempotency_in_flight', IdempotencyInFlightError],
		['409 of an unknown kind (P100)', 409, 'newer', UnclearConflictError],
		['409 without a code (P100)', 409, undefined, UnclearConflictError],
		['413 (P101)', 413, 'too_large', PayloadTooLargeError],
		['422 of a wrong shape (P102)', 422, 'invalid_request', ValidationError],
		['422 of the content (P102)', 422, 'invalid', ValidationError],
		['422 of a reused key (P102)', 422, 'idempotency_mismatch', IdempotencyMismatchError],
		['422 of a daily limit (P110)', 422, 'platform_quota', PlatformQuotaError],
		['429 (P103)', 429, 'rate_limited', RateLimitError],
		['429 of a daily limit (P103, P110)', 429, 'platform_quota', PlatformQuotaError],
		['500', 500, 'internal', ServiceUnavailableError],
		['503 (P104)', 503, 'unavailable', ServiceUnavailableError],
		['a status without its own class', 418, 'teapot', ApiError],
	])('%s (P97)', (_title, status, code, ErrorClass) => {
		const error = read(status, { error: code, detail: 'What went wrong' });
		expect(error.constructor).toBe(ErrorClass);
		expect(error).toBeInstanceOf(ApiError);
		expect(error).toMatchObject({
			statusCode: status,
			code,
			detail: 'What went wrong',
			message: 'What went wrong',
		});
	});

	test.each<[string, number, object, typeof ApiError]>([
		['a 429 with its tier', 429, { tier: 'platform_quota:tiktok' }, PlatformQuotaError],
		['a 429 with a time', 429, { available_at: '2026-01-06T00:00:00+00:00' }, PlatformQuotaError],
		['a 422 with a time', 422, { available_at: '2026-01-06T00:00:00+00:00' }, PlatformQuotaError],
		['not a 422 without one', 422, { available_at: null }, ValidationError],
		['not a 409 with a time', 409, { available_at: '2026-01-06T00:00:00+00:00' }, UnclearConflictError],
	])('recognizes a daily limit whatever its code: %s (P98, P110)', (_title, status, fields, ErrorClass) => {
		expect(read(status, { error: 'E1', detail: 'x', ...fields }).constructor).toBe(ErrorClass);
	});
});

describe('the facts of the envelope', () => {
	test('reads every optional field (P97, P98)', () => {
		const envelope = {
			error: 'platform_quota',
			detail: 'At most 2 posts a day',
			tier: 'platform_quota:tiktok',
			limit: 2,
			remaining: 0,
			retry_after: 60,
			available_at: '2026-01-06T00:00:00+00:00',
			post_id: 'a-post',
		};
		expect(read(429, envelope)).toMatchObject({
			tier: 'platform_quota:tiktok',
			limit: 2,
			remaining: 0,
			retryAfter: 60,
			availableAt: '2026-01-06T00:00:00+00:00',
			postId: 'a-post',
			envelope,
		});
	});

	test.each([
		['keeps a null available_at (P98)', { available_at: null }, { availableAt: null }],
		['keeps absent fields absent (P97)', {}, { availableAt: undefined, tier: undefined, postId: undefined }],
		[
			'ignores fields of another type (P112)',
			{ tier: 1, limit: '2', post_id: {} },
			{ tier: undefined, limit: undefined, postId: undefined },
		],
		[
			'keeps unknown fields in the envelope (P112)',
			{ newer: true },
			{ envelope: { detail: 'x', newer: true } },
		],
	])('%s', (_title, fields, expected) => {
		expect(read(422, { detail: 'x', ...fields })).toMatchObject(expected);
	});

	test('returns the supported methods of the path with a 405 (P59)', () => {
		expect(read(405, { detail: 'x' }, { allow: 'GET, POST' })).toMatchObject({ allow: 'GET, POST' });
	});

	test.each<[string, Record<string, string>, object, number | undefined]>([
		['the header in seconds', { 'retry-after': '7' }, { retry_after: 60 }, 7],
		['the header with a past date', { 'retry-after': 'Tue, 06 Jan 2026 09:00:00 GMT' }, {}, 0],
		['the body without a header', {}, { retry_after: 12 }, 12],
		['the body with an invalid header', { 'retry-after': 'soon' }, { retry_after: 12 }, 12],
		['nothing without either', {}, {}, undefined],
	])('reads the wait from %s (P103)', (_title, headers, fields, expected) => {
		jest.useFakeTimers({ now: new Date('2026-02-01T00:00:00Z') });
		expect(read(429, { detail: 'x', ...fields }, headers).retryAfter).toBe(expected);
	});

	test('converts a future date to seconds from now (P103)', () => {
		jest.useFakeTimers({ now: new Date('2026-01-05T09:00:00.500Z') });
		const headers = { 'retry-after': 'Mon, 05 Jan 2026 09:00:30 GMT' };
		expect(read(429, {}, headers).retryAfter).toBe(30);
	});

	afterEach(() => jest.useRealTimers());
});

describe('responses without the envelope', () => {
	test.each([
		['the plain text of the proxy (P8, P105, D3)', 'error code: 1010'],
		['the plain text with a line break (P8, P105)', 'error code: 1010\n'],
		['the plain text inside a page (P8, P105)', '<html>error code: 1010</html>'],
	])('throws a separate error for %s', (_title, body) => {
		const error = read(403, body);
		expect(error).toBeInstanceOf(ProxyRejectionError);
		expect(error).toMatchObject({ code: undefined, statusCode: 403 });
		expect(error.message).toMatch(/proxy.*User-Agent.*error code: 1010/);
	});

	test("doesn't mistake a 403 of the API that mentions 1010 for the proxy (P92)", () => {
		const error = read(403, { error: 'forbidden', detail: 'error code: 1010' });
		expect(error).toBeInstanceOf(PermissionError);
	});

	test.each([
		['a page of HTML', 502, '<html>Bad gateway</html>', 'The service answered with status 502'],
		['an empty body', 401, '', 'The API key was refused'],
		['a list', 404, '[]', 'Not found'],
		['null', 429, 'null', 'Too many requests'],
		['an envelope of another service', 403, '{"message":"no"}', 'no'],
		['a detail other than text', 413, '{"detail":[{"a":1}]}', 'The request is too large'],
	])('throws a readable error for %s (P97)', (_title, status, body, message) => {
		expect(read(status, body)).toMatchObject({ statusCode: status, message });
	});
});

describe('secrets', () => {
	test('are removed from the message, the detail and the envelope (D1)', () => {
		const error = read(
			422,
			{
				error: 'invalid',
				detail: 'Bearer key-123 asked https://s.example/p?sig=zzz',
				debug: { key: 'key-123' },
			},
			{},
			['key-123'],
		);
		expect(JSON.stringify({ ...error, message: error.message })).not.toMatch(/key-123|zzz/);
		expect(error.message).toBe('Bearer [hidden] asked https://s.example/p?[hidden]');
		expect(error.envelope).toMatchObject({ debug: { key: '[hidden]' } });
	});
});

test('in quotes leave every fact of the envelope intact (P97, D1)', () => {
	const envelope = {
		error: 'platform_quota',
		detail: 'Send "Authorization: Bearer abc" or see "https://a.example/?x=1", then try "again"',
		post_id: 'a-post',
		available_at: '2026-01-06T00:00:00+00:00',
	};
	const error = read(422, envelope);
	expect(error).toBeInstanceOf(PlatformQuotaError);
	expect(error).toMatchObject({
		code: 'platform_quota',
		detail: 'Send "Authorization: Bearer [hidden]" or see "https://a.example/?[hidden]", then try "again"',
		postId: 'a-post',
		availableAt: '2026-01-06T00:00:00+00:00',
	});
});

test.each([
	[401, '<html>Sign in to the proxy</html>'],
	[403, '<!DOCTYPE html><title>Blocked</title>'],
	[403, 'Forbidden by the firewall'],
])("doesn't treat a %i without JSON as a response of the API (P97, P105)", (status, body) => {
	const error = read(status, body);
	expect(error).toBeInstanceOf(ForeignAnswerError);
	expect(error).not.toBeInstanceOf(PermissionError);
});

test.each([
	['the permission that is missing (P92, P93)', 'missing permission: publish_directly', 'publish_directly'],
	['another 403 (P92)', 'accounts: the key may not post to this channel', undefined],
])('returns %s', (_title, detail, expected) => {
	expect(missingPermission(read(403, { error: 'forbidden', detail }))).toBe(expected);
});
