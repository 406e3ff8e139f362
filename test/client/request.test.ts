import { InvalidRequestError, NetworkError, ValidationError } from '../../client/http/errors';
import { createRequester, type Call } from '../../client/http/request';
import { readPublishingError } from '../../client/publishing/errors';
import { fetchSend } from '../support/fetchSend';
import { errorOf } from '../support/publishingClient';
import { unusedAddress } from '../support/recordingServer';
import { useRecordingServer } from '../support/useRecordingServer';

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
				'P8 D2 a read names our client and carries no body',
				{ method: 'GET', path: '/api/v1/me/' },
				{
					target: '/api/v1/me/',
					body: '',
					headers: { 'user-agent': 'our-package/1.0', accept: 'application/json', 'content-type': undefined },
				},
			],
			[
				'P4 a body is JSON and says so, also an empty object',
				{ method: 'POST', path: '/x', body: {} },
				{ body: '{}', headers: { 'content-type': 'application/json', 'user-agent': 'our-package/1.0' } },
			],
			[
				'P4 null stays in the body, undefined does not',
				{ method: 'PATCH', path: '/x', body: { title: null, caption: undefined } },
				{ body: '{"title":null}' },
			],
			[
				'P77 a DELETE has neither body nor content type',
				{ method: 'DELETE', path: '/x' },
				{ body: '', headers: { 'content-type': undefined } },
			],
			[
				'P80 the idempotency key travels in the header',
				{ method: 'POST', path: '/x', body: {}, idempotencyKey: 'key-1' },
				{ headers: { 'idempotency-key': 'key-1' } },
			],
			[
				'P68 an empty idempotency key is not sent',
				{ method: 'POST', path: '/x', body: {}, idempotencyKey: '' },
				{ headers: { 'idempotency-key': undefined } },
			],
			[
				'P107 an idempotency key of 128 characters is sent',
				{ method: 'POST', path: '/x', body: {}, idempotencyKey: 'k'.repeat(128) },
				{ headers: { 'idempotency-key': 'k'.repeat(128) } },
			],
			[
				'P65 an ETag is sent back as it came',
				{ method: 'GET', path: '/x', ifNoneMatch: 'W/"abc"' },
				{ headers: { 'if-none-match': 'W/"abc"' } },
			],
			[
				'P62 a query joins lists by comma, encodes values and leaves out what is empty',
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

	test('P68 P107 an idempotency key over 128 characters is refused before anything is sent', async () => {
		const call = requester()({ method: 'POST', path: '/x', body: {}, idempotencyKey: 'k'.repeat(129) });
		const error = await errorOf<InvalidRequestError>(call);
		expect(error).toBeInstanceOf(InvalidRequestError);
		expect(error).toMatchObject({ field: 'idempotencyKey', problem: 'is longer than 128 characters' });
		expect(server().requests).toEqual([]);
	});
});

describe('what comes back', () => {
	test.each([
		['P57 200 is an answer', 200, undefined],
		['P70 201 is an answer', 201, undefined],
		['P50 P77 204 without a body is an answer', 204, undefined],
		['P65 304 after an ETag is an answer', 304, '"tag"'],
	])('D3 %s', async (_title, status, ifNoneMatch) => {
		server().answerWith({ status, headers: { ETag: '"new"' } });
		const response = await requester()({ method: 'GET', path: '/x', ifNoneMatch });
		expect(response).toMatchObject({ status, body: '', headers: { etag: '"new"' } });
	});

	test.each([
		['P65 a 304 nobody asked for', 304],
		['a redirect: the key must not follow it', 302],
		['P102 a 422', 422],
	])('D3 %s is an error', async (_title, status) => {
		server().answerWith({ status, headers: { Location: 'https://elsewhere.example' } });
		const error = await errorOf(requester()({ method: 'GET', path: '/x' }));
		expect(error).toMatchObject({ statusCode: status });
		expect(server().requests).toHaveLength(1);
	});

	test('P102 a 422 is a ValidationError with the words of the service', async () => {
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
	])('P1 %s is a NetworkError with the code of the system', async (_title, address, code) => {
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

	test('D1 the message of the network layer loses the key and the queries of URLs', async () => {
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
