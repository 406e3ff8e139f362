import { CancelledError } from '../../client/http/errors';
import { createGate, WaitLimitError } from '../../client/http/gate';
import type { HttpResponse } from '../../client/http/types';
import { until } from '../support/until';

const request = { method: 'GET', url: 'https://service.example/', headers: {}, timeoutMs: 1 } as const;
const answer = (status: number, retryAfter?: string): HttpResponse => ({
	status,
	headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
	body: '',
});

/** A gate on a clock of its own, before a service that gives these answers in turn. */
function gateBefore(answers: HttpResponse[], maxWaitMs = 600_000) {
	let now = 1_000_000;
	const sleeps: number[] = [];
	const sentAt: number[] = [];
	const send = createGate(
		async () => {
			sentAt.push(now);
			return await Promise.resolve(answers.shift() ?? answer(200));
		},
		{
			now: () => now,
			sleep: async (durationMs) => {
				sleeps.push(durationMs);
				await Promise.resolve();
				now = Math.max(now, 1_000_000 + durationMs);
			},
			maxWaitMs,
			closedSeconds: ({ status, headers }) => (status === 429 ? Number(headers['retry-after']) : undefined),
		},
	);
	return { send: async () => await send(request), sleeps, sentAt: () => sentAt.map((at) => at - 1_000_000) };
}

test('P103 passes everything on while nothing is wrong', async () => {
	const { send, sleeps } = gateBefore([answer(200), answer(404), answer(503)]);
	expect([await send(), await send(), await send()].map(({ status }) => status)).toEqual([200, 404, 503]);
	expect(sleeps).toEqual([]);
});

test('P103 gives the answer to whoever sent the request, and lets all others wait as long as it says', async () => {
	const { send, sentAt } = gateBefore([answer(429, '7')]);
	expect((await send()).status).toBe(429);
	await Promise.all([send(), send(), send()]);
	expect(sentAt()).toEqual([0, 7_000, 7_000, 7_000]);
});

test('P103 several answers of the same moment close it once', async () => {
	const { send, sentAt } = gateBefore([answer(429, '60'), answer(429, '59')], 60_000);
	await Promise.all([send(), send()]);
	await send();
	expect(sentAt()).toEqual([0, 0, 60_000]);
});

test('P103 a wait beyond the limit is an error that says how long it was', async () => {
	const { send } = gateBefore([answer(429, '60'), answer(429, '60')], 90_000);
	await send();
	const error = await send().then(String, (failure: unknown) => failure);
	expect(error).toBeInstanceOf(WaitLimitError);
	expect(error).toMatchObject({ waitedSeconds: 60, retryAfter: 60 });
});

test('P103 a cancelled wait ends the requests that wait, as cancelled', async () => {
	let isAsleep = false;
	const send = createGate(async () => await Promise.resolve(answer(429, '60')), {
		sleep: async () => {
			isAsleep = true;
			await Promise.reject(new Error('cancelled'));
		},
		maxWaitMs: 600_000,
		closedSeconds: () => 60,
	});
	await send(request);
	const waiting = send(request).catch((error: unknown) => error);
	await until(() => isAsleep);
	expect(await waiting).toBeInstanceOf(CancelledError);
});
