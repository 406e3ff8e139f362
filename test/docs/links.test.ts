import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readPackageJson } from '../support/packageFiles';
import { readSourceFiles, rootFolder } from '../support/sourceFiles';
import { reportPart } from './errorPage';
import { brokenLinks, linksIn, type ReadPath } from './links';

const readFromDisk: ReadPath = (path) => {
	const absolute = join(rootFolder, path);
	const stats = statSync(absolute, { throwIfNoEntry: false });
	if (stats === undefined) return undefined;
	return stats.isDirectory() ? '' : readFileSync(absolute, 'utf8');
};

const docs = readdirSync(join(rootFolder, 'docs'), { recursive: true, encoding: 'utf8' });
const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'CHANGELOG.md',
	'cli/README.md',
	...docs.filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`),
].sort();

test.each(pages)('every relative link and anchor of %s resolves', (page) => {
	expect(brokenLinks(page, readFromDisk)).toEqual([]);
});

test('the contents of the documentation name every page', () => {
	const linked = linksIn(readFromDisk('docs/README.md') ?? '');
	const missing = docs.filter(
		(file) => /^(project\/|nodes\/)?[\w-]+\.md$/.test(file) && !linked.includes(file),
	);
	expect(missing).toEqual(['README.md']);
});

describe('a link is broken', () => {
	const files: Record<string, string> = {
		'docs/other.md': '# Other\n\n## Two words\n\n## Two words\n\n```\n# In code\n```\n',
		'docs/picture.webp': '',
	};
	test.each<[string, string, string[]]>([
		['when its file is missing', '[x](missing.md)', ['missing.md']],
		['when its heading is missing', '[x](other.md#three-words)', ['other.md#three-words']],
		['when its heading is in code', '[x](other.md#in-code)', ['other.md#in-code']],
		['when the page itself lacks the heading', '# Page\n[x](#pages)', ['#pages']],
		['when a dark picture is missing', '<source srcset="dark.webp">', ['dark.webp']],
		['when a third heading of the name is meant', '[x](other.md#two-words-2)', ['other.md#two-words-2']],
		['not when file and heading are there', '[x](other.md#two-words) [y](other.md#two-words-1)', []],
		['not when the page has the heading', '# My page\n[x](#my-page)', []],
		['not when it leads to another site', '[x](https://example.com/missing.md)', []],
		['not in code', '`[x](missing.md)`', []],
		['not when a picture is there', '![x](picture.webp) <img src="picture.webp">', []],
	])('%s', (_when, text, broken) => {
		const read: ReadPath = (path) => ({ ...files, 'docs/page.md': text })[path];
		expect(brokenLinks('docs/page.md', read)).toEqual(broken);
	});
});

test('the links that report an error open the form for bugs and fill in its fields', () => {
	const form = parse(readFromDisk('.github/ISSUE_TEMPLATE/bug.yml') ?? '') as { body: { id?: string }[] };
	const fields = form.body.flatMap(({ id }) => (id === undefined ? [] : [id]));
	const links = linksIn(reportPart('https://github.test/acme/nodes').join(''));
	expect(fields).toEqual(expect.arrayContaining(['operation', 'n8n']));
	expect(links).toHaveLength(3);
	for (const link of links) {
		const { template, ...filled } = Object.fromEntries(new URL(link).searchParams);
		expect(template).toBe('bug.yml');
		expect(fields).toEqual(expect.arrayContaining(Object.keys(filled)));
	}
});

test('Docs in the nodes and credentials leads to pages of the repository, which exist', () => {
	const sources = readSourceFiles(['credentials', 'nodes'], ['.credentials.ts', '.node.json']);
	const { homepage } = readPackageJson();
	const links = sources.map(({ text }) =>
		[...text.matchAll(/(?:documentationUrl =\s+'|"url": ")([^'"]+)/g)].map(([, url = '']) =>
			url.replace(`${homepage}/blob/main/`, ''),
		),
	);
	expect(links.map(({ length }) => length)).toEqual([1, 1, 1, 2, 2, 2]);
	const page = links.flat().map((link) => `[Docs](${link})`);
	const read: ReadPath = (path) => (path === 'links.md' ? page.join('\n') : readFromDisk(path));
	expect([...brokenLinks('links.md', read), ...links.flat().filter((link) => /^[a-z]+:/.test(link))]).toEqual(
		[],
	);
});

test('docs name existing npm scripts', () => {
	const { scripts } = readPackageJson();
	const named = pages
		.filter((page) => page !== 'CHANGELOG.md')
		.flatMap((page) =>
			[...(readFromDisk(page) ?? '').matchAll(/npm run ([\w-]+(?::[\w-]+)*)/g)].map(([, name = '']) => name),
		);
	expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("CONTRIBUTING names each folder's files where they are", () => {
	const rows = (readFromDisk('CONTRIBUTING.md') ?? '').matchAll(/^\| `([\w/]+\/)` +\| (.+) \|$/gm);
	const named = [...rows].flatMap(([, folder = '', text = '']) =>
		[...text.matchAll(/`(\w+\.ts)`/g)].map(([, file = '']) => `${folder}${file}`),
	);
	expect(named).toContain('nodes/SocialPublishing/item/writeItem.ts');
	expect(named.filter((file) => readFromDisk(file) === undefined)).toEqual([]);
});
