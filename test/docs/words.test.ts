import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from '../support/sourceFiles';

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

const phrasesIn = (text: string): string[] => text.replace(/`[^`\n]*`/g, '').match(phrases) ?? [];

test.each(pages)('%s has no phrase that reads like a translation', (page) => {
	expect(phrasesIn(readFileSync(join(rootFolder, page), 'utf8'))).toEqual([]);
});

test.each<[string, string[]]>([
	['The post goes out at once.', ['goes out', 'at once']],
	['The title is no text, and the node may not read it once more.', ['is no ', 'may not', 'once more']],
	['There is no draft, and it is no longer stored. Run `at once`.', []],
])('the check of "%s" finds %j', (text, found) => {
	expect(phrasesIn(text)).toEqual(found);
});
