import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { readSourceFiles, rootFolder, type SourceFile } from '../support/sourceFiles';
import { allNodes } from '../support/syntaxTree';

/** Hand-written pages. The text of generated pages comes from the nodes. */
const pages = [
	...['README.md', 'SECURITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'cli/README.md', 'docs/agents.md'],
	...[
		'docs/README.md',
		'docs/approval.md',
		'docs/approval-agents.md',
		'docs/approval-links.md',
		'docs/approval-page.md',
		'docs/approval-reliability.md',
		'docs/project/benchmarks.md',
		'docs/calendar.md',
		'docs/clashes.md',
		'docs/compatibility.md',
	],
	...[
		'docs/installation.md',
		'docs/media.md',
		'docs/overrides.md',
		'docs/project/releasing.md',
		'docs/reliability.md',
		'docs/trigger-reliability.md',
		'docs/uploads.md',
		'docs/paying-once.md',
		'docs/project/remembered.md',
		'docs/send-again.md',
		'docs/project/soak.md',
	],
	...[
		'docs/project/submission.md',
		'docs/project/testing.md',
		'docs/texts.md',
		'docs/versions.md',
		'examples/README.md',
	],
];

/** What a native writer never writes: wrong English, and translations. No idiom is here. */
const notEnglish = [
	...['shall', 'anew', 'be it', 'what became of', 'hold against', 'lies with', 'all others', 'may not'],
	...['nobody', 'somebody', 'anybody', '(?<=, )also (?:after|if|in|while|with)'],
];

/** Words for which the glossary has another one, long forms, and internal terms. Screens and errors avoid these, too. */
const notInGlossary = [
	...['gives?', 'delivers?', 'destination', 'binary', 'states?', 'twice', 'caps?', 'take back'],
	...['contract', 'routed', 'schema', 'payload', 'idempotent', 'mistakes?'],
	...['(can|could|do|does|did|is|are|was|were|has|have|will|would|should) ?not'],
];

const finder = (words: string[]) => {
	const pattern = new RegExp(`\\b(?:${words.join('|')})\\b`, 'gi');
	return (text: string): string[] => text.match(pattern) ?? [];
};
const phrasesIn = finder(notEnglish);
const screenPhrasesIn = finder([...notEnglish, ...notInGlossary]);

test.each(pages)('%s has only plain English', (page) => {
	expect(phrasesIn(readFileSync(join(rootFolder, page), 'utf8'))).toEqual([]);
});

/** The text of a literal, with an ellipsis for what is filled in. Names of modules and types don't count. */
function textOf(node: ts.Node): string {
	const { parent } = node;
	if (ts.isTemplateExpression(node)) {
		return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
	}
	if (!ts.isStringLiteralLike(node) || ts.isLiteralTypeNode(parent)) return '';
	return ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) ? '' : node.text;
}

/** Several words, or a capitalized word like a name on the screen. */
const isRead = (text: string): boolean => /\w \w|\w… ?\w|^[A-Z][a-z]/.test(text);

/** Text of the package and the command line that people see. Completion scripts are programs. */
const sources = readSourceFiles(['nodes', 'client', 'credentials', 'cli'], ['.ts']).filter(
	({ path }) => !path.startsWith('cli/completion/'),
);

test.each(sources.map((file): [string, SourceFile] => [file.path, file]))(
	'%s has only plain words in its visible text',
	(_path, file) => {
		const texts = allNodes(file).map(textOf).filter(isRead);
		expect(texts.filter((text) => screenPhrasesIn(text).length > 0)).toEqual([]);
	},
);
