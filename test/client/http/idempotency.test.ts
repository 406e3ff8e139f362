import { followingKey } from '../../../client/http/idempotency';

const long = (end: string): string => `${'k'.repeat(127)}${end}`;
const following = (idempotencyKey: string): string =>
	followingKey({ idempotencyKey }, 'submit').idempotencyKey ?? 'none';

describe('the key of a write that follows from another one', () => {
	test('is the first key with what it is for (P68)', () => {
		expect(following('order-7')).toBe('order-7-submit');
	});

	test('keeps to 128 characters, and tells long keys apart by their ends (P68)', () => {
		const keys = [long('1'), long('2')].map(following);
		expect(keys.map((key) => key.length)).toEqual([128, 128]);
		expect(new Set(keys).size).toBe(2);
		expect(following(long('1'))).toBe(keys[0]);
	});

	test('is none where there was none (P68)', () => {
		expect(followingKey({ idempotencyKey: '' }, 'submit')).toEqual({});
	});
});
