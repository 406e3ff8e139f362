import { rmSync } from 'node:fs';
import { copyPackage, runScript, type CopyOfPackage } from '../release/copyOfPackage';
import { longTestMs } from '../support/longTest';

const node = 'dist/nodes/ContentScoring/ContentScoring.node.js';
const source = 'nodes/ContentScoring/ContentScoring.node.ts';

let copy: CopyOfPackage;
beforeEach(() => {
	copy = copyPackage();
	leaveOneNode();
});
afterEach(() => rmSync(copy.folder, { recursive: true, force: true }));

/** Keeps one node in the package and builds it without a type check, in a fraction of the time. */
function leaveOneNode(): void {
	const others = ['nodes/SocialPublishing', 'nodes/SocialPublishingTrigger', 'client/publishing'];
	const theirCredentials = ['', 'OAuth2'].map(
		(kind) => `credentials/SocialPublishing${kind}Api.credentials.ts`,
	);
	for (const part of [...others, ...theirCredentials]) copy.remove(part);
	const credentials = ['dist/credentials/ContentScoringApi.credentials.js'];
	copy.declare({ n8n: { n8nNodesApiVersion: 1, credentials, nodes: [node] } });
	copy.change('tsconfig.build.json', (text) => text.replace('"noEmit"', '"noCheck": true, "noEmit"'));
}

const linesWith = (mark: string, output: string): string[] =>
	output.split('\n').filter((line) => line.startsWith(mark));

test(
	'every point passes, and tasks for the owner are not counted as done',
	() => {
		copy.change('SECURITY.md', (text) => text.replace(/\S+@example\.com/, 'care@acme.test'));
		const { code, output } = runScript(copy.folder, 'verify.mjs');
		expect(linesWith('✖', output)).toEqual([]);
		expect(linesWith('✔', output)).toEqual([
			"✔ n8n's scan passes on the source",
			"✔ n8n's scan passes on the tarball",
			'✔ Two builds in separate folders produce the same tarball',
		]);
		expect(code).toBe(0);
		expect(output).toMatch(/^☐ owner: At npm, the repository/m);
		expect(output).toMatch(/^☐ owner: package\.json has \S+@example\.com/m);
		expect(output).not.toMatch(/^☐ owner: SECURITY\.md has/m);
	},
	longTestMs,
);

/** A fault for each point, with the point's message. */
const broken: Record<string, { file: string; more: string; reason: RegExp }> = {
	"n8n's scan passes on the source": {
		file: source,
		more: 'export const later = (): unknown => setTimeout(() => 0, 1);',
		reason: /ContentScoring\.node\.ts[^]*setTimeout/,
	},
	"n8n's scan passes on the tarball": {
		file: node,
		more: 'exports.later = () => setTimeout(() => 0, 1);',
		reason: /ContentScoring\.node\.js[^]*setTimeout/,
	},
	'Two builds in separate folders produce the same tarball': {
		file: 'gulpfile.js',
		more: "require('fs').writeFileSync('dist/at.js', __dirname);",
		reason: /SHA-256/,
	},
};

test(
	'each point fails for its own reason',
	() => {
		for (const { file, more } of Object.values(broken)) copy.change(file, (text) => `${text}\n${more}\n`);
		const { code, output } = runScript(copy.folder, 'verify.mjs');
		expect(linesWith('✖', output)).toEqual(Object.keys(broken).map((point) => `✖ ${point}`));
		const paragraphs = output.split(/^(?=[✖✔☐])/m).filter((paragraph) => paragraph.startsWith('✖'));
		for (const [index, { reason }] of Object.values(broken).entries()) {
			expect(paragraphs[index]).toMatch(reason);
		}
		expect(code).toBe(1);
	},
	longTestMs,
);
