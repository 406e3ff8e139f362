import { CancelledError } from '../../../client/http/errors';
import { createPacer } from '../../../client/http/rateLimits';
import { cancellable } from '../../../client/http/sleep';
import type { HttpResponse } from '../../../client/http/types';
import { scoringSeed, startScoringSandbox, type ScoringSandbox } from '../../../sandbox/scoring';
import { nodeFor } from '../../support/nodeUnderTest';
import { until } from '../../support/until';

const { keys } = scoringSeed;
const minuteMs = 60_000;

describe('the node and the limit of a plan', () => {
	let sandbox: ScoringSandbox;
	afterEach(async () => await sandbox.close());

	test('waits for the end of the window, and no request is refused (S-N21)', async () => {
		sandbox = await startScoringSandbox({
			clock: 'manual',
			rateLimits: { pro: { perMinute: 3, perDay: 1000, inFlight: 100 } },
		});
		const startedAt = sandbox.clock.now().getTime();
		const items = ['a', 'b', 'c', 'd', 'e'].map((title) => ({ json: { title } }));
		const { run } = nodeFor(sandbox);
		expect(await run('score:packaging', { title: '={{ $json.title }}' }, { items })).toHaveLength(5);
		expect(sandbox.requests.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
		expect(sandbox.clock.now().getTime() - startedAt).toBe(minuteMs);
	});

	test.each<[string, string, string, number]>([
		['hooks (S9)', 'score:videoHook', '={{ "https://youtu.be/acmeVideo1" + $itemIndex }}', 2],
		['channels (S10)', 'benchmark:channel', '={{ "@channel-" + $itemIndex }}', 5],
	])('sends no more parallel %s than the service accepts (S-N21)', async (_title, name, url, most) => {
		sandbox = await startScoringSandbox({ latencyMs: 30 });
		const items = Array.from({ length: 7 }, () => ({ json: {} }));
		await nodeFor(sandbox, { key: keys.starter }).run(name, { url }, { items });
		const { all } = sandbox.inFlight;
		expect(all.peak).toBeGreaterThan(1);
		expect(all.peak).toBeLessThanOrEqual(most);
	});
});

describe('createPacer', () => {
	const answer = (headers: Record<string, string>): HttpResponse => ({ status: 200, headers, body: '{}' });
	const left = (remaining: number, resetSeconds: number): HttpResponse =>
		answer({ 'x-ratelimit-remaining': String(remaining), 'x-ratelimit-reset': String(resetSeconds) });
	const request = { method: 'GET' as const, url: 'https://a.example', headers: {}, timeoutMs: 1 };

	/** Requests that wait for their response, oldest first. `waits` are the requested milliseconds. */
	function stage(sleep: (ms: number) => Promise<void> = async () => await new Promise(() => undefined)) {
		const open: Array<(response: HttpResponse) => void> = [];
		const waits: number[] = [];
		const send = createPacer(
			async () => await new Promise<HttpResponse>((resolve) => open.push(resolve)),
			cancellable(async (ms) => {
				waits.push(ms);
				await sleep(ms);
			}),
		);
		const ask = (count: number) => Array.from({ length: count }, async () => await send(request));
		return { open, waits, ask };
	}

	const settle = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

	test.each<[string, HttpResponse, number]>([
		['as many as are left', left(2, 60), 2],
		['all if no limit is returned', answer({}), 5],
		['none if none is left', left(0, 60), 0],
		['all if the window is a day, which is too long to wait', left(0, 80_000), 5],
	])('sends one request first, then %s (S-N21)', async (_title, first, following) => {
		const { open, ask } = stage();
		void ask(6);
		await settle();
		expect(open).toHaveLength(1);
		open[0]?.(first);
		await settle();
		expect(open).toHaveLength(1 + following);
	});

	test('uses the lower number of two responses out of order', async () => {
		const { open, ask } = stage();
		void ask(9);
		await settle();
		open[0]?.(left(4, 60));
		await settle();
		expect(open).toHaveLength(5);
		open[4]?.(left(0, 60));
		open[1]?.(left(3, 60));
		open[2]?.(left(2, 60));
		open[3]?.(left(1, 60));
		await settle();
		expect(open).toHaveLength(5);
	});

	test('sends one request first again after the window', async () => {
		const ends: Array<() => void> = [];
		const { open, ask } = stage(async () => await new Promise((resolve) => ends.push(resolve)));
		void ask(4);
		await settle();
		open[0]?.(left(0, 0.02));
		await settle();
		// Not before the answer: the window begins when it arrives.
		const endsAt = Date.now() + 20;
		expect(ends).toHaveLength(3);
		await until(() => Date.now() > endsAt);
		for (const end of ends) end();
		await settle();
		expect(open).toHaveLength(2);
	});

	test('ends the wait if the execution is canceled', async () => {
		const { open, ask } = stage(async () => await Promise.reject(new Error('cancelled')));
		const [first, second] = ask(2);
		await settle();
		open[0]?.(left(0, 60));
		await first;
		await expect(second).rejects.toBeInstanceOf(CancelledError);
	});
});
