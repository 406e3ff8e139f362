/** @jest-environment ./test/n8n/support/soak-environment.mjs */
import { randomInt } from 'node:crypto';
import type { SoakResult, Told } from '../support/soak';

const name = 'Soak 7-0.';
const post = { caption: name, status: 'draft' };
const told: Told = {
	names: [name],
	read: [{ name, post }],
	failed: [],
	isDone: ({ status }) => status === 'draft',
};

describe('the checks of a soak', () => {
	test.each<[string, Partial<Told>, object[], string]>([
		['a post that is in the store twice', {}, [post, post], 'is in the store 2 times'],
		['a post that is lost', { read: [] }, [], 'is lost'],
		['a post missing from the output', { read: [] }, [post], 'is lost'],
		[
			'a post that was never requested',
			{},
			[post, { ...post, caption: 'Soak 8-0.' }],
			'was never supposed to be created',
		],
		['a post that only n8n knows', {}, [], 'not in the store'],
		['a post that differs', {}, [{ ...post, status: 'published' }], 'differs'],
		['a post in two outputs', { read: [...told.read, ...told.read] }, [post], 'in 2 outputs'],
		['a post in an output and in an error', { failed: [name] }, [post], 'in 1 outputs and 1 errors'],
		['work that was not done', { isDone: () => false }, [post], "doesn't have the expected state"],
	])('%s', (_title, change, store, problem) => {
		const { disagreements } = soak.compare([{ ...told, ...change }], store as (typeof post)[]);
		expect(disagreements).toEqual([expect.stringContaining(problem)]);
	});

	test('report nothing if store and outputs agree, or an error names what failed', () => {
		const failed = { ...told, names: ['Soak 9-0.'], read: [], failed: ['Soak 9-0.'] };
		expect(soak.compare([told, failed], [post])).toEqual({
			read: 1,
			failed: 1,
			failedStored: 0,
			disagreements: [],
		});
	});

	test('report growing memory, and more errors than the faults explain', () => {
		const memory = [1, 2, 3, 4, 5, 60].map((heap) => ({ heap, external: 0, rss: 0 }));
		const verdict = { read: 1, failed: 9, failedStored: 0, disagreements: [] };
		expect(soak.failuresOf({ posts: 10, verdict, memory, faults: [] })).toEqual([
			'9 of 10 posts ended with an error',
			expect.stringContaining("n8n's heap grew"),
		]);
	});
});

describe('a soak with faults in one of twenty requests', () => {
	const seed = randomInt(2 ** 31);
	let result: SoakResult;
	beforeAll(async () => (result = await soak.run(250, seed)), 900_000);

	test(`loses and duplicates no post: seed ${seed} (P54, P103, P104)`, () => {
		expect(soak.failuresOf(result)).toEqual([]);
		expect(result.verdict.read + result.verdict.failed).toBe(result.posts);
		expect(result.faults.reduce((sum, { times }) => sum + times, 0)).toBeGreaterThan(20);
	});

	test('leaves no more memory in use than n8n keeps as a cache', () => {
		const [before, after] = result.memory;
		expect((after?.heap ?? Infinity) - (before?.heap ?? 0)).toBeLessThan(60);
	});
});
