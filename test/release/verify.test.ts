import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyPackage, runScript, type CopyOfPackage } from './copyOfPackage';

const node = 'dist/nodes/SocialPublishing/SocialPublishing.node.js';
const scoringNode = 'dist/nodes/ContentScoring/ContentScoring.node.js';
const credential = 'dist/credentials/SocialPublishingApi.credentials.js';
const workflow = '.github/workflows/publish.yml';

let copy: CopyOfPackage;
beforeEach(() => {
	copy = copyPackage();
});
afterEach(() => rmSync(copy.folder, { recursive: true, force: true }));

const failures = (output: string): string[] => output.split('\n').filter((line) => line.startsWith('✖'));
const without = (pattern: RegExp | string) => (text: string) => text.replace(pattern, '');

test('the package passes, and what only its owner can do is not counted as done', () => {
	const { code, output } = runScript('verify.mjs', copy.folder, '--quick');
	expect(failures(output)).toEqual([]);
	expect(code).toBe(0);
	expect(output).toMatch(/^☐ owner: owner\.email is still /m);
	expect(output).toMatch(/^☐ owner: npm knows the repository/m);
});

type Break = () => void;

test.each<[point: string, what: string, Break]>([
	['The name begins', 'another name', () => copy.declare({ name: 'social-publishing' })],
	['The keywords', 'no keyword', () => copy.declare({ keywords: ['n8n'] })],
	['The license is MIT', 'another license', () => copy.declare({ license: 'Apache-2.0' })],
	['The license is MIT', 'no license text', () => copy.remove('LICENSE')],
	['The author', 'no address', () => copy.declare({ author: { name: 'Somebody' } })],
	['Homepage and repository', 'no homepage', () => copy.declare({ homepage: undefined })],
	['Homepage and repository', 'no repository', () => copy.declare({ repository: undefined })],
	['No dependencies', 'a dependency', () => copy.declare({ dependencies: { axios: '1.0.0' } })],
	['No dependencies', 'a bundled one', () => copy.declare({ bundledDependencies: ['axios'] })],
	['No dependencies', 'another peer', () => copy.declare({ peerDependencies: { 'n8n-core': '*' } })],
	['No overrides', 'overrides', () => copy.declare({ overrides: { zod: '4.0.0' } })],
	['No script that runs by itself', 'postinstall', () => copy.declare({ scripts: { postinstall: 'x' } })],
	['No script that runs by itself', 'prepare', () => copy.declare({ scripts: { prepare: 'x' } })],
	['Only dist is published', 'more files', () => copy.declare({ files: ['dist', 'nodes'] })],
	['No placeholder is left', 'a placeholder', () => copy.declare({ description: 'For <PACKAGE>' })],
	['The README tells', 'no README', () => copy.remove('README.md')],
	['The README tells', 'no word on installing', () => copy.change('README.md', without('## Install'))],
	['There are example workflows', 'none', () => copy.remove('examples')],
	['The changelog', 'nothing in it', () => copy.change('CHANGELOG.md', () => '# Changelog\n')],
	['Everything is written in TypeScript', 'JavaScript', () => copy.change('nodes/extra.js', () => 'x')],
	['What is published imports', 'a package', () => copy.change(node, (text) => `require("axios");${text}`)],
	[
		'No access to environment variables',
		'a variable',
		() => copy.change(node, (text) => `${text}\nexports.home = process.env.HOME;`),
	],
	['English only', 'a title in Russian', () => copy.change('README.md', (text) => `${text}\nПривет`)],
	[
		'package.json names every node',
		'a node left out',
		() => copy.declare({ n8n: { n8nNodesApiVersion: 1 } }),
	],
	['package.json names every node', 'a broken node', () => copy.change(node, () => 'syntax error')],
	[
		'Nodes and credentials have icons',
		'no dark icon',
		() => copy.remove('dist/icons/contentScoring.dark.svg'),
	],
	['Nodes are usable as tools', 'no tool', () => copy.change(node, without('usableAsTool: true,'))],
	['Nodes are usable as tools', 'no subtitle', () => copy.change(node, without(/subtitle: .*/))],
	['Every node has a codex file', 'none', () => copy.remove(node.replace(/js$/, 'json'))],
	['Credentials can be tested', 'no test', () => copy.change(scoringNode, without(/testedBy: .*?(?=[,}])/))],
	['Credentials can be tested', 'no link', () => copy.change(credential, without(/documentationUrl = .*/))],
	['A GitHub action publishes', 'no workflow', () => copy.remove(workflow)],
	['A GitHub action publishes', 'no right', () => copy.change(workflow, without('id-token: write'))],
	['A GitHub action publishes', 'no provenance', () => copy.change(workflow, without('--provenance'))],
	['A GitHub action publishes', 'no scan', () => copy.change(workflow, without(/npm run scan.*/))],
	['A GitHub action publishes', 'no tests', () => copy.change(workflow, without('.ci/run'))],
	['A GitHub action publishes', 'no check of the tag', () => copy.change(workflow, without(/ --tag .*/))],
	['A GitHub action publishes', 'no check of the brand', () => copy.change(workflow, without('--release'))],
	['A GitHub action publishes', 'a token', () => copy.change(workflow, (text) => `${text}# NPM_TOKEN`)],
])('%s: fails with %s', (point, _what, breakIt) => {
	breakIt();
	const { code, output } = runScript('verify.mjs', copy.folder, '--quick', '--only', point);
	expect(failures(output)).toEqual([expect.stringContaining(`✖ ${point}`)]);
	expect(code).toBe(1);
});

const waiting = '\nexport const later = (): unknown => setTimeout(() => 0, 1);\n';
const timer = /setTimeout/;
const source = 'nodes/shared/mapConcurrently.ts';

/** Leaves one node in the package, which takes a fraction of the time to lint and to build. */
function leaveOneNode(): void {
	const others = ['nodes/SocialPublishing', 'nodes/SocialPublishingTrigger', 'client/publishing'];
	const theirCredentials = ['', 'OAuth2'].map(
		(kind) => `credentials/SocialPublishing${kind}Api.credentials.ts`,
	);
	for (const part of [...others, ...theirCredentials]) copy.remove(part);
	const credentials = ['dist/credentials/ContentScoringApi.credentials.js'];
	copy.declare({ n8n: { n8nNodesApiVersion: 1, credentials, nodes: [scoringNode] } });
}

function sandboxInTheTarball(): void {
	mkdirSync(join(copy.folder, 'dist/sandbox'));
	copy.change('dist/sandbox/main.js', () => '');
}

describe('what takes longer', () => {
	beforeEach(leaveOneNode);

	test.each<[point: string, what: string, reason: RegExp, Break]>([
		[
			"n8n's unmodified ESLint configuration",
			'a timer',
			timer,
			() => copy.change(source, (text) => text + waiting),
		],
		[
			"n8n's scan passes on the source",
			'a timer',
			timer,
			() => copy.change(source, (text) => text + waiting),
		],
		[
			"n8n's scan passes on the tarball",
			'a timer',
			timer,
			() => copy.change(node, (text) => `${text}\nexports.later = () => setTimeout(() => 0, 1);`),
		],
		['The tarball holds', 'a stray file', /keys\.env/, () => copy.change('dist/keys.env', () => 'KEY=1')],
		[
			'The tarball holds',
			'a source map',
			/client\/extra\.js\.map/,
			() => copy.change('dist/client/extra.js.map', () => '{}'),
		],
		['The tarball holds', 'the sandbox', /sandbox\/main\.js/, () => sandboxInTheTarball()],
		[
			'Two builds in separate folders',
			'the place in it',
			/SHA-256/,
			() =>
				copy.change(
					'gulpfile.js',
					(text) => `${text}\nrequire('fs').writeFileSync('dist/at.js', __dirname);`,
				),
		],
	])(
		'%s: fails with %s',
		(point, _what, reason, breakIt) => {
			breakIt();
			const { code, output } = runScript('verify.mjs', copy.folder, '--only', point);
			expect(failures(output)).toEqual([expect.stringContaining(point)]);
			expect(output).toMatch(reason);
			expect(code).toBe(1);
		},
		180_000,
	);
});
