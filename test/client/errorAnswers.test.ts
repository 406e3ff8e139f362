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
} from '../../client/http/errors';
import {
	IdempotencyInFlightError,
	IdempotencyMismatchError,
	missingPermission,
	PlatformQuotaError,
	ProxyRejectionError,
	readPublishingError,
} from '../../client/publishing/errors';

const read = (status: number, body: unknown, headers: Record<string, string> = {}, secrets: string[] = []) =>
	readPublishingError(
		{ status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) },
		secrets,
	);

describe('the class of an error follows the status, then the code', () => {
	test.each<[string, number, string | undefined, typeof ApiError]>([
		['400', 400, 'bad_request', BadRequestError],
		['P91 P99 401', 401, 'unauthorized', AuthenticationError],
		['402', 402, undefined, InsufficientCreditsError],
		['P92 P99 403', 403, 'forbidden', PermissionError],
		['P66 P99 404', 404, 'not_found', NotFoundError],
		['P59 P99 405', 405, 'method_not_allowed', MethodNotAllowedError],
		['P100 409 of the wrong state', 409, 'conflict', ConflictError],
		['P100 409 while the first request runs', 409, 'idempotency_in_flight', IdempotencyInFlightError],
		['P100 409 of a kind not known yet', 409, 'newer', ConflictError],
		['P101 413', 413, 'too_large', PayloadTooLargeError],
		['P102 422 of a wrong shape', 422, 'invalid_request', ValidationError],
		['P102 422 of the content', 422, 'invalid', ValidationError],
		['P102 422 of a key used twice', 422, 'idempotency_mismatch', IdempotencyMismatchError],
		['P110 422 of a daily cap', 422, 'platform_quota', PlatformQuotaError],
		['P103 429', 429, 'rate_limited', RateLimitError],
		['P103 P110 429 of a daily cap', 429, 'platform_quota', PlatformQuotaError],
		['500', 500, 'internal', ServiceUnavailableError],
		['P104 503', 503, 'unavailable', ServiceUnavailableError],
		['a status without a class of its own', 418, 'teapot', ApiError],
	])('P97 %s', (_title, status, code, ErrorClass) => {
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

	test('P98 the tier tells a daily cap as well as the code', () => {
		expect(read(429, { error: 'rate_limited', detail: 'x', tier: 'platform_quota:tiktok' })).toBeInstanceOf(
			PlatformQuotaError,
		);
	});
});

describe('the facts of the envelope', () => {
	test('P97 P98 every optional field is read', () => {
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
		['P98 available_at may be null', { available_at: null }, { availableAt: null }],
		['P97 what is absent stays absent', {}, { availableAt: undefined, tier: undefined, postId: undefined }],
		[
			'P112 fields of another type are ignored',
			{ tier: 1, limit: '2', post_id: {} },
			{ tier: undefined, limit: undefined, postId: undefined },
		],
		['P112 unknown fields stay in the envelope', { newer: true }, { envelope: { detail: 'x', newer: true } }],
	])('%s', (_title, fields, expected) => {
		expect(read(422, { detail: 'x', ...fields })).toMatchObject(expected);
	});

	test('P59 a 405 names the methods that the path takes', () => {
		expect(read(405, { detail: 'x' }, { allow: 'GET, POST' })).toMatchObject({ allow: 'GET, POST' });
	});

	test.each<[string, Record<string, string>, object, number | undefined]>([
		['the header in seconds', { 'retry-after': '7' }, { retry_after: 60 }, 7],
		['the header as a date that has passed', { 'retry-after': 'Tue, 06 Jan 2026 09:00:00 GMT' }, {}, 0],
		['the body when there is no header', {}, { retry_after: 12 }, 12],
		['the body when the header is nonsense', { 'retry-after': 'soon' }, { retry_after: 12 }, 12],
		['nothing when there is nothing', {}, {}, undefined],
	])('P103 the wait is read from %s', (_title, headers, fields, expected) => {
		jest.useFakeTimers({ now: new Date('2026-02-01T00:00:00Z') });
		expect(read(429, { detail: 'x', ...fields }, headers).retryAfter).toBe(expected);
	});

	test('P103 a date ahead counts in seconds from now', () => {
		jest.useFakeTimers({ now: new Date('2026-01-05T09:00:00.500Z') });
		const headers = { 'retry-after': 'Mon, 05 Jan 2026 09:00:30 GMT' };
		expect(read(429, {}, headers).retryAfter).toBe(30);
	});

	afterEach(() => jest.useRealTimers());
});

describe('what is not the envelope', () => {
	test.each([
		['P8 P105 D3 the plain text of the proxy', 'error code: 1010'],
		['P8 P105 the same with a line break', 'error code: 1010\n'],
		['P8 P105 the same inside a page', '<html>error code: 1010</html>'],
	])('%s is an error of its own, not the envelope', (_title, body) => {
		const error = read(403, body);
		expect(error).toBeInstanceOf(ProxyRejectionError);
		expect(error).toMatchObject({ code: undefined, statusCode: 403 });
		expect(error.message).toMatch(/proxy.*User-Agent.*error code: 1010/);
	});

	test('P92 a 403 of the API that mentions 1010 is not the proxy', () => {
		const error = read(403, { error: 'forbidden', detail: 'error code: 1010' });
		expect(error).toBeInstanceOf(PermissionError);
	});

	test.each([
		['a page of HTML', 502, '<html>Bad gateway</html>', 'The service answered with status 502'],
		['an empty body', 401, '', 'The key was refused'],
		['a list', 404, '[]', 'Not found'],
		['null', 429, 'null', 'Too many requests'],
		['an envelope of another service', 403, '{"message":"no"}', 'Access was refused'],
		['a detail that is no text', 413, '{"detail":[{"a":1}]}', 'The body is too large'],
	])('P97 %s still gives a readable error', (_title, status, body, message) => {
		expect(read(status, body)).toMatchObject({ statusCode: status, message });
	});
});

describe('secrets', () => {
	test('D1 neither the key nor a signed query stays in message, detail or envelope', () => {
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

test('P97 D1 words in quotes keep every fact of the envelope', () => {
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
])('P97 P105 a %i that is not JSON is not taken for the word of the API', (status, body) => {
	const error = read(status, body);
	expect(error).toBeInstanceOf(ForeignAnswerError);
	expect(error).not.toBeInstanceOf(PermissionError);
});

test.each([
	['P92 P93 the permission that is lacking', 'missing permission: publish_directly', 'publish_directly'],
	['P92 another 403', 'accounts: the key may not post to this channel', undefined],
])('%s', (_title, detail, expected) => {
	expect(missingPermission(read(403, { error: 'forbidden', detail }))).toBe(expected);
});
