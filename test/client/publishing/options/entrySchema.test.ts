import { entrySchema } from '../../../../client/publishing/options/schema';
import { checkSchema } from '../../../../client/publishing/options/check';

const entry = {
	type: 'object',
	properties: { privacyLevel: { type: 'string' } },
	additionalProperties: false,
};
const around = (inner: unknown) => ({
	type: 'object',
	properties: { tiktok: inner },
	additionalProperties: false,
});
const nested = { ...entry, properties: { tiktok: { type: 'string' } } };

test.each<[string, unknown, string | null | undefined, unknown]>([
	['the schema of the entry itself', entry, 'tiktok', entry],
	['the schema around it', around(entry), 'tiktok', entry],
	[
		'the schema around one of several networks',
		{ properties: { tiktok: entry, devto: {} } },
		'tiktok',
		entry,
	],
	['an entry without a type', around({ properties: {} }), 'tiktok', { properties: {} }],
	['an entry that can be null', around({ type: ['object', 'null'] }), 'tiktok', { type: ['object', 'null'] }],
	[
		'an entry that is one of two forms',
		around({ anyOf: [entry, { type: 'null' }] }),
		'tiktok',
		{ ...entry, nullable: true },
	],
	['an option with the name of the network', nested, 'tiktok', nested],
	['the schema of another network', around(entry), 'devto', around(entry)],
	['a channel without options', around(entry), null, around(entry)],
	['a name that objects inherit', around(entry), 'constructor', around(entry)],
	['no schema', null, 'tiktok', null],
	['a schema that allows everything', true, 'tiktok', true],
])('%s (P14, N41)', (_title, given, optionsKey, expected) => {
	expect(entrySchema(given, optionsKey)).toEqual(expected);
});

test('accepts a valid option in both formats, although neither allows others (P14, N41)', () => {
	for (const schema of [entry, around(entry)]) {
		expect(checkSchema({ privacyLevel: 'SELF_ONLY' }, entrySchema(schema, 'tiktok'))).toEqual([]);
		expect(checkSchema({ sparkle: 1 }, entrySchema(schema, 'tiktok'))).toHaveLength(1);
	}
});
