import { locatorValue, toChoices, toJsonObject, toLine, toList, toText } from '../../../nodes/shared/values';

test.each<[string, unknown, string[]]>([
	['a list', ['a', 'b'], ['a', 'b']],
	['commas', 'a,b', ['a', 'b']],
	['commas and blanks', ' a , b ,', ['a', 'b']],
	['lines', 'a\nb\r\nc', ['a', 'b', 'c']],
	['one entry', 'a', ['a']],
	['a list as JSON text', '["a", "b, c", 7]', ['a', 'b, c', '7']],
	['objects as JSON text', ' [{ "id": "a" }] ', ['a']],
	['an empty list as JSON text', '[]', []],
	["brackets that aren't JSON", '[a, b]', ['[a', 'b]']],
	['empty entries', ['a', '', ' ', null, undefined], ['a']],
	['numbers in a list', [2026, 7], ['2026', '7']],
	['a number', 2026, ['2026']],
	['values of a locator', [{ __rl: true, mode: 'list', value: 'a' }], ['a']],
	['objects with an id, such as channels', [{ id: 'a', platform: 'facebook' }], ['a']],
	['an empty text', '', []],
	['nothing', undefined, []],
	['null', null, []],
])('toList reads %s (P69)', (_title, value, expected) => {
	expect(toList(value)).toEqual(expected);
});

test.each([[[{ a: 1 }]], [[['a']]], [{ a: 1 }], [true]])(
	'toList never converts other values to text: %j (D7)',
	(value) => {
		expect(toList(value).join()).not.toMatch(/\[object/);
	},
);

test.each<[unknown, string]>([
	[['a', 'b'], 'To get an item for each entry, add a Split Out node before this one'],
	[{ text: 'a' }, 'Use the text in it, such as {{ $json.text.text }}, with your field instead of text'],
	[{ a: 1 }, "Enter text in 'Title'"],
])('toLine says of %j what to do (D7)', (value, description) => {
	expect(() => toLine(value, 'Title')).toThrow(expect.objectContaining({ description }));
});

describe('toChoices', () => {
	const options = [
		{ name: 'In Review', value: 'pending_approval' },
		{ name: 'Draft', value: 'draft' },
	];
	const read = (value: unknown) => toChoices(value, { displayName: 'Status', options });

	test.each([
		[['draft'], ['draft']],
		['Draft, PENDING_APPROVAL', ['draft', 'pending_approval']],
		[undefined, []],
	])('reads %j (D8)', (value, expected) => {
		expect(read(value)).toEqual(expected);
	});

	test.each(['done', ['draft', 'done']])('lists the choices and the wrong one: %j (D8)', (value) => {
		expect(() => read(value)).toThrow(
			expect.objectContaining({
				message: "'Status' can't be 'done'",
				description: 'Use one or more of these values: draft (Draft), pending_approval (In Review)',
			}),
		);
	});
});

test.each<[string, unknown, unknown]>([
	['a text', 'a', 'a'],
	['a number', 7, '7'],
	['a truth value', false, 'false'],
	['an object, unchanged', { a: 1 }, { a: 1 }],
])('toText accepts %s (D7)', (_title, value, expected) => {
	expect(toText(value, 'Caption')).toEqual(expected);
});

test.each<[string, unknown, string]>([
	['a locator', { __rl: true, mode: 'id', value: ' a ' }, 'a'],
	['a text', 'a', 'a'],
	['a number', 22, '22'],
	['an empty locator', { __rl: true, mode: 'list', value: '' }, ''],
	['a locator whose expression returned nothing', { __rl: true, mode: 'id', value: undefined }, ''],
	['nothing', undefined, ''],
	['null', null, ''],
])('locatorValue accepts %s (P6)', (_title, value, expected) => {
	expect(locatorValue(value)).toBe(expected);
});

test.each<[string, unknown, unknown]>([
	['a text', '{ "a": null }', { a: null }],
	['an object', { a: 1 }, { a: 1 }],
	['an empty object', '{}', undefined],
	['an empty text', ' ', undefined],
	['nothing', undefined, undefined],
	['null', null, undefined],
])('toJsonObject accepts %s (D8)', (_title, value, expected) => {
	expect(toJsonObject(value, 'JSON')).toEqual(expected);
});

test.each<[string, unknown, string]>([
	['a broken text', '{', "'JSON' isn't valid JSON"],
	['a list', '[1]', "'JSON' isn't a JSON object"],
	['a word', '"a"', "'JSON' isn't a JSON object"],
	['a number', 5, "'JSON' isn't a JSON object"],
])('toJsonObject rejects %s (D7)', (_title, value, message) => {
	expect(() => toJsonObject(value, 'JSON')).toThrow(
		expect.objectContaining({ name: 'ParameterError', message }),
	);
});
