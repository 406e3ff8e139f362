import { checkSchema } from '../../../../client/publishing/options/check';
import { stepsOf } from '../../../../client/publishing/options/patterns';

const uri = { type: 'string', format: 'uri' };
const reference = { $ref: '#/definitions/tag' };

describe('an uncertain check', () => {
	test.each<[string, unknown, unknown]>([
		['a reference, or text', { oneOf: [reference, { type: 'string' }] }, 'a'],
		['two formats', { oneOf: [uri, { type: 'string', format: 'email' }] }, 'a@b.example'],
		['no reference', { not: reference }, 'a'],
		['no format', { not: { format: 'uri' } }, 'a'],
		['neither of two references', { not: { anyOf: [reference, reference] } }, 'a'],
		['names by a pattern', { patternProperties: { '^x-': {} }, additionalProperties: false }, { 'x-a': 1 }],
		['tenths', { multipleOf: 0.1 }, 0.3],
		['not hundredths', { not: { multipleOf: 0.01 } }, 1.15],
		['limits beside a reference, which older drafts ignore', { ...reference, maxLength: 1 }, 'ab'],
		['a limit that an older draft writes as a switch', { maximum: 5, exclusiveMaximum: true }, 3],
		['a value that can be null in another notation', { type: 'string', nullable: true }, null],
		['a list whose entries differ', { items: [{ type: 'string' }, { type: 'number' }] }, ['a', 1]],
		[
			'a list that begins differently',
			{ prefixItems: [{ type: 'string' }], items: { type: 'number' } },
			['a'],
		],
		['an unknown type', { type: 'file' }, 'a'],
		['a condition', { not: { if: { const: 'a' }, then: false } }, 'a'],
		['a keyword of the service', { not: { 'x-rule': 1 } }, 'a'],
		['a pattern of another dialect', { pattern: '(?i)^A$' }, 'b'],
		['an emoji as one or two characters', { pattern: '^..$' }, '😀'],
	])('reports nothing for %s (P14, P18, D7)', (_title, schema, value) => {
		expect(checkSchema(value, schema)).toEqual([]);
	});

	test.each<[string, unknown, unknown]>([
		['text with a format that is too long', { ...uri, maxLength: 3 }, 'https'],
		['a reference beside a limit', { allOf: [reference, { maxLength: 3 }] }, 'abcd'],
		['none of two', { oneOf: [{ type: 'number' }, { type: 'string', maxLength: 1, format: 'x' }] }, 'ab'],
		['two of three', { oneOf: [reference, { type: 'string' }, { maxLength: 9 }] }, 'ab'],
		['a number other than a tenth', { multipleOf: 0.1 }, 0.25],
		['a word instead of digits', { pattern: '^\\d{1,4}$' }, 'music'],
	])('still reports a certain problem: %s (P14, P18, D7)', (_title, schema, value) => {
		expect(checkSchema(value, schema)).toHaveLength(1);
	});
});

test('checks an endless schema in at most 10,000 steps (P14, D7)', () => {
	let steps = 0;
	const endless = (): object => ({
		get anyOf() {
			steps += 1;
			return [endless(), endless(), endless()];
		},
	});
	expect(checkSchema('a', endless())).toEqual([]);
	expect(steps).toBeGreaterThan(1_000);
	expect(steps).toBeLessThanOrEqual(10_000);
});

describe('a pattern from the service', () => {
	const text = `${'a'.repeat(10_000)}!`;

	test.each([
		'^(a+)+$',
		'^(a|a)*$',
		'(a|aa)+$',
		'^(.*)*$',
		'a*a*a*a*$',
		`^${'a?'.repeat(40)}a{40}$`,
		'(?=a+)b',
		'(a)\\1',
		'^([a-z]+)*$',
	])('is left to the service if it could run endlessly: %s (P14, D7)', (pattern) => {
		expect(stepsOf(pattern, text.length)).toBeGreaterThan(10_000_000);
		expect(checkSchema(text, { pattern })).toEqual([]);
	});

	test.each([
		'^\\d{1,4}$',
		'^[a-z-]+$',
		'^(?:https?://)?[\\w.]+$',
		'^#?[0-9a-f]{6}$',
		'^(public|private)$',
		'\\d$',
		'^\\p{Lu}',
	])('is tested on a short text: %s (P14, D7)', (pattern) => {
		expect(stepsOf(pattern, 20)).toBeLessThanOrEqual(10_000_000);
		expect(checkSchema('!', { pattern })).toHaveLength(1);
	});
});
