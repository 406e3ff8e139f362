import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { anchorsIn } from '../docs/links';
import { readSourceFiles, rootFolder } from '../support/sourceFiles';
import { runScript } from './copyOfPackage';

interface Service {
	name: string;
	baseUrlExample: string;
}
interface Brand {
	owner: { name: string; email: string };
	repository: string;
	documentation: string;
	services: Record<'publishing' | 'scoring', Service>;
}

const brand = JSON.parse(readFileSync(join(rootFolder, 'brand.json'), 'utf8')) as Brand;

const realBrand: Brand = {
	owner: { name: 'Acme Inc.', email: 'care@acme.test' },
	repository: 'https://github.test/acme/nodes',
	documentation: 'https://docs.acme.test/n8n',
	services: {
		publishing: { name: 'Acme Social', baseUrlExample: 'https://social.acme.test' },
		scoring: { name: 'Acme Scores', baseUrlExample: 'https://scores.acme.test' },
	},
};

/** Files with brand facts that the command writes. */
const written = [
	'LICENSE',
	'README.md',
	'SECURITY.md',
	'cli/LICENSE',
	'cli/package.json',
	'credentials/ContentScoringApi.credentials.ts',
	'credentials/SocialPublishingApi.credentials.ts',
	'credentials/SocialPublishingOAuth2Api.credentials.ts',
	'nodes/ContentScoring/ContentScoring.node.json',
	'nodes/ContentScoring/ContentScoring.node.ts',
	'nodes/SocialPublishing/SocialPublishing.node.json',
	'nodes/SocialPublishing/SocialPublishing.node.ts',
	'nodes/SocialPublishingTrigger/SocialPublishingTrigger.node.json',
	'nodes/SocialPublishingTrigger/SocialPublishingTrigger.node.ts',
	'package.json',
];
/** Pages in which the command replaces the services' names. */
const pages = [
	'docs/agents.md',
	'docs/project/benchmarks.md',
	'docs/reliability.md',
	'docs/project/submission.md',
];
/** The page that `npm run docs` writes with the repository's address. */
const generated = 'docs/errors.md';

const serviceNames = Object.values(brand.services).map(({ name }) => name);
/** Facts that identify the owner in any file. */
const identifying = [
	brand.owner.name,
	brand.owner.email,
	brand.repository,
	brand.documentation,
	...Object.values(brand.services).map(({ baseUrlExample }) => baseUrlExample),
];

function copyWith(facts: Brand): string {
	const folder = mkdtempSync(join(tmpdir(), 'brand-'));
	for (const file of [...written, ...pages, 'scripts']) {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		cpSync(join(rootFolder, file), join(folder, file), { recursive: true });
	}
	writeFileSync(join(folder, 'brand.json'), JSON.stringify(facts));
	return folder;
}

const runIn = (folder: string, ...args: string[]) =>
	spawnSync(process.execPath, [join(folder, 'scripts', 'brand.mjs'), ...args], { encoding: 'utf8' });

describe('npm run brand', () => {
	let folder: string;
	beforeEach(() => {
		folder = copyWith(realBrand);
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	const contentOf = (file: string): string => readFileSync(join(folder, file), 'utf8');

	test('replaces every fact of the old brand', () => {
		expect(runIn(folder)).toMatchObject({ status: 0, stderr: '' });
		for (const file of written) {
			expect(contentOf(file)).toMatch(/acme/i);
			for (const fact of [...identifying, ...serviceNames]) expect(contentOf(file)).not.toContain(fact);
		}
		expect(JSON.parse(contentOf('package.json'))).toMatchObject({
			author: realBrand.owner,
			homepage: realBrand.documentation,
			repository: { url: 'git+https://github.test/acme/nodes.git' },
			bugs: { url: 'https://github.test/acme/nodes/issues' },
		});
		expect(contentOf('credentials/SocialPublishingApi.credentials.ts')).toContain(
			"placeholder: 'e.g. https://social.acme.test'",
		);
	});

	test('no longer says that the package is missing from npm', () => {
		expect(contentOf('README.md')).toContain("isn't on npm yet");
		runIn(folder);
		expect(contentOf('README.md')).not.toContain("isn't on npm yet");
	});

	test('shows the result of the tests in the README if the repository is on GitHub', () => {
		const badge = 'actions/workflows/ci.yml/badge.svg';
		runIn(folder);
		expect(contentOf('README.md')).not.toContain(badge);
		const onGitHub = { ...realBrand, repository: 'https://github.com/acme/nodes' };
		writeFileSync(join(folder, 'brand.json'), JSON.stringify(onGitHub));
		runIn(folder);
		expect(contentOf('README.md')).toContain(`https://github.com/acme/nodes/${badge}`);
	});

	test.each([
		['SocialPublishing', 'credential', '# Social Publishing'],
		['SocialPublishingTrigger', 'credential', '# Social Publishing Trigger'],
		['ContentScoring', 'content-scoring', '# Content Scoring'],
	])('links %s to its page and to a section of the README', (node, section, title) => {
		runIn(folder);
		const codex = JSON.parse(contentOf(`nodes/${node}/${node}.node.json`)) as {
			resources: Record<'credentialDocumentation' | 'primaryDocumentation', { url: string }[]>;
		};
		const [page] = codex.resources.primaryDocumentation;
		const [before, path = ''] = page?.url.split('/blob/main/') ?? [];
		expect(before).toBe(realBrand.repository);
		expect(readFileSync(join(rootFolder, path), 'utf8').split('\n')[0]).toBe(title);
		expect(codex.resources.credentialDocumentation).toEqual([
			{ url: `${realBrand.documentation}#${section}` },
		]);
		expect(anchorsIn(readFileSync(join(rootFolder, 'README.md'), 'utf8'))).toContain(section);
	});

	test('links to no placeholder', () => {
		writeFileSync(join(folder, 'brand.json'), JSON.stringify(brand));
		runIn(folder);
		const files = written.filter((file) => /^(nodes|credentials|README)/.test(file));
		const address = 'https://example.com/';
		expect(files.filter((file) => contentOf(file).includes(address))).toEqual([]);
	});

	test('names files that differ from the brand before a release', () => {
		const before = runIn(folder, '--release');
		expect(before.status).toBe(1);
		expect(before.stderr).toMatch(/^SECURITY\.md differs from brand\.json/m);
		runIn(folder);
		expect(runIn(folder, '--release')).toMatchObject({ status: 0, stderr: '' });
	});

	test('stops if a file has no place for a fact', () => {
		writeFileSync(join(folder, 'SECURITY.md'), '# Security\n');
		const { status, stderr } = runIn(folder);
		expect(status).toBe(1);
		expect(stderr).toMatch(/SECURITY\.md has 0 places/);
	});
});

test('the files of this repository match brand.json', () => {
	const { errors } = runScript(rootFolder, 'brand.mjs', '--release');
	expect(errors.split('\n').filter((line) => line.includes('differs from'))).toEqual([]);
});

test('a release fails while a fact is a placeholder', () => {
	const folder = copyWith({ ...realBrand, owner: { ...realBrand.owner, email: 'me@example.com' } });
	runIn(folder);
	const { status, stderr } = runIn(folder, '--release');
	rmSync(folder, { recursive: true, force: true });
	expect([status, stderr]).toEqual([
		1,
		'owner.email is still me@example.com: put the real one into brand.json.\n',
	]);
});

test('no other file names the owner, the addresses or the base URLs', () => {
	const endings = ['.ts', '.js', '.mjs', '.cjs', '.json', '.md', '.yml', '.yaml', '.html', 'LICENSE'];
	const placeholders = 'scripts/lib/brand.mjs';
	const files = readSourceFiles(['.'], endings).filter(
		({ path }) => ![...written, 'brand.json', generated, placeholders].includes(path),
	);
	expect(files.length).toBeGreaterThan(500);
	const naming = files.filter(({ text }) => identifying.some((fact) => text.includes(fact)));
	expect(naming.map(({ path }) => path)).toEqual([]);
});

test('no other published code names the services', () => {
	const files = readSourceFiles(['nodes', 'credentials', 'client'], ['.ts', '.json']).filter(
		({ path }) => !written.includes(path),
	);
	const naming = files.filter(({ text }) => serviceNames.some((name) => text.includes(name)));
	expect(naming.map(({ path }) => path)).toEqual([]);
});
