import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from './support/sourceFiles';

interface Lockfile {
	packages: Record<string, { version: string } | undefined>;
}

const read = (file: string) => readFileSync(join(rootFolder, file), 'utf8');
const versionIn = (folder: string, name: string): string | undefined =>
	(JSON.parse(read(join(folder, 'package-lock.json'))) as Lockfile).packages[`node_modules/${name}`]?.version;

const rows = read('docs/compatibility.md')
	.split('\n')
	.filter((line) => /^\| \d/.test(line))
	.map((line) => line.split('|').map((cell) => cell.trim()))
	.map(([, n8n, core, workflow, zod, nodes, real]) => ({
		versions: [n8n, core, workflow, zod],
		nodes,
		real,
	}));

type Config = Record<'testMatch' | 'testPathIgnorePatterns', string[]>;

/** The part of a suite that jest runs with the modules, or in the application, of the older n8n. */
function configOf(suite: string): Config {
	const { env } = process;
	process.env = { ...env, TEST_SUITE: suite, TEST_N8N_FOLDER: 'runtimes/n8n-2.8' };
	try {
		let config: Config | undefined;
		jest.isolateModules(() => (config = jest.requireActual<Config>('../jest.config.js')));
		if (!config) throw new Error(`There is no suite ${suite}`);
		return config;
	} finally {
		process.env = env;
	}
}

const onNodes = configOf('withoutN8n');
const onN8n = configOf('n8n');
const names = ['n8n', 'n8n-core', 'n8n-workflow', 'zod'];
const quoted = (files: string[]): string =>
	files
		.sort()
		.map((name) => `\`${name}\``)
		.join(', ');

describe('the table of versions in docs/compatibility.md', () => {
	test.each([
		['runtimes/n8n', 0],
		['runtimes/n8n-2.8', 1],
	])('matches the lockfile of %s', (folder, row) => {
		expect(rows[row]?.versions).toEqual(names.map((name) => versionIn(folder, name)));
		expect(rows).toHaveLength(2);
	});

	test('lists the versions named in the README', () => {
		const [, named = ''] = /tested with n8n ([\d.]+ and [\d.]+\d)/.exec(read('README.md')) ?? [];
		expect(named.split(' and ')).toEqual(rows.map(({ versions }) => versions[0]));
	});

	test.each(names.slice(1))('tests without a full n8n use the %s of the newest n8n', (name) => {
		expect(versionIn('.', name)).toBe(versionIn('runtimes/n8n', name));
	});

	test('names the tests that the older version skips, and those that run in it', () => {
		const spared = onNodes.testPathIgnorePatterns.filter((file) => file.endsWith('.test.ts'));
		const names = quoted(spared.map((file) => file.replace(/^<rootDir>\/test\/|\.test\.ts$/g, '')));
		expect(rows[1]?.nodes).toBe(`all but ${names}`);
		const run = /\{(.*)\}/.exec(onN8n.testMatch[0] ?? '')?.[1]?.split(',') ?? [];
		expect(rows[1]?.real).toBe(quoted(run));
	});
});
