import { readFileSync } from 'node:fs';
import { readSourceFiles } from './support/sourceFiles';

/** The start of a statement in docs/contract.md: `- **P45** text`. */
const STATEMENT = /^- \*\*([PSD]\d+)\*\* ./gm;
/** The end of a test's title, or of a table row's title: `(P45, P46)`. */
const NUMBERS = /\(((?:(?:S-)?[PSDN]\d+(?:, )?)+)\)(?=['"`])/g;

const statements = [...readFileSync('docs/contract.md', 'utf8').matchAll(STATEMENT)].map(([, id = '']) => id);

/** The statements that the titles in a test file name. */
const namedIn = (text: string): string[] =>
	[...text.matchAll(NUMBERS)].flatMap(([, ids = '']) => ids.split(', ')).filter((id) => !id.includes('N'));

describe('every statement of the contract', () => {
	const named = readSourceFiles(['test'], ['.ts']).flatMap(({ text }) => namedIn(text));

	test('has a test whose title ends with its number', () => {
		expect(statements.length).toBeGreaterThan(0);
		expect(statements.filter((id) => !named.includes(id))).toEqual([]);
	});

	test('exists in the contract', () => {
		expect(named.filter((id) => !statements.includes(id))).toEqual([]);
	});

	test('is found in a title with several numbers', () => {
		const title = 'creates a draft';
		expect(namedIn(`test('${title} (P45)'); test("${title} (S3, N39, D2)");`)).toEqual(['P45', 'S3', 'D2']);
	});
});
