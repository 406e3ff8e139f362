import { createApiError, NetworkError, UnexpectedResponseError } from '../../../client/http/errors';
import { cancellable } from '../../../client/http/sleep';
import { createRequester } from '../../../client/http/request';
import { backoffUpTo, retryDelayMs } from '../../../client/http/retry';
import type { HttpResponse } from '../../../client/http/types';
import {
	IdempotencyInFlightError,
	IdempotencyMismatchError,
	PlatformQuotaError,
	ProxyRejectionError,
} from '../../../client/publishing/errors';
import { publishingRetryPolicy as policy } from '../../../client/publishing/retryPolicy';

const detail = 'x';
const network = new NetworkError('gone', 'ECONNRESET');
const status = (code: number, details: object = {}) => createApiError(code, { detail, ...details });

describe('retries and waits', () => {
	const never = undefined;
	test.each<[title: string, error: Error, keyedWrite: number | undefined, unkeyedWrite: number | undefined]>([
		['waits for a 429 as long as the service says (P103)', status(429, { retryAfter: 7 }), 7_000, 7_000],
		['waits a minute for a 429 without a time (P103)', status(429), 60_000, 60_000],
		[
			'leaves a 429 with a wait of an hour to the caller (D5)',
			status(429, { retryAfter: 3600 }),
			never,
			never,
		],
		['does not retry a 503, because the work may have been done (P54)', status(503), never, never],
		['does not retry a 500, because the work may have been done (P54)', status(500), never, never],
		['does not retry a 502 (P54)', status(502), never, never],
		['does not retry a 504 (P54)', status(504), never, never],
		['retries a lost connection if that does no harm (D4)', network, 1_000, never],
		[
			'waits a second for a 409 in flight (P100)',
			new IdempotencyInFlightError(409, { detail }),
			1_000,
			never,
		],
		['does not retry a 409 conflict (P100)', status(409), never, never],
		['never waits for a daily limit (P110, D5)', new PlatformQuotaError(429, { detail }), never, never],
		[
			'does not retry a key with another body (P102)',
			new IdempotencyMismatchError(422, { detail }),
			never,
			never,
		],
		['does not retry a refusal by the proxy (P105)', new ProxyRejectionError(403, { detail }), never, never],
		['does not retry a 401 (P99)', status(401), never, never],
		['does not retry a 403 (P99)', status(403), never, never],
		['does not retry a 404 (P99)', status(404), never, never],
		['does not retry a 413 (P101)', status(413), never, never],
		['does not retry a 422 (P102)', status(422), never, never],
		['does not retry an unreadable response (P97)', new UnexpectedResponseError(200, 'no'), never, never],
	])('%s', (_title, error, keyedWrite, unkeyedWrite) => {
		expect(retryDelayMs(policy, error, 0, 'repeatable')).toBe(keyedWrite);
		expect(retryDelayMs(policy, error, 0, undefined)).toBe(unkeyedWrite);
	});

	test('doubles the wait, at most four times (P104)', () => {
		const delays = [0, 1, 2, 3, 4].map((retry) => retryDelayMs(policy, network, retry, 'repeatable'));
		expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, undefined]);
	});

	test('tries a host that was not found only once more', () => {
		const unknown = new NetworkError('getaddrinfo ENOTFOUND nowhere.invalid', 'ENOTFOUND');
		const delays = [0, 1].map((retry) => retryDelayMs(policy, unknown, retry, 'repeatable'));
		expect(delays).toEqual([1_000, undefined]);
	});

	test('waits longer for a running first request than a request can take (P100, N16)', () => {
		const inFlight = new IdempotencyInFlightError(409, { detail });
		const delays = Array.from({ length: 20 }, (_, retry) =>
			retryDelayMs(policy, inFlight, retry, 'repeatable'),
		);
		const waited = delays.reduce<number>((sum, delay = 0) => sum + delay, 0);
		expect(waited).toBeGreaterThan(60_000);
		expect(waited).toBeLessThan(120_000);
	});

	test('requests a truncated response again once if that does no harm (P112)', () => {
		const cutOff = new UnexpectedResponseError(200, 'no');
		expect([0, 1].map((retry) => retryDelayMs(policy, cutOff, retry, 'harmless'))).toEqual([
			1_000,
			undefined,
		]);
	});

	test.each([500, 502, 503, 504])('retries a read after a %i (P104)', (code) => {
		expect(retryDelayMs(policy, status(code), 0, 'read')).toBe(1_000);
		expect(retryDelayMs(policy, status(code, { retryAfter: 3 }), 0, 'read')).toBe(3_000);
	});

	test.each([401, 404, 422])('does not retry a read after a %i (P99)', (code) => {
		expect(retryDelayMs(policy, status(code), 0, 'read')).toBeUndefined();
	});

	test('has a reason in every rule', () => {
		for (const { because } of policy.rules) expect(because.length).toBeGreaterThan(20);
	});

	test.each([
		[0, 1_000],
		[3, 8_000],
		[6, 16_000],
	])('waits in backoff number %i for %i ms', (retry, expected) => {
		expect(backoffUpTo(16_000)(undefined, retry)).toBe(expected);
	});
});

describe('a request', () => {
	const address = { baseUrl: 'http://127.0.0.1', userAgent: 'test', timeoutMs: 1_000, retryPolicy: policy };
	const ok = { status: 200, headers: {}, body: 'done' };

	const run = async (outcomes: Array<HttpResponse | NetworkError>, idempotencyKey = 'key') => {
		const waits: number[] = [];
		let attempts = 0;
		const request = createRequester({
			...address,
			send: async () => {
				const outcome = outcomes[attempts++];
				return outcome instanceof NetworkError ? await Promise.reject(outcome) : (outcome ?? ok);
			},
			readError: ({ status: code }) => status(code),
			sleep: async (ms) => void waits.push(ms),
		});
		const result = request({ method: 'POST', path: '/', idempotencyKey });
		return { waits, outcome: await result.catch((error: Error) => error), attempts };
	};

	test.each<[string, Array<HttpResponse | NetworkError>, object]>([
		['returns the first success', [ok], { outcome: ok, attempts: 1, waits: [] }],
		['tries again', [network, network, ok], { outcome: ok, attempts: 3, waits: [1_000, 2_000] }],
		['throws the last error', [network, { ...ok, status: 404 }], { outcome: status(404), attempts: 2 }],
		[
			'throws after four more tries',
			[network, network, network, network, network, ok],
			{ outcome: network, attempts: 5, waits: [1_000, 2_000, 4_000, 8_000] },
		],
	])('%s (D4)', async (_title, outcomes, expected) => {
		expect(await run(outcomes)).toMatchObject(expected);
	});

	test('is not sent again if it writes without a key (D4)', async () => {
		expect(await run([network, ok], '')).toMatchObject({ outcome: network, attempts: 1, waits: [] });
	});

	test('ends if the wait is canceled', async () => {
		const sleep = cancellable(async () => await Promise.reject(new Error('stopped')));
		const send = async () => await Promise.reject(network);
		const request = createRequester({
			...address,
			send,
			sleep,
			readError: ({ status: code }) => status(code),
		});
		await expect(request({ method: 'GET', path: '/' })).rejects.toMatchObject({ name: 'CancelledError' });
	});
});
