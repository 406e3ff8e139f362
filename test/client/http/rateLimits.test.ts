import { CancelledError, NetworkError, WaitLimitError } from '../../../client/http/errors';
import { readPublishingError } from '../../../client/publishing/errorAnswers';
import { createGate } from '../../../client/http/rateLimits';
import { cancellable, limitWaits, measureRateLimits } from '../../../client/http/sleep';
import type { HttpResponse } from '../../../client/http/types';
import { until } from '../../support/until';

const request = { method: 'GET', url: 'https://service.example/', headers: {}, timeoutMs: 1 } as const;
const answer = (status: number, retryAfter?: string): HttpResponse => ({
	status,
	headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
	body: status === 429 ? '{"error": "rate_limited", "detail": "Too many requests"}' : '',
});

/** A clock that only sleeping advances. */
function createClock() {
	let time = 1_000_000;
	const sleeps: number[] = [];
	return {
		now: () => time,
		sleeps,
		sleep: async (durationMs: number) => {
			const until = time + durationMs;
			sleeps.push(durationMs);
			await Promise.resolve();
			time = Math.max(time, until);
		},
	};
}

/** A gate before a service that returns these responses in turn. */
function gateBefore(answers: HttpResponse[], limitMs = 600_000) {
	const { now, sleep, sleeps } = createClock();
	const sentAt: number[] = [];
	const send = createGate(
		async () => {
			sentAt.push(now() - 1_000_000);
			return answers.shift() ?? answer(200);
		},
		{
			now,
			sleep: limitWaits(sleep, now, limitMs),
			closedSeconds: ({ status, headers }) => (status === 429 ? Number(headers['retry-after']) : undefined),
			readError: (response) => readPublishingError(response),
		},
	);
	return { send: async () => await send(request), sleeps, sentAt };
}

test('passes everything on without a rate limit (P103)', async () => {
	const { send, sleeps } = gateBefore([answer(200), answer(404), answer(503)]);
	expect([await send(), await send(), await send()].map(({ status }) => status)).toEqual([200, 404, 503]);
	expect(sleeps).toEqual([]);
});

test('returns the response to its sender and lets all other requests wait for the given time (P103)', async () => {
	const { send, sentAt } = gateBefore([answer(429, '7')]);
	expect((await send()).status).toBe(429);
	await Promise.all([send(), send(), send()]);
	expect(sentAt).toEqual([0, 7_000, 7_000, 7_000]);
});

test('closes once for several responses of the same moment (P103)', async () => {
	const { send, sentAt } = gateBefore([answer(429, '60'), answer(429, '59')], 60_000);
	await Promise.all([send(), send()]);
	await send();
	expect(sentAt).toEqual([0, 0, 60_000]);
});

test('throws an error with the wait if it exceeds the limit (P103)', async () => {
	const { send } = gateBefore([answer(429, '60'), answer(429, '60')], 90_000);
	await send();
	await send();
	const error = await send().catch((failure: unknown) => failure);
	expect(error).toBeInstanceOf(WaitLimitError);
	expect(error).toMatchObject({ waitedSeconds: 60, retryAfter: 60, statusCode: 429, code: 'rate_limited' });
});

test('cancels the waiting requests if the wait is canceled (P103)', async () => {
	let isAsleep = false;
	const cancelled = async () => {
		isAsleep = true;
		await Promise.reject(new Error('cancelled'));
	};
	const send = createGate(async () => answer(429, '60'), {
		now: Date.now,
		sleep: limitWaits(cancellable(cancelled), Date.now, 600_000),
		closedSeconds: () => 60,
		readError: (response) => readPublishingError(response),
	});
	await send(request);
	const waiting = send(request).catch((error: unknown) => error);
	await until(() => isAsleep);
	expect(await waiting).toBeInstanceOf(CancelledError);
});

describe('one limit for all waits', () => {
	const minutes = (count: number): number => count * 60_000;

	test.each<[string, number[][], boolean]>([
		['adds up consecutive waits', [[20], [20], [20]], true],
		['throws if they exceed the limit', [[20], [20], [21]], false],
		['counts parallel waits once', [[40, 40, 40], [20]], true],
		['counts the longest of overlapping waits', [[40, 50], [11]], false],
		['throws if one wait is too long', [[61]], false],
	])('%s (P103, D5)', async (_title, rounds, isAllowed) => {
		const { now, sleep } = createClock();
		const limited = limitWaits(sleep, now, minutes(60));
		const wait = async () => {
			for (const round of rounds) await Promise.all(round.map(async (each) => await limited(minutes(each))));
		};
		const outcome = await wait().then(
			() => true,
			(error: unknown) => !(error instanceof WaitLimitError),
		);
		expect(outcome).toBe(isAllowed);
	});
});

describe('the time waited for rate limits', () => {
	const limited = readPublishingError(answer(429, '60'));
	const broken = new NetworkError('ECONNRESET');

	test.each<[string, Array<Array<[seconds: number, reason: unknown]>>, number]>([
		['adds up consecutive waits', [[[60, limited]], [[50, limited]]], 110],
		[
			'counts parallel waits once',
			[
				[
					[60, limited],
					[60, limited],
					[40, limited],
				],
			],
			60,
		],
		['omits waits after other failures', [[[60, limited]], [[16, broken]], [[5, undefined]]], 60],
	])('%s (P103)', async (_title, rounds, seconds) => {
		const { now, sleep, sleeps } = createClock();
		const measured = measureRateLimits(sleep, now);
		for (const round of rounds) {
			await Promise.all(
				round.map(async ([duration, reason]) => await measured.sleep(duration * 1000, reason)),
			);
		}
		expect(measured.rateLimitMs()).toBe(seconds * 1000);
		expect(sleeps).toHaveLength(rounds.flat().length);
	});
});
