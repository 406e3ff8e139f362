import Ajv from 'ajv';
import fc from 'fast-check';
import { checkSchema } from '../../../../client/publishing/validation/jsonSchema';
import { fuzzRuns, fuzzSeed } from '../../../fuzz/settings';

const numRuns = fuzzRuns(4000);

/** Few different values, so that they meet each other. From 1e21 on the judge errs itself about multiples. */
const scalar = fc.oneof(
	fc.constantFrom(null, true, false, '', 'a', 'ab', 'aé', '😀', '12', 'x'.repeat(5)),
	fc.integer({ min: -3, max: 6 }),
	fc.constantFrom(0.5, 1.5, -1e15),
);
const names = fc.constantFrom('a', 'b', 'c');

const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3 },
		{ weight: 3, arbitrary: scalar },
		fc.array(tie('value'), { maxLength: 3 }),
		fc.dictionary(names, tie('value'), { noNullPrototype: true }),
	),
})).value;

const count = fc.nat(4);
const type = fc.constantFrom('array', 'boolean', 'integer', 'null', 'number', 'object', 'string');

type Node = fc.Arbitrary<unknown>;

/** Arguments of every keyword that the checker knows. */
const keywords = (schema: Node) => ({
	type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
	enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify(one) }),
	const: value,
	maxLength: count,
	minLength: count,
	pattern: fc.constantFrom('^a', 'b$', '^\\d{1,4}$', '[^a]'),
	maximum: fc.integer({ min: -2, max: 5 }),
	minimum: fc.integer({ min: -2, max: 5 }),
	exclusiveMaximum: fc.integer({ min: -2, max: 5 }),
	exclusiveMinimum: fc.integer({ min: -2, max: 5 }),
	multipleOf: fc.constantFrom(0.5, 1, 2, 3),
	maxItems: count,
	minItems: count,
	uniqueItems: fc.boolean(),
	items: schema,
	properties: fc.dictionary(names, schema, { noNullPrototype: true }),
	additionalProperties: schema,
	required: fc.uniqueArray(names),
	allOf: fc.array(schema, { minLength: 1, maxLength: 2 }),
	anyOf: fc.array(schema, { minLength: 1, maxLength: 2 }),
	oneOf: fc.array(schema, { minLength: 1, maxLength: 2 }),
	not: schema,
});

/** Up to three keywords at once: more of them contradict each other nearly always. */
function someOf(arguments_: Record<string, Node>): Node {
	const chosen = fc.subarray(Object.keys(arguments_), { minLength: 0, maxLength: 3 });
	return chosen.chain((kept) =>
		fc.record(Object.fromEntries(kept.map((name) => [name, arguments_[name] as Node]))),
	);
}

const schema = fc.letrec((tie) => ({
	schema: fc.oneof(
		{ maxDepth: 3 },
		{ weight: 1, arbitrary: fc.boolean() },
		{ weight: 9, arbitrary: someOf(keywords(tie('schema'))) },
	),
})).schema;

/** The same value, with the entries of its objects the other way round. */
function reversed(given: unknown): unknown {
	if (Array.isArray(given)) return given.map(reversed);
	if (typeof given !== 'object' || given === null) return given;
	const entries = Object.entries(given).map(([name, entry]): [string, unknown] => [name, reversed(entry)]);
	return Object.fromEntries(entries.reverse());
}

const ajv = new Ajv({ unknownFormats: 'ignore', strictKeywords: true, logger: false });

describe('the check of options against a JSON Schema, with another validator as the judge', () => {
	test('both agree on every schema of the keywords it knows and on every value (P14, P18, D7)', () => {
		let refused = 0;
		const agrees = (rules: unknown, given: unknown): void => {
			const isRight = ajv.validate(rules as object, given) as boolean;
			if (!isRight) refused++;
			expect(checkSchema(given, rules).length === 0).toBe(isRight);
		};
		fc.assert(fc.property(schema, value, agrees), { seed: fuzzSeed, numRuns });
		expect(refused).toBeGreaterThan(numRuns / 10);
		expect(refused).toBeLessThan((numRuns * 9) / 10);
	});

	test('the order of the entries of an object makes no difference (P14, D7)', () => {
		const isSame = (given: unknown): void => {
			const other = reversed(given);
			const twice = { uniqueItems: true };
			expect(checkSchema(other, { const: given })).toEqual([]);
			expect(checkSchema(other, { enum: ['else', given] })).toEqual([]);
			expect(checkSchema([given, other], twice)).toHaveLength(1);
		};
		fc.assert(fc.property(value, isSame), { seed: fuzzSeed, numRuns: fuzzRuns(1000) });
	});

	test('a problem says where it is and ends a sentence (P14, D7)', () => {
		const tells = (rules: unknown, given: unknown): void => {
			for (const { path, problem } of checkSchema(given, rules)) {
				expect(problem).toMatch(/^(is|isn't|can't|must|has|doesn't|matches) \S/);
				expect(problem).not.toMatch(/undefined|\[object/);
				const isThere = path.slice(0, -1).every((step) => typeof step === 'string' || step >= 0);
				expect(isThere).toBe(true);
			}
		};
		fc.assert(fc.property(schema, value, tells), { seed: fuzzSeed, numRuns: fuzzRuns(1000) });
	});

	test('anything in place of a schema is passed over or read, and never throws (P14, D7)', () => {
		fc.assert(
			fc.property(value, value, (rules, given) => void checkSchema(given, rules)),
			{ seed: fuzzSeed, numRuns: fuzzRuns(1000) },
		);
	});
});
