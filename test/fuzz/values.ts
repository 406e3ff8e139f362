import fc from 'fast-check';

/** Excludes words that would look like our own bug in a message that quotes a value. */
const isOrdinary = (text: string): boolean => !/undefined|NaN|object/.test(text);

const text = fc.string({ maxLength: 12, unit: 'grapheme' }).filter(isOrdinary);

/** Texts that are nearly valid in some field. */
const telling = fc.constantFrom(
	'',
	' ',
	'0',
	'-1',
	'true',
	'now',
	'at',
	'queue',
	'*',
	'data',
	'{}',
	'[]',
	'{"a":',
	'../me',
	'https://',
	'http://127.0.0.1:1/x',
	'@name',
	'2026-02-30',
	'2026-01-05T09:00:00',
	'2099-01-01T09:00:00+02:00',
	'22222222-2222-4222-8222-222222222222',
	'c0000000-0000-4000-8000-000000000001',
	'c0000000-0000-4000-8000-000000000006',
	'x'.repeat(3000),
);

const number = fc.oneof(
	fc.integer({ min: -3, max: 50 }),
	fc.constantFrom(0.5, -0, 1e21, Number.MAX_SAFE_INTEGER, 5e-324),
);

const leaf = fc.oneof(
	{ weight: 4, arbitrary: telling },
	{ weight: 3, arbitrary: text },
	{ weight: 2, arbitrary: number },
	fc.boolean(),
	fc.constant(null),
);

const nameOf = fc.oneof(
	fc.constantFrom('id', 'value', 'mode', '__rl', 'length', 'toString', '__proto__'),
	text,
);

/** JSON of any shape, at most three levels deep. */
export const anyJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		{ weight: 5, arbitrary: leaf },
		fc.array(tie('value'), { maxLength: 3 }),
		fc.dictionary(nameOf, tie('value'), { maxKeys: 3, noNullPrototype: true }),
	),
})).value;
