import { readSourceFiles } from '../support/sourceFiles';
import { copyPackage, runScript, type CopyOfPackage } from './copyOfPackage';

const files = [
	'LICENSE',
	'README.md',
	'SECURITY.md',
	'cli/LICENSE',
	'cli/package.json',
	'credentials/ContentScoringApi.credentials.ts',
	'credentials/SocialPublishingApi.credentials.ts',
	'credentials/SocialPublishingOAuth2Api.credentials.ts',
	'nodes/ContentScoring/ContentScoring.node.json',
	'nodes/SocialPublishing/SocialPublishing.node.json',
	'nodes/SocialPublishingTrigger/SocialPublishingTrigger.node.json',
	'package.json',
];
const placeholders =
	/Social Publishing Nodes|maintainers@example\.com|https:\/\/example\.com\/n8n-nodes-social-publishing|isn't on npm yet/g;

let copy: CopyOfPackage;
beforeAll(() => {
	copy = copyPackage([...files, 'scripts']);
	for (const file of files) copy.change(file, (text) => text.replace(placeholders, 'real'));
});
afterAll(() => copy.remove(''));

test('a release stops while a fact of the owner is a placeholder', () => {
	expect(runScript(copy.folder, 'placeholders.mjs')).toEqual({ code: 0, output: '', errors: '' });
	copy.change('SECURITY.md', (text) => `${text}Write to maintainers@example.com.\n`);
	expect(runScript(copy.folder, 'placeholders.mjs')).toEqual({
		code: 1,
		output: '',
		errors: 'SECURITY.md has maintainers@example.com: put the real one there.\n',
	});
});

test('no other file has such a placeholder', () => {
	const endings = ['.ts', '.js', '.mjs', '.cjs', '.json', '.md', '.yml', '.yaml', '.html', 'LICENSE'];
	const checkers = ['scripts/lib/placeholders.mjs', 'test/release/placeholders.test.ts'];
	const naming = readSourceFiles(['.'], endings)
		.filter(({ text }) => new RegExp(placeholders).test(text))
		.map(({ path }) => path);
	expect(naming.sort()).toEqual([...files, ...checkers].sort());
});

test('no other published code names the services', () => {
	const texts = readSourceFiles(['nodes', 'credentials', 'client'], ['.ts', '.json']);
	const naming = texts.filter(({ text }) => /Social Publishing|Content Scoring/.test(text));
	const others = naming.filter(({ path }) => !/\.(node|credentials)\.(json|ts)$/.test(path));
	expect(others.map(({ path }) => path)).toEqual([]);
});
