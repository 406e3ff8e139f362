import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { readSourceFiles, rootFolder, type SourceFile } from '../support/sourceFiles';
import { allNodes } from '../support/syntaxTree';

/** Pages that people write. The words of generated pages come from the nodes. */
const pages = [
	'README.md',
	'SECURITY.md',
	'CHANGELOG.md',
	'CONTRIBUTING.md',
	'cli/README.md',
	'docs/agents.md',
	'docs/benchmarks.md',
	'docs/compatibility.md',
	'docs/releasing.md',
	'docs/reliability.md',
	'docs/soak.md',
	'docs/testing.md',
];

/** Phrases that read like a translation, or that have a plainer word. */
const phrases =
	/\b(goes out|go out|going out|at once|what became of|anew|shall|be it|all others|hold against|lies with|on its way|may not|(?<!there )(?:is|are) no (?!longer)|once more)\b/gi;

/**
 * What screens and errors avoid besides: words with a plainer one, long forms, words of the project's insides, and
 * semicolons, which join what should be two sentences. Some of the words have good uses, but none that these texts need.
 */
const screenPhrases = new RegExp(
	[
		/\b(?:holds|gives?|tells|stands?|takes)\b/,
		/\b(?:a person|look into|in all(?=[.,;]|$)|the first item decides|by itself)\b/,
		/\b(?:can|could|do|does|did|is|are|was|were|has|have|will|would|should) ?not\b/,
		/\b(?:goes|went) to Review\b|\bgo(?:es)? live\b|\bsend out\b|\b(?:delivers?|enacts?)\b/,
		/\b(?:contract|routed|schema|payload|idempotent|binary|destination|states?|twice|caps?|take back)\b/,
		/\b(?:problems?|mistakes?|failed to)\b/,
		/;(?= [a-z]+ [a-z])/,
	]
		.map(({ source }) => source)
		.join('|'),
	'gi',
);

const phrasesIn = (text: string): string[] => text.replace(/`[^`\n]*`/g, '').match(phrases) ?? [];

const screenPhrasesIn = (text: string): string[] =>
	[phrases, screenPhrases].flatMap((banned) => text.match(banned) ?? []);

test.each(pages)('%s has no phrase that reads like a translation', (page) => {
	expect(phrasesIn(readFileSync(join(rootFolder, page), 'utf8'))).toEqual([]);
});

const britishSpellings = /\b(?:grey|colour|favourite|neighbour|centre|catalogue)\w*/gi;

test('the demo, its examples and the pages spell as Americans do', () => {
	const demo = readSourceFiles(['sandbox', 'examples', 'docs', 'scripts'], ['.ts', '.mjs', '.json', '.md']);
	const found = demo.flatMap(({ path, text }) =>
		(text.match(britishSpellings) ?? []).map((word) => `${path}: ${word}`),
	);
	expect(found).toEqual([]);
});

/** Whether a literal is part of the program's text alone: the name of a module or a type. */
const isName = (node: ts.Node): boolean =>
	ts.isImportDeclaration(node.parent) ||
	ts.isExportDeclaration(node.parent) ||
	ts.isLiteralTypeNode(node.parent);

/** The text of a literal, with an ellipsis for what is filled in. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return isName(node) ? undefined : node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

/** Texts that people can read: several words, or a word that begins like a name on the screen. */
const textsIn = (file: SourceFile): string[] =>
	allNodes(file)
		.map(textOf)
		.filter((text) => text !== undefined)
		.filter((text) => /\w \w|\w… ?\w|^[A-Z][a-z]/.test(text));

/** What people see of the package and of the command line. The scripts for completion are programs. */
const sources = readSourceFiles(['nodes', 'client', 'credentials', 'cli'], ['.ts']).filter(
	({ path }) => !path.startsWith('cli/completion/'),
);

test.each(sources.map((file): [string, SourceFile] => [file.path, file]))(
	'%s has only plain words in what people read',
	(_path, file) => {
		const found = textsIn(file).flatMap((text) => {
			const words = screenPhrasesIn(text);
			return words.length > 0 ? [`${words.join(', ')}: ${text}`] : [];
		});
		expect(found).toEqual([]);
	},
);

test.each<[string, string[]]>([
	['The post goes out at once.', ['goes out', 'at once']],
	['The title is no text, and the node may not read it once more.', ['is no ', 'may not', 'once more']],
	['There is no draft, and it is no longer stored. Run `at once`.', []],
])('the check of "%s" finds %j', (text, found) => {
	expect(phrasesIn(text)).toEqual(found);
});

test.each<[string, string[]]>([
	["const text = 'The key holds twice';", ['holds', 'twice']],
	['const text = `${name} is not ${what}; it gives nothing`;', ['is not', ';', 'gives']],
	["import { takes } from 'a state'; type Kind = 'one state';", []],
	["const name = 'state';", []],
])('the check of the source "%s" finds %j', (text, found) => {
	expect(textsIn({ path: 'x.ts', text }).flatMap(screenPhrasesIn).sort()).toEqual(found.sort());
});
