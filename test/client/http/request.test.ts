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
		sleep: async () => await Promise.resolve(),
		retryPolicy: { rules: [], maxRetries: 0, maxWaitMs: 0 },
		readError: (response) => readPublishingError(response, ['secret-key']),
	});

describe('what is sent', () => {
	beforeEach(() => server().answerWith({ body: {} }));

	test.each<[string, Call, { target?: string; body?: string; headers?: Record<string, string | undefined> }]>(
		[
			[
				'a read names our client and carries no body (P8, D2)',
				{ method: 'GET', path: '/api/v1/me/' },
				{
					target: '/api/v1/me/',
					body: '',
					headers: { 'user-agent': 'our-package/1.0', accept: 'application/json', 'content-type': undefined },
				},
			],
			[
				'a body is JSON and says so, also an empty object (P4)',
				{ method: 'POST', path: '/x', body: {} },
				{ body: '{}', headers: { 'content-type': 'application/json', 'user-agent': 'our-package/1.0' } },
			],
			[
				'null stays in the body, undefined does not (P4)',
				{ method: 'PATCH', path: '/x', body: { title: null, caption: undefined } },
				{ body: '{"title":null}' },
			],
			[
				'a DELETE has neither body nor content type (P77)',
				{ method: 'DELETE', path: '/x' },
				{ body: '', headers: { 'content-type': undefined } },
			],
			[
				'the idempotency key travels in the header (P80)',
				{ method: 'POST', path: '/x', body: {}, idempotencyKey: 'key-1' },
				{ headers: { 'idempotency-key': 'key-1' } },
			],
			[
				'an empty idempotency key is not sent (P68)',
				{ method: 'POST', path: '/x', body: {}, idempotencyKey: '' },
				{ headers: { 'idempotency-key': undefined } },
			],
			[
				'an idempotency key of 128 characters is sent (P107)',
				{ method: 'POST', path: '/x', body: {}, idempotencyKey: 'k'.repeat(128) },
				{ headers: { 'idempotency-key': 'k'.repeat(128) } },
			],
			[
				'an ETag is sent back as it came (P65)',
				{ method: 'GET', path: '/x', ifNoneMatch: 'W/"abc"' },
				{ headers: { 'if-none-match': 'W/"abc"' } },
			],
			[
				'a query joins lists by comma, encodes values and leaves out what is empty (P62)',
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

	test('an idempotency key over 128 characters is refused before anything is sent (P68, P107)', async () => {
		const call = requester()({ method: 'POST', path: '/x', body: {}, idempotencyKey: 'k'.repeat(129) });
		const error = await errorOf<InvalidRequestError>(call);
		expect(error).toBeInstanceOf(InvalidRequestError);
		expect(error).toMatchObject({ field: 'idempotencyKey', problem: 'is longer than 128 characters' });
		expect(server().requests).toEqual([]);
	});
});

describe('what comes back', () => {
	test.each([
		['200 is an answer (P57)', 200, undefined],
		['201 is an answer (P70)', 201, undefined],
		['204 without a body is an answer (P50, P77)', 204, undefined],
		['304 after an ETag is an answer (P65)', 304, '"tag"'],
	])('%s (D3)', async (_title, status, ifNoneMatch) => {
		server().answerWith({ status, headers: { ETag: '"new"' } });
		const response = await requester()({ method: 'GET', path: '/x', ifNoneMatch });
		expect(response).toMatchObject({ status, body: '', headers: { etag: '"new"' } });
	});

	test.each([
		['a 304 nobody asked for (P65)', 304],
		['a redirect: the key must not follow it', 302],
		['a 422 (P102)', 422],
	])('%s is an error (D3)', async (_title, status) => {
		server().answerWith({ status, headers: { Location: 'https://elsewhere.example' } });
		const error = await errorOf(requester()({ method: 'GET', path: '/x' }));
		expect(error).toMatchObject({ statusCode: status });
		expect(server().requests).toHaveLength(1);
	});

	test('a 422 is a ValidationError with the words of the service (P102)', async () => {
		server().answerWith({ status: 422, body: { error: 'invalid', detail: 'caption: too long' } });
		const error = await errorOf(requester()({ method: 'GET', path: '/x' }));
		expect(error).toBeInstanceOf(ValidationError);
		expect(error).toMatchObject({ name: 'ValidationError', code: 'invalid', message: 'caption: too long' });
	});
});

describe('when nothing comes back', () => {
	const call: Call = { method: 'GET', path: '/x' };

	test.each([
		[
			'a host that is not there',
			async () => await Promise.resolve('http://nowhere.invalid'),
			/^ENOTFOUND|EAI_AGAIN$/,
		],
		['a port nobody listens on', unusedAddress, /^ECONNREFUSED$/],
	])('%s is a NetworkError with the code of the system (P1)', async (_title, address, code) => {
		const error = await errorOf<NetworkError>(requester(await address())(call));
		expect(error).toBeInstanceOf(NetworkError);
		expect(error).toMatchObject({ name: 'NetworkError', code: expect.stringMatching(code) });
	});

	test('an answer that takes too long is a NetworkError', async () => {
		server().answerWith({ stalls: true });
		const error = await errorOf(requester(server().url, 50)(call));
		expect(error).toMatchObject({ name: 'NetworkError', code: 'ETIMEDOUT' });
	});

	test('a connection that breaks is a NetworkError', async () => {
		server().answerWith({ drops: true });
		expect(await errorOf(requester()(call))).toBeInstanceOf(NetworkError);
	});

	test('the message of the network layer loses the key and the queries of URLs (D1)', async () => {
		const send = async () =>
			await Promise.reject(new Error('GET https://h.example/p?sig=abc with Bearer secret-key failed'));
		const request = createRequester({
			baseUrl: 'https://h.example',
			timeoutMs: 1,
			userAgent: 'a/1',
			send,
			sleep: async () => await Promise.resolve(),
			retryPolicy: { rules: [], maxRetries: 0, maxWaitMs: 0 },
			readError: readPublishingError,
			secrets: ['secret-key'],
		});
		const error = await errorOf(request(call));
		expect(error.message).toBe('GET https://h.example/p?[hidden] with Bearer [hidden] failed');
	});
});
