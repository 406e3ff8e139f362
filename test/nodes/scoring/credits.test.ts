import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ContentScoringApi } from '../../../credentials/ContentScoringApi.credentials';
import { ContentScoring } from '../../../nodes/ContentScoring/ContentScoring.node';
import type { ScoringClient } from '../../../client/scoring';
import { withinBalance } from '../../../nodes/ContentScoring/credits';
import type { ParameterReader } from '../../../nodes/shared/parameters';
import { scoringSeed } from '../../../sandbox/scoring';
import { searchList } from '../../support/n8nContexts';
import { onlyIn } from '../../support/profile';
import { nodeFor } from '../../support/nodeUnderTest';
import { useScoringSandbox } from '../../support/useScoringSandbox';

const sandbox = useScoringSandbox();

const nextTurn = async () => await new Promise((resolve) => setImmediate(resolve));

const { keys, videos, niche } = scoringSeed;

const titles = (...list: string[]): INodeExecutionData[] => list.map((title) => ({ json: { title } }));

const byTitle = { title: '={{ $json.title }}' };

const nicheById = { niche: { __rl: true, mode: 'id', value: niche } };

const answerWith = (path: string, body: unknown, contentType = 'application/json'): void =>
	sandbox().faults.add({ path, kind: 'body', status: 200, body, contentType });

const keysSent = (): Array<string | undefined> =>
	sandbox().requests.map(({ headers }) => headers['idempotency-key']);

const spent = (key = 'pro'): number => sandbox().account(key).spent;

const jsonOf = (items: INodeExecutionData[]): IDataObject[] => items.map(({ json }) => json);

describe('wasted credits', () => {
	onlyIn('observed', 'idempotency keys of scoring are not documented', () => {
		test("don't occur for the same input in another execution (S-N23)", async () => {
			const { run } = nodeFor(sandbox());
			const first = await run('score:packaging', { title: 'x' }, { executionId: '70' });
			const again = await run('score:packaging', { title: 'x' }, { executionId: '71' });
			expect(again[0]?.json.score_id).toBe(first[0]?.json.score_id);
			expect(spent()).toBe(1);
		});

		test('count against no Minimum Balance for the same input (S-N23)', async () => {
			sandbox().credits.set('pro', 11);
			const options = { minimumBalance: 10 };
			const run = async () => await nodeFor(sandbox()).run('score:packaging', { title: 'x', options });
			await run();
			sandbox().credits.set('pro', 11);
			await run();
			expect(sandbox().account('pro')).toMatchObject({ credits: 11, spent: 1 });
		});
	});

	test('are avoided by Minimum Balance, which stops before any cost and reads once per run', async () => {
		const { run } = nodeFor(sandbox(), { key: keys.free });
		const values = { ...byTitle, options: { minimumBalance: 500 } };
		const items = jsonOf(
			await run('score:packaging', values, { items: titles('a', 'b', 'c'), continueOnFail: true }),
		);
		expect(items.map(({ error }) => error)).toEqual(
			Array(3).fill("The account has 100 credits, this item can cost 1, and 'Minimum Balance' is 500"),
		);
		expect(items[0]?.message).toContain("Top up the account or lower 'Minimum Balance'");
		expect(sandbox().requests.map(({ path }) => path)).toEqual(['/v1/usage/']);
	});

	test('are avoided by paying once for the list of niches, whatever is typed', async () => {
		const data = { apiUrl: sandbox().url, apiKey: keys.starter, headerName: '', headerScheme: 'Bearer' };
		const credentials = [{ type: new ContentScoringApi(), data }];
		for (const filter of ['', 'c', 'co']) {
			const { results } = await searchList(new ContentScoring(), 'searchNiches', { credentials, filter });
			expect(results.map(({ value }) => value)).toContain('home-cooking');
		}
		expect(spent('starter')).toBe(1);
	});

	test('are avoided by not requesting the niches again for each letter after a lost response (S-N24)', async () => {
		sandbox().faults.add({ path: '/v1/research/niches', kind: 'dropAfter', times: 3 });
		const data = { apiUrl: sandbox().url, apiKey: keys.pro, headerName: '', headerScheme: 'Bearer' };
		const credentials = [{ type: new ContentScoringApi(), data }];
		for (const filter of ['', 'c', 'co']) {
			const failing = searchList(new ContentScoring(), 'searchNiches', { credentials, filter });
			await expect(failing).rejects.toThrow();
		}
		expect(spent()).toBe(1);
	});
});

describe('out of credits', () => {
	test('keeps paid results of a parallel batch with Continue and marks the rest (S28)', async () => {
		sandbox().credits.set('free', 1);
		const items = titles('a', 'b', 'c', 'd', 'e', 'f');
		const { outputs } = await nodeFor(sandbox(), { key: keys.free }).result('score:packaging', byTitle, {
			items,
			continueOnFail: true,
		});
		const errors = (outputs[0] ?? []).filter(({ json }) => json.error === 'The account is out of credits');
		expect(errors).toHaveLength(5);
		expect(errors[0]?.json).toMatchObject({
			message: expect.stringContaining('This item has no result'),
			details: { statusCode: 402 },
		});
		expect(sandbox().account('free')).toMatchObject({ credits: 0, spent: 1 });
		expect(sandbox().requests.length).toBeLessThan(6);
	});

	test.each(['score:packaging', 'benchmark:channel'])(
		'sends no paid request in %s after the first refusal (S28)',
		async (operation) => {
			const list = ['a', 'b', 'c', 'd', 'e', 'f'];
			const items = list.map((title) => ({ json: { title, url: `@channel-${title}` } }));
			const { run } = nodeFor(sandbox(), { key: keys.empty });
			const values = { ...byTitle, url: '={{ $json.url }}' };
			const outputs = jsonOf(await run(operation, values, { items, continueOnFail: true }));
			expect(outputs.map(({ error }) => error)).toEqual(list.map(() => 'The account is out of credits'));
			expect(sandbox().requests.map(({ status }) => status)).toEqual([402]);
		},
	);
});

describe('the idempotency key', () => {
	const execution = { executionId: '900' };

	test('differs for each operation and each input and is equal for the same content (S-N23)', async () => {
		const { run } = nodeFor(sandbox());
		await run('score:packaging', byTitle, { ...execution, items: titles('a', 'b') });
		await run('score:packaging', { title: 'other' }, execution);
		await run('score:videoHook', { url: videos.known }, execution);
		await run('benchmark:video', { url: videos.known }, execution);
		expect(new Set(keysSent()).size).toBe(5);
		await run('benchmark:video', { url: videos.known }, { executionId: '901' });
		expect(keysSent().at(-1)).toBe(keysSent().at(-2));
	});

	test('requests items with the same content once and assigns the cost to the first (S-N23)', async () => {
		const items = await nodeFor(sandbox()).run('score:packaging', byTitle, {
			items: titles('a', 'a', 'b'),
		});
		expect(items.map(({ json }) => json.creditsCost)).toEqual([1, 0, 1]);
		expect(keysSent()).toHaveLength(2);
	});

	test('is not sent if the user turned it off (S-N23)', async () => {
		await nodeFor(sandbox()).run('score:packaging', { title: 'x', options: { payOnce: false } });
		expect(keysSent()).toEqual([undefined]);
	});
});

describe('the same result for several items', () => {
	test.each<[string, IDataObject, number]>([
		['research:getNiches', {}, 1],
		['research:getContentGaps', nicheById, 5],
	])('is paid once per run for %s (S12, S13)', async (name, values, credits) => {
		const items = await nodeFor(sandbox()).run(name, values, { items: titles('a', 'b', 'c') });
		expect(sandbox().account('pro').spent).toBe(credits);
		expect(items.reduce((sum, { json }) => sum + Number(json.creditsCost), 0)).toBe(credits);
		expect(new Set(items.map(({ pairedItem }) => JSON.stringify(pairedItem))).size).toBe(3);
	});
});

describe('Minimum Balance', () => {
	const options = { minimumBalance: 10 };
	const both = { ...byTitle, thumbnailFrom: 'url', thumbnailUrl: 'https://images.example/a.jpg' };

	test.each<[string, IDataObject, INodeExecutionData[], number]>([
		['one item', both, titles('a'), 0],
		['several parallel items', byTitle, titles('a', 'b', 'c', 'd', 'e'), 2],
	])('keeps a balance of at least 10 with 12 left: %s', async (_title, values, items, paid) => {
		sandbox().credits.set('pro', 12);
		const run = nodeFor(sandbox()).run(
			'score:packaging',
			{ ...values, options },
			{ items, continueOnFail: true },
		);
		const errors = (await run).filter(({ json }) => json.error !== undefined);
		expect(errors).toHaveLength(items.length - paid);
		expect(errors[0]?.json.error).toMatch(
			/^The account has 1[02] credits, this item can cost [13], and 'Minimum Balance' is 10$/,
		);
		expect(sandbox().account('pro')).toMatchObject({ spent: paid });
	});

	test('counts the calls that end while the balance is read', async () => {
		let credits = 100;
		let held: Promise<void> = Promise.resolve();
		const usage = async () => {
			const answer = { credits };
			await held;
			return answer;
		};
		const parameters = { options: { minimumBalance: 98 }, requireResult: () => undefined };
		const ends: Array<() => void> = [];
		const pay = async () =>
			await withinBalance(
				parameters as unknown as ParameterReader,
				{ client: client as unknown as ScoringClient, cost: 1 },
				async () => {
					await new Promise<void>((end) => void ends.push(end));
					credits -= 1;
				},
			);
		const client = { usage };
		const first = [pay(), pay()];
		await nextTurn();
		let release = (): void => undefined;
		held = new Promise((resolve) => (release = resolve));
		const third = expect(pay()).rejects.toThrow('The account has 98 credits, this item can cost 1');
		await nextTurn();
		for (const end of ends) end();
		await Promise.all(first);
		release();
		await nextTurn();
		for (const end of ends) end();
		await third;
		expect(ends).toHaveLength(2);
	});

	test.each([-5, '-5', 'five'])('refuses %p before anything is paid', async (minimumBalance) => {
		const error = await nodeFor(sandbox()).error('score:packaging', {
			...byTitle,
			title: 'x',
			options: { minimumBalance },
		});
		expect(error.message).toMatch(/^'Minimum Balance' can't be /);
		expect(sandbox().requests).toEqual([]);
	});

	test('releases the reserved cost of a failed call', async () => {
		sandbox().credits.set('pro', 11);
		sandbox().faults.add({ path: '/v1/score/packaging', kind: 'status', status: 400 });
		const values = { ...byTitle, options };
		const run = { items: titles('a'), continueOnFail: true };
		const [failed] = await nodeFor(sandbox()).run('score:packaging', values, run);
		expect(failed?.json.error).toBe('The service refused the values');
		const items = await nodeFor(sandbox()).run('score:packaging', values, { items: titles('b') });
		expect(items).toHaveLength(1);
		expect(sandbox().account('pro')).toMatchObject({ credits: 10, spent: 1 });
	});

	test("reads the balance from the account if the usage doesn't return it (S18)", async () => {
		answerWith('/v1/usage/', { calls: 3 });
		answerWith('/v1/me/', { credits_remaining: 50 });
		const [item] = await nodeFor(sandbox()).run('score:packaging', { title: 'x', options });
		expect(item?.json).toHaveProperty('percentile');
		expect(sandbox().requests.map(({ path }) => path)).toEqual([
			'/v1/usage/',
			'/v1/me/',
			'/v1/score/packaging',
		]);
	});

	test('spends nothing if the balance is unknown (S-N16)', async () => {
		answerWith('/v1/me/', { email: 'a@b.example' });
		answerWith('/v1/usage/', { calls: 3 });
		const failing = nodeFor(sandbox()).run('score:packaging', { title: 'x', options });
		await expect(failing).rejects.toThrow("doesn't return the balance");
		expect(sandbox().account('pro').spent).toBe(0);
	});

	test.each<[string, object]>([
		['credits_left', { credits_left: 5 }],
		['credits.remaining', { credits: { remaining: 5 } }],
		['account.credits_remaining', { account: { credits_remaining: 5 } }],
	])('reads the balance from %s (S-N16)', async (_title, body) => {
		answerWith('/v1/usage/', body);
		const failing = nodeFor(sandbox()).run('score:packaging', { title: 'x', options });
		await expect(failing).rejects.toThrow('The account has 5 credits, this item can cost 1');
	});
});
