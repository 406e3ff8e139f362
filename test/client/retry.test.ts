import { createApiError, NetworkError, UnexpectedResponseError } from '../../client/http/errors';
import { exponentialBackoff, retryDelayMs, withRetries, type Repeatability } from '../../client/http/retry';
import {
	IdempotencyInFlightError,
	IdempotencyMismatchError,
	PlatformQuotaError,
	ProxyRejectionError,
} from '../../client/publishing/errors';
import { publishingRetryPolicy as policy } from '../../client/publishing/retryPolicy';

const detail = 'x';
const network = new NetworkError('gone', 'ECONNRESET');
const status = (code: number, details: object = {}) => createApiError(code, { detail, ...details });

describe('which failure is waited for, and how long', () => {
	const never = undefined;
	test.each<[title: string, error: Error, keyedWrite: number | undefined, unkeyedWrite: number | undefined]>([
		['P103 429 waits as long as the service says', status(429, { retryAfter: 7 }), 7_000, 7_000],
		['P103 429 without a time waits a minute', status(429), 60_000, 60_000],
		['D5 429 with a wait of an hour is left to the caller', status(429, { retryAfter: 3600 }), never, never],
		['P54 503 is not repeated: the work may have been done', status(503), never, never],
		['P54 500 is not repeated: the work may have been done', status(500), never, never],
		['P54 502 is not repeated', status(502), never, never],
		['P54 504 is not repeated', status(504), never, never],
		['D4 a lost connection, for what may be repeated', network, 1_000, never],
		['P100 409 in flight waits a second', new IdempotencyInFlightError(409, { detail }), 1_000, never],
		['P100 409 conflict is not repeated', status(409), never, never],
		['P110 D5 a daily cap is never waited for', new PlatformQuotaError(429, { detail }), never, never],
		[
			'P102 a key with another body is not repeated',
			new IdempotencyMismatchError(422, { detail }),
			never,
			never,
		],
		['P105 the proxy says no', new ProxyRejectionError(403, { detail }), never, never],
		['P99 401', status(401), never, never],
		['P99 403', status(403), never, never],
		['P99 404', status(404), never, never],
		['P101 413', status(413), never, never],
		['P102 422', status(422), never, never],
		['P97 an answer that cannot be read', new UnexpectedResponseError(200, 'no'), never, never],
	])('%s', (_title, error, keyedWrite, unkeyedWrite) => {
		expect(retryDelayMs(policy, error, 0, 'repeatable')).toBe(keyedWrite);
		expect(retryDelayMs(policy, error, 0, undefined)).toBe(unkeyedWrite);
	});

	test('P104 waits double, four times at the most', () => {
		const delays = [0, 1, 2, 3, 4].map((retry) => retryDelayMs(policy, network, retry, 'repeatable'));
		expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, undefined]);
	});

	test('P100 N16 a first request that still runs is waited for longer than a request may take', () => {
		const inFlight = new IdempotencyInFlightError(409, { detail });
		const delays = Array.from({ length: 20 }, (_, retry) =>
			retryDelayMs(policy, inFlight, retry, 'repeatable'),
		);
		const waited = delays.reduce<number>((sum, delay = 0) => sum + delay, 0);
		expect(waited).toBeGreaterThan(60_000);
		expect(waited).toBeLessThan(120_000);
	});

	test('P112 an answer that is cut off is asked for again, once, where that does no harm', () => {
		const cutOff = new UnexpectedResponseError(200, 'no');
		expect([0, 1].map((retry) => retryDelayMs(policy, cutOff, retry, 'harmless'))).toEqual([
			1_000,
			undefined,
		]);
	});

	test.each([500, 502, 503, 504])('P104 a read is repeated after a %i: it changes nothing', (code) => {
		expect(retryDelayMs(policy, status(code), 0, 'read')).toBe(1_000);
		expect(retryDelayMs(policy, status(code, { retryAfter: 3 }), 0, 'read')).toBe(3_000);
	});

	test.each([401, 404, 422])('P99 a read is not repeated after a %i', (code) => {
		expect(retryDelayMs(policy, status(code), 0, 'read')).toBeUndefined();
	});

	test('every rule says why it helps', () => {
		for (const { because } of policy.rules) expect(because.length).toBeGreaterThan(20);
	});

	test.each([
		[0, 1_000],
		[3, 8_000],
		[6, 16_000],
	])('backoff number %i is %i ms', (retry, expected) => {
		expect(exponentialBackoff(retry, 16_000)).toBe(expected);
	});
});

describe('withRetries', () => {
	const run = async (
		outcomes: Array<Error | string>,
		repeatability: Repeatability | 'none' = 'repeatable',
	) => {
		const waits: number[] = [];
		let attempts = 0;
		const result = withRetries(
			async () => {
				const outcome = outcomes[attempts++];
				return outcome instanceof Error ? await Promise.reject(outcome) : outcome;
			},
			{
				policy,
				repeatability: repeatability === 'none' ? undefined : repeatability,
				sleep: async (ms) => await Promise.resolve(void waits.push(ms)),
			},
		);
		return { waits, outcome: await result.catch((error: Error) => error), attempts };
	};

	test.each<[string, Array<Error | string>, object]>([
		['gives the first success', ['done'], { outcome: 'done', attempts: 1, waits: [] }],
		['tries again', [network, network, 'done'], { outcome: 'done', attempts: 3, waits: [1_000, 2_000] }],
		['gives up with the last error', [network, status(404)], { outcome: status(404), attempts: 2 }],
		[
			'gives up after four more tries',
			[network, network, network, network, network, 'too late'],
			{ outcome: network, attempts: 5, waits: [1_000, 2_000, 4_000, 8_000] },
		],
	])('D4 %s', async (_title, outcomes, expected) => {
		expect(await run(outcomes)).toMatchObject(expected);
	});

	test('D4 does not repeat a write without a key', async () => {
		expect(await run([network, 'twice'], 'none')).toMatchObject({ outcome: network, attempts: 1, waits: [] });
	});

	test('a wait that is cancelled ends it', async () => {
		const result = withRetries(async () => await Promise.reject(network), {
			policy,
			repeatability: 'repeatable',
			sleep: async () => await Promise.reject(new Error('stopped')),
		});
		await expect(result).rejects.toMatchObject({ name: 'CancelledError' });
	});
});
