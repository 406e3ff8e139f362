import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { largeMax } from '../../../nodes/shared/journal/execution';
import type { FaultSpec } from '../../../sandbox';
import { scoringSeed } from '../../../sandbox/scoring';
import { createRunData } from '../../support/n8nWorkflow';
import { onlyIn } from '../../support/profile';
import { nodeFor } from '../../support/nodeUnderTest';
import { until } from '../../support/until';
import { useScoringSandbox } from '../../support/useScoringSandbox';

const sandbox = useScoringSandbox();

const { keys, videos, channels, niche } = scoringSeed;

const packaging = '/v1/score/packaging';
const gaps = '/v1/research/content-gaps';

const titles = (...list: string[]): INodeExecutionData[] => list.map((title) => ({ json: { title } }));
const byTitle: IDataObject = { title: '={{ $json.title }}' };
const newResults: IDataObject = { ...byTitle, options: { payOnce: false } };
const nicheBy = (mode: string, value: string): IDataObject => ({ niche: { __rl: true, mode, value } });

/** The values of each call if its item's title isn't empty. Otherwise, the input is invalid. */
const calls: Array<[name: string, operation: string, values: IDataObject, path: string, price: number]> = [
	['a title', 'score:packaging', byTitle, packaging, 1],
	['a title with Pay Once off', 'score:packaging', newResults, packaging, 1],
	[
		'a hook',
		'score:videoHook',
		{ url: `={{ $json.title && "${videos.known}" }}` },
		'/v1/score/video-hook',
		10,
	],
	[
		'a channel',
		'benchmark:channel',
		{ url: `={{ $json.title && "${channels.known}" }}` },
		'/v1/benchmark/channel',
		5,
	],
	[
		'a video',
		'benchmark:video',
		{ url: `={{ $json.title && "${videos.known}" }}` },
		'/v1/benchmark/video',
		3,
	],
	['niches', 'research:getNiches', {}, '/v1/research/niches', 1],
	['gaps', 'research:getContentGaps', nicheBy('id', `={{ $json.title && "${niche}" }}`), gaps, 5],
	[
		'the names of niches',
		'research:getContentGaps',
		nicheBy('name', '={{ $json.title && "Unknown" }}'),
		'/v1/research/niches',
		1,
	],
];

const spent = (): number => sandbox().account('pro').spent;
const sent = (path: string): number => sandbox().requests.filter((request) => request.path === path).length;
const fault = (path: string, kind: FaultSpec['kind'], more: Partial<FaultSpec> = {}): void =>
	sandbox().faults.add({ path, kind, retryAfter: 0, ...more });

type Failure = { message: string; description: string; context: { facts: IDataObject } };

/** An execution. Each try of its node runs with what n8n has kept of the former ones. */
function startExecution(executionId: string) {
	let runData: IRunExecutionData | undefined;
	const run = async (
		operation: string,
		values: IDataObject,
		items: INodeExecutionData[],
		more: object = {},
	) => {
		runData ??= createRunData(items);
		const execution = { items, runData, executionId, ...more };
		return (await nodeFor(sandbox()).run(operation, values, execution)).map(({ json }) => json);
	};
	const fail: (...given: Parameters<typeof run>) => Promise<Failure> = async (...given) =>
		await run(...given).then(
			() => {
				throw new Error('It did not fail');
			},
			(error: Failure) => error,
		);
	return {
		run,
		fail,
		/** n8n saves the execution, and "Retry execution" starts a new one with the data. */
		retry: (newId: string): void => {
			executionId = newId;
			runData = JSON.parse(JSON.stringify(runData)) as IRunExecutionData;
		},
	};
}

const costsOf = (items: IDataObject[]): unknown[] => items.map(({ creditsCost }) => creditsCost);
const detailsOf = (items: IDataObject[]): unknown[] =>
	items.map(({ details }) => (details as IDataObject | undefined)?.creditsCost);

describe('a retry of an execution', () => {
	test('knows that a call which n8n stopped may have cost credits, and does not pay again (S8)', async () => {
		const { fail } = startExecution('1');
		const stop = new AbortController();
		sandbox().faults.add({ path: packaging, kind: 'stall' });
		const failing = fail('score:packaging', byTitle, titles('a'), { abortSignal: stop.signal });
		await until(() => sent(packaging) === 1);
		stop.abort();
		const { message, description, context } = await failing;
		expect(message).toBe('The execution was canceled');
		expect(description).toContain('This call may have cost 1 credit');
		expect(context.facts.creditsCost).toBe(1);
		const again = await fail('score:packaging', byTitle, titles('a'));
		expect(again.description).toContain('may have cost 1 credit');
		expect(sent(packaging)).toBe(1);
	});

	test('returns what was paid for and says what the run has paid (S8)', async () => {
		const { run, fail } = startExecution('1');
		const items = titles('a', 'b', 'c', 'd', 'e');
		fault(packaging, 'status', { status: 400, times: 1 });
		const error = await fail('score:packaging', byTitle, items);
		expect(error.description).toMatch(
			/paid for in this run, which cost 3 credits at most\. A retry of this execution, such as in the tab 'Executions', doesn't pay for them again/,
		);
		const results = await run('score:packaging', byTitle, items);
		expect(costsOf(results)).toEqual([1, 1, 1, 1, 1]);
		expect(spent()).toBe(5);
	});

	test.each(calls.filter(([, operation]) => operation !== 'research:getNiches'))(
		'pays once for %s, whatever its number of tries (S8, S9, S10, S11, S12, S13)',
		async (name, operation, values, path, price) => {
			const execution = startExecution('2');
			const items = name === 'the names of niches' ? titles('a') : titles('a', '');
			const attempt = async () => await execution.run(operation, values, items, { continueOnFail: true });
			await attempt();
			await attempt();
			execution.retry('3');
			await attempt();
			expect(sent(path)).toBe(1);
			expect(spent()).toBe(price);
		},
	);

	test('keeps the minimum balance in every try (S8)', async () => {
		sandbox().credits.set('pro', 91);
		const { fail } = startExecution('4');
		const values = { ...byTitle, options: { minimumBalance: 90 } };
		const items = titles('a', 'b');
		for (let count = 0; count < 3; count++) {
			expect(await fail('score:packaging', values, items)).toMatchObject({
				message: "The account has 90 credits, this item can cost 1, and 'Minimum Balance' is 90",
			});
		}
		expect(sandbox().account('pro').credits).toBe(90);
	});

	test('fails for an answer that was too long to keep and names the price, and a new execution pays again', async () => {
		const body = { score: 1, notes: 'x'.repeat(largeMax) };
		fault(packaging, 'body', { status: 200, body });
		const { run, fail } = startExecution('5');
		await run('score:packaging', byTitle, titles('a', ''), { continueOnFail: true });
		for (let count = 0; count < 2; count++) {
			expect(await fail('score:packaging', byTitle, titles('a', 'b'))).toMatchObject({
				message: 'The paid answer was too long to keep for a retry',
				description: expect.stringContaining('paid 1 credit for it'),
			});
		}
		const [first, second] = await run('score:packaging', byTitle, titles('a', 'b'), { continueOnFail: true });
		expect(first).toMatchObject({ details: { creditsCost: 1 } });
		expect(second).toMatchObject({ creditsCost: 1 });
		expect(sent(packaging)).toBe(2);
		await startExecution('6').run('score:packaging', byTitle, titles('a'));
		expect(sent(packaging)).toBe(3);
	});

	test('keeps the newest answers if all of them are too long together', async () => {
		const body = { score: 1, notes: 'x'.repeat(largeMax / 3) };
		fault(packaging, 'body', { status: 200, body, times: 3 });
		const names = Array.from({ length: 3 }, (_, index) => `Title ${index}`);
		const { run } = startExecution('7');
		await run('score:packaging', byTitle, titles(...names, ''), { continueOnFail: true });
		const results = await run('score:packaging', byTitle, titles(...names), { continueOnFail: true });
		expect(results.map(({ error }) => error).slice(0, 2)).toEqual([
			'The paid answer was too long to keep for a retry',
			undefined,
		]);
		expect(sent(packaging)).toBe(3);
	});
});

describe('a round of a loop after one with a failure', () => {
	test.each([
		['pays nothing for an input that was paid for', byTitle, 0],
		['requests a new result with Pay Once off', newResults, 1],
	])('%s', async (_title, values, cost) => {
		const { run } = startExecution('10');
		await run('score:packaging', values, titles('a', ''), { continueOnFail: true, runIndex: 0 });
		const [result] = await run('score:packaging', values, titles('a'), { runIndex: 1 });
		expect(result).toMatchObject({ creditsCost: cost });
		expect(spent()).toBe(1 + cost);
	});

	test('pays again after a round without a failure', async () => {
		const { run } = startExecution('11');
		for (const runIndex of [0, 1]) {
			const [result] = await run('research:getNiches', {}, titles('a'), { runIndex });
			expect(result).toMatchObject({ creditsCost: 1 });
		}
		expect(spent()).toBe(2);
	});
});

describe('a lost answer', () => {
	test.each(calls)(
		'to a call for %s is never requested again, and each try returns the same error and its price (S-N24)',
		async (_name, operation, values, path, price) => {
			fault(path, 'dropAfter');
			const execution = startExecution('20');
			const first = await execution.fail(operation, values, titles('a'));
			expect(first).toMatchObject({
				description: expect.stringContaining(
					`may have cost ${price === 1 ? '1 credit' : `${price} credits`}.`,
				),
				context: { facts: { creditsCost: price } },
			});
			const second = await execution.fail(operation, values, titles('a'));
			execution.retry('21');
			const third = await execution.fail(operation, values, titles('a'));
			for (const { message, description, context } of [second, third])
				expect([message, description, context.facts.creditsCost]).toEqual([
					first.message,
					first.description,
					price,
				]);
			expect(sent(path)).toBe(1);
			expect(spent()).toBe(price);
		},
	);

	test.each<[string, FaultSpec['kind'], Partial<FaultSpec>]>([
		['before it was charged', 'drop', {}],
		['in the middle', 'dropMidAnswer', {}],
		['in its end', 'cut', {}],
		['for an empty one', 'body', { status: 200, body: {} }],
		['for a page', 'body', { status: 200, body: '<html>', contentType: 'text/html' }],
	])('is final however it got lost: %s (S-N24)', async (_title, kind, more) => {
		fault(packaging, kind, more);
		const { fail } = startExecution('22');
		const messages = [
			await fail('score:packaging', byTitle, titles('a')),
			await fail('score:packaging', byTitle, titles('a')),
		].map(({ message }) => message);
		expect(messages[1]).toBe(messages[0]);
		expect(sent(packaging)).toBe(1);
	});

	test('fails only its own item, and a later round of the execution, but no new execution (S-N24)', async () => {
		fault(packaging, 'dropAfter');
		const { run } = startExecution('23');
		const more = { continueOnFail: true };
		const results = await run('score:packaging', byTitle, titles('a', 'b', 'a'), more);
		expect(costsOf(results)).toEqual([1, 1, 0]);
		expect(detailsOf(results)).toEqual([1, undefined, undefined]);
		const [later] = await run('score:packaging', byTitle, titles('a'), { ...more, runIndex: 1 });
		expect(later).toMatchObject({ error: results[0]?.error, message: results[0]?.message });
		expect(later?.details).not.toHaveProperty('creditsCost');
		expect(sent(packaging)).toBe(2);
		const [other] = await startExecution('24').run('score:packaging', byTitle, titles('a'));
		expect(other).toHaveProperty('percentile');
	});

	test('counts against the minimum balance (S-N24)', async () => {
		fault(packaging, 'dropAfter');
		sandbox().credits.set('pro', 91);
		const { run } = startExecution('25');
		const values = { ...byTitle, options: { minimumBalance: 90 } };
		const [, second] = await run('score:packaging', values, titles('a', 'b'), { continueOnFail: true });
		expect(second).toMatchObject({
			error: "The account has 90 credits, this item can cost 1, and 'Minimum Balance' is 90",
		});
		expect(sandbox().account('pro').credits).toBe(90);
	});

	test.each(['http://127.0.0.1:9', 'http://scoring.invalid'])(
		"isn't assumed if nothing was sent: %s (S-N24)",
		async (url) => {
			const execution = { items: titles('a'), runData: createRunData(titles('a')), executionId: '26' };
			const { clock } = sandbox();
			const failing = nodeFor({ url, clock: { now: () => clock.now(), advance: () => undefined } }).run(
				'research:getNiches',
				{},
				execution,
			);
			await expect(failing).rejects.toMatchObject({
				description: expect.not.stringContaining('cost'),
				context: {
					facts: expect.not.objectContaining({ creditsCost: expect.anything() as unknown }) as unknown,
				},
			});
			const [item] = await nodeFor(sandbox()).run('research:getNiches', {}, execution);
			expect(item?.json).toMatchObject({ creditsCost: 1 });
		},
	);
});

describe('an error of the service', () => {
	const lostAtGateway = (): void => fault(packaging, 'statusAfter', { status: 502 });

	test('is followed by the documented retries, and the cost has all that may have been charged (S29)', async () => {
		lostAtGateway();
		const [result] = await startExecution('30').run('score:packaging', byTitle, titles('a'));
		expect(result).toMatchObject({ creditsCost: 2 });
		expect(sent(packaging)).toBe(2);
		expect(spent()).toBeLessThanOrEqual(2);
	});

	onlyIn('documents', 'the observed service knows the key', () => {
		test('is charged for each request', async () => {
			lostAtGateway();
			await startExecution('31').run('score:packaging', byTitle, titles('a'));
			expect(spent()).toBe(2);
		});
	});

	test.each<[string, FaultSpec['kind'], number]>([
		['a request that was charged', 'statusAfter', 0],
		["a request that wasn't", 'status', 1],
	])(
		'is followed by a request only above the minimum balance after %s (S29)',
		async (_title, kind, results) => {
			sandbox().credits.set('pro', 91);
			fault(packaging, kind, { status: 502 });
			const values = { ...byTitle, options: { minimumBalance: 90 } };
			const items = await startExecution('32').run('score:packaging', values, titles('a'), {
				continueOnFail: true,
			});
			expect(items.filter(({ error }) => error === undefined)).toHaveLength(results);
			expect(costsOf(items).concat(detailsOf(items))).toContain(1 + results);
			expect(sandbox().account('pro').credits).toBe(90);
		},
	);

	test('costs nothing if it says that there were too many requests (S29)', async () => {
		fault(packaging, 'status', { status: 429, times: 2 });
		const [result] = await startExecution('33').run('score:packaging', byTitle, titles('a'));
		expect(result).toMatchObject({ creditsCost: 1 });
	});

	test('that persists names what all requests may have cost, and a retry sends the call again (S29)', async () => {
		fault(packaging, 'status', { status: 503, times: 6 });
		const { run, fail } = startExecution('34');
		expect(await fail('score:packaging', byTitle, titles('a'))).toMatchObject({
			message: 'The service returned an error (503)',
			description: expect.stringContaining('may have cost 6 credits'),
			context: { facts: { creditsCost: 6 } },
		});
		expect(await run('score:packaging', byTitle, titles('a'))).toMatchObject([{ creditsCost: 7 }]);
	});
});

test('says after a refusal what was paid for, with the API key of another account (S8)', async () => {
	const urls = [videos.known, 'https://example.com'];
	const failing = nodeFor(sandbox(), { key: keys.free }).run(
		'benchmark:video',
		{ url: '={{ $json.url }}' },
		{ items: urls.map((url) => ({ json: { url } })) },
	);
	await expect(failing).rejects.toMatchObject({
		description: expect.stringContaining(
			"1 item was paid for in this run, which cost 3 credits at most. A retry of this execution, such as in the tab 'Executions', doesn't pay for it again",
		),
	});
});
