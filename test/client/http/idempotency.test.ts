import { followingKey } from '../../../client/http/idempotency';

const long = (end: string): string => `${'k'.repeat(127)}${end}`;
const following = (idempotencyKey: string): string =>
	followingKey({ idempotencyKey }, 'submit').idempotencyKey ?? 'none';

describe('the key of a follow-up write', () => {
	test('is the first key with its purpose (P68)', () => {
		expect(following('order-7')).toBe('order-7-submit');
	});

	test('has at most 128 characters and distinguishes long keys by their ends (P68)', () => {
		const keys = [long('1'), long('2')].map(following);
		expect(keys.map((key) => key.length)).toEqual([128, 128]);
		expect(new Set(keys).size).toBe(2);
		expect(following(long('1'))).toBe(keys[0]);
	});

	test('is missing if there was no first key (P68)', () => {
		expect(followingKey({ idempotencyKey: '' }, 'submit')).toEqual({});
	});
});
