import type { IContextObject } from 'n8n-workflow';
import {
	entriesMax,
	entryOf,
	keysOfSent,
	largeMax,
	runEnded,
	type TableName,
} from '../../../nodes/shared/journal/execution';

interface Facts {
	number: number;
	text: string;
}

/** The part of an execution that n8n saves, and its nodes' contexts. */
function execution(saved: Record<string, IContextObject> = {}) {
	/** A new context, as n8n creates one for each try and each round. */
	const run = (node = 'node') => ({
		getContext: (of: string) => (saved[of === 'node' ? node : of] ??= {}),
	});
	return { run, restarted: () => execution(JSON.parse(JSON.stringify(saved)) as typeof saved) };
}

const retryTables: TableName[] = ['items', 'charges', 'requests'];
const lastingTables: TableName[] = ['posts', 'sent', 'socialPublishingFiles'];
const text = (length: number): string => 'x'.repeat(length - '""'.length);

describe('an entry of the journal', () => {
	test('keeps its facts for the next try, and after a restart of n8n', () => {
		const first = execution();
		entryOf<Facts>(first.run(), 'items', 'a').note({ number: 1 });
		entryOf<Facts>(first.run(), 'items', 'a').note({ text: 'one' });
		expect(entryOf<Facts>(first.restarted().run(), 'items', 'a').facts).toEqual({ number: 1, text: 'one' });
	});

	test('has no facts under the names of inherited properties', () => {
		expect(entryOf<Facts>(execution().run(), 'items', 'constructor').facts).toEqual({});
	});

	test.each(retryTables)('of %s goes when its run has ended well', (table) => {
		const { run } = execution();
		const failed = run();
		entryOf<Facts>(failed, table, 'a').note({ number: 1 });
		const retry = run();
		expect(entryOf<Facts>(retry, table, 'a').exists).toBe(true);
		runEnded(retry);
		expect(entryOf<Facts>(run(), table, 'a').exists).toBe(false);
	});

	test.each(lastingTables)('of %s stays for the next round of a loop', (table) => {
		const { run } = execution();
		const round = run();
		entryOf<Facts>(round, table, 'a').note({ number: 1 });
		runEnded(round);
		expect(entryOf<Facts>(run(), table, 'a').facts).toEqual({ number: 1 });
	});

	test('that a later round has written again can go when that round has ended', () => {
		const { run } = execution();
		for (let round = 0; round < 2; round++) {
			const context = run();
			entryOf<Facts>(context, 'posts', 'first').note({ number: round });
			runEnded(context);
		}
		const last = run();
		for (let index = 0; index < entriesMax; index++) {
			entryOf<Facts>(last, 'posts', String(index)).note({ number: index });
		}
		expect(entryOf<Facts>(last, 'posts', 'first').exists).toBe(false);
	});

	test('is seen by other nodes only if it’s about a file', () => {
		const { run } = execution();
		for (const table of [...retryTables, ...lastingTables])
			entryOf<Facts>(run(), table, 'a').note({ number: 1 });
		const seen = [...retryTables, ...lastingTables].filter(
			(table) => entryOf<Facts>(run('other node'), table, 'a').exists,
		);
		expect(seen).toEqual(['socialPublishingFiles']);
	});

	test('lasts for one run where n8n keeps nothing', () => {
		const agent = {
			getContext: () => {
				throw new Error('There is no execution');
			},
		};
		entryOf<Facts>(agent, 'items', 'a').note({ number: 1 });
		expect(entryOf<Facts>(agent, 'items', 'a').facts).toEqual({ number: 1 });
		expect(entryOf<Facts>({ ...agent }, 'items', 'a').exists).toBe(false);
	});
});

describe('a full table', () => {
	const fill = (run: { getContext: (of: string) => IContextObject }, table: TableName, count: number) => {
		for (let index = 0; index < count; index++)
			entryOf<Facts>(run, table, `e${index}`).note({ number: index });
	};

	test.each(retryTables)('of %s refuses another entry before anything is sent for it', (table) => {
		const { run } = execution();
		const context = run();
		fill(context, table, entriesMax);
		expect(() => entryOf(context, table, 'e0').requireRoom()).not.toThrow();
		expect(() => entryOf(context, table, 'other').requireRoom()).toThrow(
			'This run has more than 10,000 items',
		);
		runEnded(context);
		expect(() => entryOf(run(), table, 'other').requireRoom()).not.toThrow();
	});

	test('has room again after rounds with failed items, of which n8n can run only the last again', () => {
		const { run } = execution();
		const [round, last] = [run(), run()];
		fill(round, 'items', entriesMax - 1);
		runEnded(round, true);
		entryOf<Facts>(last, 'items', 'last').note({ number: 1 });
		const next = entryOf<Facts>(last, 'items', 'next');
		expect(() => next.requireRoom()).not.toThrow();
		expect(entryOf(run(), 'items', 'last').exists).toBe(true);
		expect(entryOf(run(), 'items', 'e0').exists).toBe(false);
		expect(entryOf(run(), 'items', 'e9998').exists).toBe(true);
	});

	test('drops the oldest entries of runs that ended well, and no others', () => {
		const { run } = execution();
		const round = run();
		fill(round, 'sent', entriesMax);
		runEnded(round);
		entryOf<Facts>(run(), 'sent', 'e0').note({ number: -1 });
		entryOf<Facts>(run(), 'sent', 'new').note({ number: 1 });
		const keys = keysOfSent(run());
		expect(keys.length).toBeLessThanOrEqual(entriesMax);
		expect(keys.slice(0, 2)).toEqual(['e0', 'e501']);
		expect(keys.at(-1)).toBe('new');
	});
});

describe('a large value', () => {
	const third = text(Math.floor(largeMax / 3));

	test('is kept, dropped or never there', () => {
		const { run } = execution();
		const entry = entryOf<Facts>(run(), 'items', 'a');
		expect(entry.large('content')).toEqual({ is: 'never' });
		entry.keep('content', { some: 'text' });
		expect(entry.large('content')).toEqual({ is: 'kept', value: { some: 'text' } });
		entry.keep('content', text(largeMax + 1));
		expect(entry.large('content')).toEqual({ is: 'dropped' });
	});

	test.each(['in the same process', 'after a restart'])('makes room for a newer one %s', (when) => {
		const first = execution();
		for (const key of ['a', 'b', 'c']) entryOf(first.run(), 'charges', key).keep('answer', third);
		const { run } = when === 'after a restart' ? first.restarted() : first;
		entryOf(run(), 'charges', 'd').keep('answer', third);
		const kept = ['a', 'b', 'c', 'd'].map((key) => entryOf(run(), 'charges', key).large('answer').is);
		expect(kept).toEqual(['dropped', 'kept', 'kept', 'kept']);
	});

	test('goes first if its run has ended well', () => {
		const { run } = execution();
		entryOf(run(), 'charges', 'failed').keep('answer', third);
		const round = run();
		entryOf(round, 'sent', 'a').keep('post', third);
		runEnded(round);
		entryOf(run(), 'charges', 'b').keep('answer', third);
		entryOf(run(), 'charges', 'c').keep('answer', third);
		expect(entryOf(run(), 'charges', 'failed').large('answer').is).toBe('kept');
		expect(entryOf(run(), 'sent', 'a').large('post').is).toBe('dropped');
	});

	test('leaves room for others when its entry goes', () => {
		const { run } = execution();
		const round = run();
		for (const key of ['a', 'b', 'c']) entryOf(round, 'items', key).keep('content', third);
		runEnded(round);
		for (const key of ['d', 'e', 'f']) entryOf(run(), 'items', key).keep('content', third);
		expect(['d', 'e', 'f'].map((key) => entryOf(run(), 'items', key).large('content').is)).toEqual(
			Array.from({ length: 3 }, () => 'kept'),
		);
	});

	test('is replaced by a newer one of the same name', () => {
		const { run } = execution();
		const entry = entryOf(run(), 'items', 'a');
		for (let index = 0; index < 10; index++) entry.keep('content', third);
		entryOf(run(), 'items', 'b').keep('content', third);
		expect(entry.large('content').is).toBe('kept');
	});
});
