import { resolveSchema } from '../../../../client/publishing/options/schema';
import { checkSchema } from '../../../../client/publishing/options/check';

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', additionalProperties: false, properties });

test.each<[string, object, unknown]>([
	['a reference', { $ref: '#/$defs/A', $defs: { A: text } }, text],
	['a reference in older schemas', { $ref: '#/definitions/A', definitions: { A: text } }, text],
	['a reference with escaped names', { $ref: '#/$defs/a~1b~0', $defs: { 'a/b~': text } }, text],
	[
		'a reference with a title',
		{ $ref: '#/$defs/A', title: 'T', $defs: { A: text } },
		{ ...text, title: 'T' },
	],
	[
		'a reference in a property',
		{ ...object({ a: { $ref: '#/$defs/A' } }), $defs: { A: text } },
		object({ a: text }),
	],
	['an alternative to null', { anyOf: [text, { type: 'null' }] }, { ...text, nullable: true }],
	['an alternative to null in oneOf', { oneOf: [{ type: 'null' }, text] }, { ...text, nullable: true }],
	['several forms', { anyOf: [text, { type: 'number' }] }, { anyOf: [text, { type: 'number' }] }],
	[
		'two objects that both apply',
		{
			allOf: [
				{ type: 'object', properties: { a: text }, required: ['a'] },
				{ type: 'object', properties: { b: text } },
			],
		},
		{ type: 'object', properties: { a: text, b: text }, required: ['a'] },
	],
])('resolves %s', (_title, schema, resolved) => {
	expect(resolveSchema(schema)).toEqual(resolved);
});

const circular = { $ref: '#/$defs/A', $defs: { A: { properties: { a: { $ref: '#/$defs/A' } } } } };
const nested = (depth: number): object => (depth === 0 ? text : { properties: { a: nested(depth - 1) } });
const wide = object(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`p${index}`, text])));

test.each<[string, object, unknown]>([
	['that leads elsewhere', { $ref: 'https://example.com/schema' }, { any: 'thing' }],
	['that leads nowhere', { $ref: '#/$defs/Missing' }, { any: 'thing' }],
	['to itself', circular, { a: { a: { a: 1 } } }],
	['that is nested too deeply', nested(100), { a: { a: 1 } }],
	['with too many parts', wide, { p19999: 1 }],
	[
		'in which each part allows only its own properties',
		{ allOf: [object({ a: text }), object({ b: text })] },
		{ a: '', b: '' },
	],
])('refuses nothing for a schema %s', (_title, schema, value) => {
	expect(checkSchema(value, resolveSchema(schema))).toEqual([]);
});

test.each([[true], [null], ['text'], [[]]])('returns %j unchanged', (value) => {
	expect(resolveSchema(value)).toEqual(value);
});
