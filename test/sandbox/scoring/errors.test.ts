import { scoringSeed, type EnvelopeStyle } from '../../../sandbox/scoring';
import { envelopeStyles } from '../../../sandbox/scoring/types';
import { openScoringApi, type ScoringApi } from '../scoringApi';

const { keys } = scoringSeed;
const path = '/v1/score/packaging';

let api: ScoringApi;
beforeAll(async () => {
	api = await openScoringApi();
});
beforeEach(() => api.sandbox.reset());
afterAll(() => api.sandbox.close());

describe('the error envelope (S28)', () => {
	const code = 'invalid_request';
	const message = 'title: must be a string';
	const request_id = expect.stringMatching(/^req_/) as string;

	const shapes: Record<EnvelopeStyle, object> = {
		code: { code, message, request_id },
		framework: { error: { status: 400, detail: code } },
		detail: { detail: message },
		fields: { detail: [{ type: code, loc: ['body', 'title'], msg: message }] },
		nested: { error: { code, message, retryable: false } },
		typed: { error: { type: 'invalid_request_error', code, message, param: 'title', request_id } },
		data: { data: null, error: { code, message, details: {} }, meta: { request_id } },
		success: { success: false, error: { code, message }, meta: { request_id } },
		flat: { error: code, message, request_id, docs_url: expect.stringContaining(code) as string },
		statusCode: { statusCode: 400, message, error: 'Bad Request' },
		errors: { errors: [{ id: 'E2400', title: message }], trace: request_id },
	};

	test.each(envelopeStyles.map((style) => [style, shapes[style]] as const))(
		"has the shape '%s'",
		async (envelope, shape) => {
			api.sandbox.change({ envelope });
			const { status, body, headers } = await api.send('POST', path, { body: { title: 7 } });
			expect(status).toBe(400);
			expect(body).toEqual(shape);
			const { request_id: ownId = headers.get('x-request-id') } = body;
			expect(headers.get('x-request-id')).toBe(ownId);
		},
	);

	test('applies to scripted faults, too', async () => {
		api.sandbox.change({ envelope: 'nested' });
		api.sandbox.faults.add({ path, kind: 'status', status: 500 });
		expect((await api.send('POST', path, { body: { title: 'A' } })).body).toEqual({
			error: { code: 'internal_error', message: 'A scripted fault', retryable: true },
		});
	});

	test('can be set at the start and is restored by a reset', async () => {
		const other = await openScoringApi({ envelope: 'flat' });
		other.sandbox.change({ envelope: 'detail' });
		expect((await other.send('GET', '/v1/me')).body).toHaveProperty('detail');
		other.sandbox.reset();
		expect((await other.send('GET', '/v1/me')).body).toMatchObject({ error: 'not_found' });
		await other.sandbox.close();
	});
});

describe('the request ID (S28)', () => {
	test.each([
		['a success', 'GET', '/v1/me/', {}],
		['a 401', 'GET', '/v1/me/', { key: '' }],
		['a 402', 'GET', '/v1/research/niches', { key: keys.empty }],
		['a 404', 'GET', '/v1/nothing', {}],
	])('is in the headers of %s', async (_title, method, each, asked) => {
		const { headers } = await api.send(method, each, asked);
		expect(headers.get('x-request-id')).toBe(api.sandbox.requests.at(-1)?.requestId);
	});

	test('is unique, and its header can be renamed or omitted', async () => {
		const first = await api.send('GET', '/v1/me/');
		api.sandbox.change({ requestIdHeader: 'x-correlation-id' });
		const second = await api.send('GET', '/v1/me/');
		expect(second.headers.get('x-correlation-id')).toMatch(/^req_/);
		expect(second.headers.get('x-correlation-id')).not.toBe(first.headers.get('x-request-id'));
		api.sandbox.change({ requestIdHeader: '' });
		const names = [...(await api.send('GET', '/v1/me/')).headers.keys()];
		expect(names.filter((name) => /request-id|correlation/.test(name))).toEqual([]);
	});
});

describe('the time to wait (S28, S29)', () => {
	const fault = { path, kind: 'status', status: 429, retryAfter: 7 } as const;
	const places: [EnvelopeStyle, object][] = [
		['code', { retry_after: 7 }],
		['nested', { error: { retry_after: 7 } }],
		['typed', { error: { retry_after: 7 } }],
		['data', { error: { details: { retry_after: 7 } } }],
		['success', { meta: { retry_after: 7 } }],
		['flat', { retryAfter: 7 }],
	];

	test.each(places)('in the body of "%s"', async (envelope, shape) => {
		api.sandbox.change({ envelope, retryAfter: 'body' });
		api.sandbox.faults.add(fault);
		const reply = await api.send('POST', path, { body: { title: 'A' } });
		expect(reply).toMatchObject({ status: 429, body: shape });
		expect(reply.headers.get('retry-after')).toBeNull();
	});

	test.each([
		['header', '7'],
		['none', null],
	] as const)('%s: %s', async (retryAfter, expected) => {
		api.sandbox.change({ retryAfter });
		api.sandbox.faults.add(fault);
		const reply = await api.send('POST', path, { body: { title: 'A' } });
		expect(reply.headers.get('retry-after')).toBe(expected);
		expect(reply.text).not.toContain('7}');
		expect(reply.text).not.toMatch(/retry_?after/i);
	});

	test("prefers a fault's own headers", async () => {
		const headers = { 'Retry-After': 'Mon, 05 Jan 2026 09:00:30 GMT', 'x-request-id': 'mine' };
		api.sandbox.faults.add({ ...fault, headers });
		const reply = await api.send('POST', path, { body: { title: 'A' } });
		expect(reply.headers.get('retry-after')).toBe(headers['Retry-After']);
		expect(reply.headers.get('x-request-id')).toBe('mine');
	});
});
