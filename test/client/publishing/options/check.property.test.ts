import Ajv from 'ajv';
import fc from 'fast-check';
import { checkSchema } from '../../../../client/publishing/options/check';
import { fuzzRuns, fuzzSeed } from '../../../fuzz/settings';
import { longTestMs } from '../../../support/longTest';

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

/** Keywords that the checker can't judge, or only with some arguments. */
const unsupported = (schema: Node) => ({
	$ref: fc.constantFrom('#/definitions/one', '#/definitions/other'),
	format: fc.constantFrom('date-time', 'email', 'uri', 'ipv4'),
	patternProperties: fc.dictionary(fc.constantFrom('a', '^b', '.'), schema, { noNullPrototype: true }),
	propertyNames: schema,
	minProperties: count,
	maxProperties: count,
	dependencies: fc.dictionary(names, schema, { noNullPrototype: true }),
	contains: schema,
	items: fc.array(schema, { minLength: 1, maxLength: 2 }),
	additionalItems: schema,
	if: schema,
	then: schema,
	else: schema,
	multipleOf: fc.constantFrom(0.1, 0.01, 1e-9),
	pattern: fc.constantFrom('^.$', '^..$', '^(a|ab)*$', '(?=a)', '(.)\\1', '^[^a]{2}$'),
	description: fc.constant('Anything'),
});

/** Up to three keywords, because more of them nearly always contradict each other. */
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

/** Schemas of all keywords, whose definitions can refer to themselves. */
const anySchema = fc
	.letrec((tie) => {
		const inner = tie('schema');
		const some = fc.oneof(someOf(keywords(inner)), someOf(unsupported(inner)));
		const both = fc.tuple(some, some).map(([one, other]) => ({ ...(one as object), ...(other as object) }));
		return { schema: fc.oneof({ maxDepth: 3 }, fc.boolean(), { weight: 9, arbitrary: both }) };
	})
	.schema.map((schema) => (typeof schema === 'object' && schema !== null ? schema : {}));
const schemaWithDefinitions = fc
	.tuple(anySchema, anySchema, anySchema)
	.map(([root, one, other]) => ({ ...root, definitions: { one, other } }));

/** The same value, with the entries of its objects the other way round. */
function reversed(given: unknown): unknown {
	if (Array.isArray(given)) return given.map(reversed);
	if (typeof given !== 'object' || given === null) return given;
	const entries = Object.entries(given).map(([name, entry]): [string, unknown] => [name, reversed(entry)]);
	return Object.fromEntries(entries.reverse());
}

const ajv = new Ajv({ unknownFormats: 'ignore', strictKeywords: true, logger: false });

/** What the judge says; undefined for a schema that it doesn't accept or that refers to itself without end. */
function judge(rules: object, given: unknown): boolean | undefined {
	const strict = new Ajv({ unknownFormats: 'ignore', logger: false, inlineRefs: false });
	try {
		return strict.validate(rules, given) as boolean;
	} catch {
		return undefined;
	}
}

describe('the check of options against a JSON Schema, with another validator as the judge', () => {
	test('agrees with it on every schema of known keywords and every value (P14, P18, D7)', () => {
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

	test(
		'never reports a valid value, whatever keywords the schema has (P14, P18, D7)',
		() => {
			const seen = { valid: 0, wrong: 0, called: 0 };
			const isFair = (rules: object, given: unknown): void => {
				const isValid = judge(rules, given);
				fc.pre(isValid !== undefined);
				seen[isValid ? 'valid' : 'wrong']++;
				const problems = checkSchema(given, rules);
				seen.called += problems.length > 0 ? 1 : 0;
				if (isValid) expect(problems).toEqual([]);
			};
			const runs = { seed: fuzzSeed, numRuns: fuzzRuns(4000) };
			fc.assert(
				fc.property(schemaWithDefinitions, fc.oneof(value, fc.constantFrom(0.3, 1.1, 0.15)), isFair),
				runs,
			);
			expect(Math.min(seen.valid, seen.wrong, seen.called)).toBeGreaterThan(runs.numRuns / 20);
		},
		longTestMs,
	);

	test('ignores the order of the entries of an object (P14, D7)', () => {
		const isSame = (given: unknown): void => {
			const other = reversed(given);
			const twice = { uniqueItems: true };
			expect(checkSchema(other, { const: given })).toEqual([]);
			expect(checkSchema(other, { enum: ['else', given] })).toEqual([]);
			expect(checkSchema([given, other], twice)).toHaveLength(1);
		};
		fc.assert(fc.property(value, isSame), { seed: fuzzSeed, numRuns: fuzzRuns(1000) });
	});

	test('reports a problem with its place as the end of a sentence (P14, D7)', () => {
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

	test('never throws, whatever is in place of a schema (P14, D7)', () => {
		fc.assert(
			fc.property(value, value, (rules, given) => void checkSchema(given, rules)),
			{ seed: fuzzSeed, numRuns: fuzzRuns(1000) },
		);
	});
});
