import { z } from 'zod/v4';
import { recordSchema } from '../../../client/http/fieldSchemas';
import { requestProblems } from '../../../client/http/schemaCheck';

const uuid = '11111111-1111-4111-8111-111111111111';
const byId = z.strictObject({ values: recordSchema(z.guid(), z.strictObject({ n: z.number() })).optional() });
const problems = (values: unknown) =>
	requestProblems(byId, { values }).map(({ field, problem }) => `${field} ${problem}`);

test.each<[string, unknown, string[]]>([
	['a valid name and value', { [uuid]: { n: 1 } }, []],
	['nothing', undefined, []],
	['an empty object', {}, []],
	['an invalid name', { a: { n: 1 } }, ["values names 'a', which isn't an ID"]],
	['an invalid value', { [uuid]: { n: 'x' } }, [`values.${uuid}.n must be a number, but it is 'x'`]],
	['a missing value', { [uuid]: {} }, [`values.${uuid}.n is missing`]],
	['a list', [1], ['values must be an object, but it is a list']],
	['null', null, ['values must be an object']],
	['a text', 'x', ["values must be an object, but it is 'x'"]],
])('recordSchema checks %s (D7)', (_title, values, expected) => {
	expect(problems(values)).toEqual(expected);
});

test.each(['__proto__', 'constructor', 'prototype'])('treats %s like any other name (D7)', (name) => {
	const given: unknown = JSON.parse(`{${JSON.stringify(name)}:null}`);
	expect(problems(given)).toContain(`values names '${name}', which isn't an ID`);
	const open = recordSchema(z.string(), z.unknown()).parse(given);
	expect([Object.getPrototypeOf(open), Object.keys(open)]).toEqual([null, [name]]);
});

test('reports missing values as missing (D7)', () => {
	const required = z.strictObject({ values: recordSchema(z.string(), z.string()) });
	expect(requestProblems(required, {})).toEqual([{ field: 'values', problem: 'is missing' }]);
});
