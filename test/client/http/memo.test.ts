import { Memo, once } from '../../../client/http/memo';

describe('a memo', () => {
	test('requests each key once and shares the response with parallel callers', async () => {
		const memo = new Memo<string>();
		const asked: string[] = [];
		const ask = async (key: string) => await memo.get(key, async () => `${key}${asked.push(key)}`);
		expect(memo.has('a')).toBe(false);
		const answers = await Promise.all([ask('a'), ask('a'), ask('b')]);
		expect([...answers, await ask('a')]).toEqual(['a1', 'a1', 'b2', 'a1']);
		expect([memo.has('a'), asked]).toEqual([true, ['a', 'b']]);
	});

	test('keeps no failure and passes it to all waiting callers', async () => {
		const failures = [new Error('first')];
		const ask = once(async () => {
			const failure = failures.pop();
			return failure ? await Promise.reject(failure) : 'answer';
		});
		const outcomes = await Promise.allSettled([ask(), ask()]);
		expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(await ask()).toBe('answer');
	});
});
