import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { scoringSeed } from '../../../sandbox/scoring';
import { scoringNodeOf, useScoringSandbox } from '../../support/scoring';

const sandbox = useScoringSandbox();
const { niche } = scoringSeed;
const byTitle = { title: '={{ $json.title }}' };
const nicheById = { niche: { __rl: true, mode: 'id', value: niche } };
const titles = (...list: string[]): INodeExecutionData[] => list.map((title) => ({ json: { title } }));
const answerWith = (path: string, body: unknown, contentType = 'application/json'): void =>
	sandbox().faults.add({ path, kind: 'body', status: 200, body, contentType });
const keysSent = (): Array<string | undefined> =>
	sandbox().requests.map(({ headers }) => headers['idempotency-key']);

describe('Minimum Balance', () => {
	const options = { keepCredits: 10 };
	const both = { ...byTitle, thumbnailFrom: 'url', thumbnailUrl: 'https://example.com/a.jpg' };

	test.each<[string, IDataObject, INodeExecutionData[], number]>([
		['one item', both, titles('a'), 0],
		['several items at once', byTitle, titles('a', 'b', 'c', 'd', 'e'), 2],
	])('10 with 12 left: %s, and what is left is never less', async (_title, values, items, paid) => {
		sandbox().credits.set('pro', 12);
		const run = scoringNodeOf(sandbox())(
			'score:packaging',
			{ ...values, options },
			{ items, continueOnFail: true },
		);
		const errors = (await run).filter(({ json }) => json.error !== undefined);
		expect(errors).toHaveLength(items.length - paid);
		expect(errors[0]?.json.error).toMatch(/^The account has 1[02] credits, and this call costs [13]$/);
		expect(sandbox().account('pro')).toMatchObject({ spent: paid });
	});

	test('a call that fails gives back what it was to cost', async () => {
		sandbox().credits.set('pro', 11);
		sandbox().faults.add({ path: '/v1/score/packaging', kind: 'status', status: 400 });
		const values = { ...byTitle, options };
		const run = { items: titles('a'), continueOnFail: true };
		const [failed] = await scoringNodeOf(sandbox())('score:packaging', values, run);
		expect(failed?.json.error).toBe('The service refused the input');
		const items = await scoringNodeOf(sandbox())('score:packaging', values, { items: titles('b') });
		expect(items).toHaveLength(1);
		expect(sandbox().account('pro')).toMatchObject({ credits: 10, spent: 1 });
	});

	test('an answer that was paid for before costs nothing of it', async () => {
		sandbox().credits.set('pro', 11);
		const run = async () => await scoringNodeOf(sandbox())('score:packaging', { title: 'x', options });
		await run();
		sandbox().credits.set('pro', 11);
		await run();
		expect(sandbox().account('pro')).toMatchObject({ credits: 11, spent: 1 });
	});

	test('takes the balance from the usage where the account does not tell it', async () => {
		answerWith('/v1/me/', { email: 'a@b.example' });
		const [item] = await scoringNodeOf(sandbox())('score:packaging', { title: 'x', options });
		expect(item?.json).toHaveProperty('percentile');
		expect(sandbox().requests.map(({ path }) => path)).toEqual([
			'/v1/me/',
			'/v1/usage/',
			'/v1/score/packaging',
		]);
	});

	test('spends nothing where nobody tells the balance (S-N16)', async () => {
		answerWith('/v1/me/', { email: 'a@b.example' });
		answerWith('/v1/usage/', { calls: 3 });
		const failing = scoringNodeOf(sandbox())('score:packaging', { title: 'x', options });
		await expect(failing).rejects.toThrow('does not tell the balance');
		expect(sandbox().account('pro').spent).toBe(0);
	});

	test.each<[string, object]>([
		['credits_left', { credits_left: 5 }],
		['credits.remaining', { credits: { remaining: 5 } }],
		['account.credits_remaining', { account: { credits_remaining: 5 } }],
	])('reads the balance from %s (S-N16)', async (_title, body) => {
		answerWith('/v1/me/', body);
		const failing = scoringNodeOf(sandbox())('score:packaging', { title: 'x', options });
		await expect(failing).rejects.toThrow('The account has 5 credits, and this call costs 1');
	});
});

describe('a paid answer that arrives cut in half', () => {
	const cut = (path: string, times = 1): void => sandbox().faults.add({ path, kind: 'cut', times });

	test('is fetched again under its key, and paid for once (S-N23)', async () => {
		cut('/v1/score/packaging', 2);
		const [item] = await scoringNodeOf(sandbox())('score:packaging', { title: 'x' });
		expect(item?.json).toHaveProperty('score');
		expect(new Set(keysSent()).size).toBe(1);
		expect(sandbox().account('pro').spent).toBe(1);
	});

	test.each<[string, string, IDataObject]>([
		['a list, which has no key', 'research:getContentGaps', nicheById],
		['with Pay Once off', 'score:packaging', { title: 'x', options: { payOnce: false } }],
	])('is not paid for again by itself: %s', async (_title, name, values) => {
		cut(name === 'score:packaging' ? '/v1/score/packaging' : '/v1/research/content-gaps', 9);
		await expect(scoringNodeOf(sandbox())(name, values)).rejects.toMatchObject({
			description: expect.stringContaining('running the node again pays again'),
		});
		expect(sandbox().requests).toHaveLength(1);
	});
});

describe('what is said when nobody knows whether an answer was paid for', () => {
	test.each<[string, string, IDataObject, string, string, string]>([
		[
			'a call under a key',
			'score:packaging',
			{ title: 'x' },
			'/v1/score/packaging',
			'Run the node again within 24 hours: it costs nothing more',
			'pays again',
		],
		[
			'a call without one',
			'score:packaging',
			{ title: 'x', options: { payOnce: false } },
			'/v1/score/packaging',
			'running the node again pays again',
			'nothing more',
		],
		[
			'a list',
			'research:getContentGaps',
			nicheById,
			'/v1/research/content-gaps',
			'running the node again pays again',
			'nothing more',
		],
		['what is free', 'account:get', {}, '/v1/me/', 'Nothing was spent', 'paid'],
	])('%s', async (_title, name, values, path, words, otherWords) => {
		sandbox().faults.add({ path, kind: 'body', status: 200, body: '{"cut":', times: 9 });
		const error = await scoringNodeOf(sandbox())(name, values).then(
			() => undefined,
			(failure: Error & { description?: string }) => failure,
		);
		expect(error?.description).toContain(words);
		expect(error?.description).not.toContain(otherWords);
	});
});

test('the id of a request that the service refused is shown, and is a fact for the workflow', async () => {
	const fault = { path: '/v1/score/packaging', kind: 'status', status: 400 } as const;
	sandbox().faults.add({ ...fault, times: 2 });
	await expect(scoringNodeOf(sandbox())('score:packaging', { title: 'x' })).rejects.toMatchObject({
		description: expect.stringMatching(/\. Request ID: req_\d+$/),
	});
	const run = { continueOnFail: true };
	const [item] = await scoringNodeOf(sandbox())('score:packaging', { title: 'x' }, run);
	expect(item?.json.details).toMatchObject({ requestId: sandbox().requests.at(-1)?.requestId });
});
