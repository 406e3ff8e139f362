import { z } from 'zod/v4';
import { InvalidRequestError, UnexpectedResponseError } from '../../../client/http/errors';
import { checked, decode } from '../../../client/http/schemaCheck';

const schema = z.strictObject({
	name: z.string().min(2).max(4).optional(),
	count: z.int().min(1).max(9).optional(),
	kind: z.enum(['a', 'b']).optional(),
	list: z.array(z.string()).min(1).max(2).optional(),
	own: z.string().max(1, 'is longer than 1 characters').optional(),
	deep: z.strictObject({ yes: z.boolean() }).optional(),
	map: z.record(z.guid(), z.string()).optional(),
});

const thrownBy = (work: () => unknown): unknown => {
	try {
		work();
	} catch (error) {
		return error;
	}
	return undefined;
};

test.each<[string, unknown, string, string]>([
	['a value of another type', { name: 1 }, 'name', 'must be text, but it is 1'],
	['a value outside a closed set', { kind: 'c' }, 'kind', "must be one of 'a', 'b', but it is 'c'"],
	['a number too small', { count: 0 }, 'count', 'must be at least 1'],
	['a number too big', { count: 10 }, 'count', 'must be at most 9'],
	['a fractional number', { count: 1.5 }, 'count', 'must be a whole number, but it is 1.5'],
	['a text too short', { name: 'x' }, 'name', 'must be at least 2'],
	['a limit with a custom message', { own: 'xx' }, 'own', 'is longer than 1 characters'],
	['a list too long', { list: ['a', 'b', 'c'] }, 'list', 'must be at most 2'],
	['an unknown property', { typo: 1 }, 'request', "has no property 'typo'"],
	['an unknown property inside', { deep: { yes: true, no: 1 } }, 'deep', "has no property 'no'"],
	['a missing property inside', { deep: {} }, 'deep.yes', 'is missing'],
	["a key that isn't an ID", { map: { x: 'y' } }, 'map', "names 'x', which isn't an ID"],
	['a value other than an object', 'text', 'request', "must be an object, but it is 'text'"],
])('checked rejects %s (D7, P70)', (_title, value, field, problem) => {
	const error = thrownBy(() => checked(schema, value));
	expect(error).toBeInstanceOf(InvalidRequestError);
	expect(error).toMatchObject({ field, problem, message: `${field}: ${problem}` });
});

test('checked returns valid values (D7)', () => {
	expect(checked(schema, { name: 'abc', count: 9 })).toEqual({ name: 'abc', count: 9 });
});

test.each<[string, string, string]>([
	['a page of HTML', '<html>', "The answer isn't JSON"],
	['nothing', '', "The answer isn't JSON"],
	['a list instead of an object', '[]', 'The answer must be an object, but it is a list'],
	['a field of another type', '{"deep":{"yes":1}}', "Field 'deep.yes' of the answer must be true or false"],
])('decode explains %s (P112)', (_title, body, problem) => {
	const error = thrownBy(() => decode({ status: 200, headers: {}, body }, schema));
	expect(error).toBeInstanceOf(UnexpectedResponseError);
	expect(error).toMatchObject({ statusCode: 200, problem });
});
