import { rmSync } from 'node:fs';
import { copyPackage, runScript, type CopyOfPackage } from './copyOfPackage';

const node = 'dist/nodes/ContentScoring/ContentScoring.node.js';
const source = 'nodes/ContentScoring/ContentScoring.node.ts';

let copy: CopyOfPackage;
beforeEach(() => {
	copy = copyPackage();
	leaveOneNode();
});
afterEach(() => rmSync(copy.folder, { recursive: true, force: true }));

/** Leaves one node in the package, which takes a fraction of the time to scan and to build. */
function leaveOneNode(): void {
	const others = ['nodes/SocialPublishing', 'nodes/SocialPublishingTrigger', 'client/publishing'];
	const theirCredentials = ['', 'OAuth2'].map(
		(kind) => `credentials/SocialPublishing${kind}Api.credentials.ts`,
	);
	for (const part of [...others, ...theirCredentials]) copy.remove(part);
	const credentials = ['dist/credentials/ContentScoringApi.credentials.js'];
	copy.declare({ n8n: { n8nNodesApiVersion: 1, credentials, nodes: [node] } });
}

const linesWith = (mark: string, output: string): string[] =>
	output.split('\n').filter((line) => line.startsWith(mark));

test('every point passes, and what only the owner can do is not counted as done', () => {
	copy.change('brand.json', (text) => text.replace(/("email": ")[^"]*/, '$1care@acme.test'));
	const { code, output } = runScript(copy.folder, 'verify.mjs');
	expect(linesWith('✖', output)).toEqual([]);
	expect(linesWith('✔', output)).toEqual([
		"✔ n8n's scan passes on the source",
		"✔ n8n's scan passes on the tarball",
		'✔ Two builds in separate folders make the same tarball',
	]);
	expect(code).toBe(0);
	expect(output).toMatch(/^☐ owner: npm knows the repository/m);
	expect(output).toMatch(/^☐ owner: repository is still /m);
	expect(output).not.toMatch(/^☐ owner: owner\.email/m);
}, 180_000);

test.each<[point: string, what: string, options: string[], reason: RegExp, file: string, more: string]>([
	[
		"n8n's scan passes on the source",
		'a timer',
		['--quick'],
		/setTimeout/,
		source,
		'export const later = (): unknown => setTimeout(() => 0, 1);',
	],
	[
		"n8n's scan passes on the tarball",
		'a timer',
		['--quick'],
		/setTimeout/,
		node,
		'exports.later = () => setTimeout(() => 0, 1);',
	],
	[
		'Two builds in separate folders make the same tarball',
		'a path of the machine in the build',
		[],
		/SHA-256/,
		'gulpfile.js',
		"require('fs').writeFileSync('dist/at.js', __dirname);",
	],
])(
	'%s: fails with %s',
	(point, _what, options, reason, file, more) => {
		copy.change(file, (text) => `${text}\n${more}\n`);
		const { code, output } = runScript(copy.folder, 'verify.mjs', ...options);
		expect(linesWith('✖', output)).toEqual([`✖ ${point}`]);
		expect(output).toMatch(reason);
		expect(code).toBe(1);
	},
	180_000,
);
