import { InvalidRequestError, NetworkError, ValidationError } from '../../../client/http/errors';
import { createRequester, type Call } from '../../../client/http/request';
import { readPublishingError } from '../../../client/publishing/errorAnswers';
import { fetchSend } from '../../support/fetchSend';
import { errorOf } from '../../support/publishingClient';
import { unusedAddress } from '../../support/recordingServer';
import { useRecordingServer } from '../../support/useRecordingServer';

const server = useRecordingServer();

const requester = (baseUrl = server().url, timeoutMs = 5_000) =>
	createRequester({
		baseUrl,
		timeoutMs,
		userAgent: 'our-package/1.0',
		send: fetchSend('secret-key'),
		sleep: async () => undefined,
		retryPolicy: { rules: [], maxRetries: 0, maxWaitMs: 0 },
		readError: (response) => readPublishingError(response, ['secret-key']),
	});

describe('the request', () => {
	beforeEach(() => server().answerWith({ body: {} }));

	test.each<[string, Call, { target?: string; body?: string; headers?: Record<string, string | undefined> }]>(
		[
			[
				'sends the User-Agent and no body with a read (P8, D2)',
				{ method: 'GET', path: '/api/v1/me/' },
				{
					target: '/api/v1/me/',
					body: '',
					headers: { 'user-agent': 'our-package/1.0', accept: 'application/json', 'content-type': undefined },
				},
			],
			[
				'sends a body as JSON with its content type, even an empty object (P4)',
				{ method: 'POST', path: '/x', body: {} },
				{ body: '{}', headers: { 'content-type': 'application/json', 'user-agent': 'our-package/1.0' } },
			],
			[
				'keeps null in the body but not undefined (P4)',
				{ method: 'PATCH', path: '/x', body: { title: null, caption: undefined } },
				{ body: '{"title":null}' },
			],
			[
				'sends a DELETE without a body or content type (P77)',
				{ method: 'DELETE', path: '/x' },
				{ body: '', headers: { 'content-type': undefined } },
			],
			[
				'sends the idempotency key in the header (P80)',
				{ method: 'POST', path: '/x', body: {}, idempotencyKey: 'key-1' },
				{ headers: { 'idempotency-key': 'key-1' } },
			],
			[
				'omits an empty idempotency key (P68)',
				{ method: 'POST', path: '/x', body: {}, idempotencyKey: '' },
				{ headers: { 'idempotency-key': undefined } },
			],
			[
				'sends an idempotency key of 128 characters (P107)',
				{ method: 'POST', path: '/x', body: {}, idempotencyKey: 'k'.repeat(128) },
				{ headers: { 'idempotency-key': 'k'.repeat(128) } },
			],
			[
				'sends an ETag back unchanged (P65)',
				{ method: 'GET', path: '/x', ifNoneMatch: 'W/"abc"' },
				{ headers: { 'if-none-match': 'W/"abc"' } },
			],
			[
				'joins lists in a query by comma, encodes values and omits empty ones (P62)',
				{
					method: 'GET',
					path: '/x',
					query: { a: ['b', 'c'], d: '+01:00', e: '', f: undefined, g: [], h: 0 },
				},
				{ target: '/x?a=b%2Cc&d=%2B01%3A00&h=0' },
			],
		],
	)('%s', async (_title, call, { target, body, headers = {} }) => {
		await requester()(call);
		const [received] = server().requests;
		if (target !== undefined) expect(received?.target).toBe(target);
		if (body !== undefined) expect(received?.body).toBe(body);
		const sent = Object.keys(headers).map((name) => [name, received?.headers[name]]);
		expect(Object.fromEntries(sent)).toEqual(headers);
	});

	test('rejects an idempotency key over 128 characters before anything is sent (P68, P107)', async () => {
		const call = requester()({ method: 'POST', path: '/x', body: {}, idempotencyKey: 'k'.repeat(129) });
		const error = await errorOf<InvalidRequestError>(call);
		expect(error).toBeInstanceOf(InvalidRequestError);
		expect(error).toMatchObject({ field: 'idempotencyKey', problem: 'is longer than 128 characters' });
		expect(server().requests).toEqual([]);
	});
});

describe('the response', () => {
	test.each([
		['200 (P57)', 200, undefined],
		['201 (P70)', 201, undefined],
		['204 without a body (P50, P77)', 204, undefined],
		['304 after an ETag (P65)', 304, '"tag"'],
	])('accepts %s (D3)', async (_title, status, ifNoneMatch) => {
		server().answerWith({ status, headers: { ETag: '"new"' } });
		const response = await requester()({ method: 'GET', path: '/x', ifNoneMatch });
		expect(response).toMatchObject({ status, body: '', headers: { etag: '"new"' } });
	});

	test.each([
		['an unrequested 304 (P65)', 304],
		['a redirect: the key must not follow it', 302],
		['a 422 (P102)', 422],
	])('throws for %s (D3)', async (_title, status) => {
		server().answerWith({ status, headers: { Location: 'https://elsewhere.example' } });
		const error = await errorOf(requester()({ method: 'GET', path: '/x' }));
		expect(error).toMatchObject({ statusCode: status });
		expect(server().requests).toHaveLength(1);
	});

	test("throws a ValidationError with the service's words for a 422 (P102)", async () => {
		server().answerWith({ status: 422, body: { error: 'invalid', detail: 'caption: too long' } });
		const error = await errorOf(requester()({ method: 'GET', path: '/x' }));
		expect(error).toBeInstanceOf(ValidationError);
		expect(error).toMatchObject({ name: 'ValidationError', code: 'invalid', message: 'caption: too long' });
	});
});

describe('without a response', () => {
	const call: Call = { method: 'GET', path: '/x' };

	test.each([
		['an unknown host', async () => 'http://nowhere.invalid', /^ENOTFOUND|EAI_AGAIN$/],
		['a closed port', unusedAddress, /^ECONNREFUSED$/],
	])('throws a NetworkError with the system code for %s (P1)', async (_title, address, code) => {
		const error = await errorOf<NetworkError>(requester(await address())(call));
		expect(error).toBeInstanceOf(NetworkError);
		expect(error).toMatchObject({ name: 'NetworkError', code: expect.stringMatching(code) });
	});

	test('throws a NetworkError for a response that takes too long', async () => {
		server().answerWith({ stalls: true });
		const error = await errorOf(requester(server().url, 50)(call));
		expect(error).toMatchObject({ name: 'NetworkError', code: 'ETIMEDOUT' });
	});

	test('throws a NetworkError for a broken connection', async () => {
		server().answerWith({ drops: true });
		expect(await errorOf(requester()(call))).toBeInstanceOf(NetworkError);
	});

	test("hides the key and the queries of URLs in the network layer's message (D1)", async () => {
		const send = async () =>
			await Promise.reject(new Error('GET https://h.example/p?sig=abc with Bearer secret-key failed'));
		const request = createRequester({
			baseUrl: 'https://h.example',
			timeoutMs: 1,
			userAgent: 'a/1',
			send,
			sleep: async () => undefined,
			retryPolicy: { rules: [], maxRetries: 0, maxWaitMs: 0 },
			readError: readPublishingError,
			secrets: ['secret-key'],
		});
		const error = await errorOf(request(call));
		expect(error.message).toBe('GET https://h.example/p?[hidden] with Bearer [hidden] failed');
	});
});
