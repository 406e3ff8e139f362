import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, posix } from 'node:path';
import ts from 'typescript';
import { readPackageJson } from './support/packageFiles';
import { readSourceFiles, rootFolder, type SourceFile } from './support/sourceFiles';
import { parse } from './support/syntaxTree';

const { scripts } = readPackageJson();

/** The commands of package.json and the workflows, and commands whose options run other code. */
const commands: Array<[name: string, command: string]> = [
	// test/ciRun.test.ts tests .ci/run.
	...Object.entries(scripts).filter(([, command]) => !command.endsWith('.ci/run')),
	...Object.entries({
		build: ['sandbox', 'cli', 'cli-binary'],
		test: ['test/client', '--n8n 2.8'],
		'test:n8n': ['--screens', '--n8n 2.8'],
		docs: ['faults', 'images', 'images --keep'],
		bench: ['trigger', 'upload', 'cli'],
		verify: ['--quick'],
	}).flatMap(([name, options]) =>
		options.map((option): [string, string] => [`${name} -- ${option}`, `${scripts[name]} ${option}`]),
	),
	['the release notes', 'node scripts/release-notes.mjs'],
];

/** The static imports of a file. */
const staticImports = (file: SourceFile): string[] =>
	parse(file).statements.flatMap((statement) =>
		(ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) &&
		statement.moduleSpecifier &&
		ts.isStringLiteral(statement.moduleSpecifier)
			? [statement.moduleSpecifier.text]
			: [],
	);

/** The packages that a script needs to start, each with the file that imports it. */
function packagesBefore(entry: string, files: readonly SourceFile[]): string[] {
	const seen = new Set<string>();
	const follow = (path: string): string[] => {
		if (seen.has(path)) return [];
		seen.add(path);
		const file = files.find((each) => each.path === path);
		if (!file) return [`${path} is missing`];
		return staticImports(file).flatMap((specifier) => {
			if (specifier.startsWith('node:')) return [];
			if (specifier.startsWith('.')) return follow(posix.join(posix.dirname(path), specifier));
			return [`${path} imports ${specifier}`];
		});
	};
	return follow(entry);
}

/** The reasons why a command of package.json can't start without installed packages. */
function obstacles(command: string, files: readonly SourceFile[]): string[] {
	const entry = /^node (\S+\.mjs)(?: |$)/.exec(command)?.[1];
	return entry ? packagesBefore(entry, files) : [`"${command}" runs a program of a package`];
}

describe('static imports of npm scripts', () => {
	const files = readSourceFiles(['scripts', 'bench'], ['.mjs']);

	test.each(commands)('%s: imports only Node itself', (_name, command) => {
		expect(obstacles(command, files)).toEqual([]);
	});

	test.each<[string, string, Record<string, string>, string[]]>([
		['a package', 'node a.mjs', { 'a.mjs': "import 'esbuild';" }, ['a.mjs imports esbuild']],
		[
			'a package that another file imports',
			'node s/a.mjs --once',
			{ 's/a.mjs': "import '../lib/b.mjs';", 'lib/b.mjs': "export { parse } from 'yaml';" },
			['lib/b.mjs imports yaml'],
		],
		['a missing file', 'node a.mjs', { 'a.mjs': "import './b.mjs';" }, ['b.mjs is missing']],
		['a program', 'eslint .', {}, ['"eslint ." runs a program of a package']],
		['a dynamic import', 'node a.mjs', { 'a.mjs': "import 'node:fs'; await import('yaml');" }, []],
	])('the check looks at %s', (_what, command, texts, found) => {
		const given = Object.entries(texts).map(([path, text]) => ({ path, text }));
		expect(obstacles(command, given)).toEqual(found);
	});
});

/** Not part of a clone. */
const MADE = new Set(['.git', 'node_modules', 'dist', 'build', 'test-output', '.n8n-demo']);

/** The output of a command that installs packages, or that needs the result of another command. */
const BEGINS =
	/^Installing .*: ended with code 1\nThere is no registry|^There is no .* Run "npm run \w+" first\.$/m;

describe('in a clone without packages and without a registry', () => {
	let folder: string;

	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'bare-clone-'));
		cpSync(rootFolder, join(folder, 'clone'), {
			recursive: true,
			filter: (path) => !MADE.has(basename(path)),
		});
		mkdirSync(join(folder, 'bin'));
		const npm = join(folder, 'bin', 'npm');
		writeFileSync(npm, '#!/bin/sh\necho There is no registry >&2\nexit 1\n', { mode: 0o755 });
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	/** Runs a command of package.json and resolves with its exit code and output. */
	const run = async (command: string): Promise<{ code: number; output: string }> =>
		await new Promise((resolve) => {
			const PATH = [join(folder, 'bin'), process.env.PATH].join(delimiter);
			const options = { cwd: join(folder, 'clone'), env: { ...process.env, PATH } };
			const args = command.split(' ').slice(1);
			const child = execFile(process.execPath, args, options, (_error, stdout, stderr) =>
				resolve({ code: child.exitCode ?? 1, output: `${stdout}${stderr}` }),
			);
		});

	const needNothing = ['the release notes'];

	test.each(commands)('%s: starts to install or names the command to run', async (name, command) => {
		const { code, output } = await run(command);
		expect(output).not.toMatch(/ERR_MODULE_NOT_FOUND|Cannot find|^\s+at /m);
		if (needNothing.includes(name)) expect(code).toBe(0);
		else expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(BEGINS) as string });
	});
});

test('README and CONTRIBUTING name existing npm scripts, and no programs that only packages provide', () => {
	const texts = ['README.md', 'CONTRIBUTING.md'].map((file) => readFileSync(join(rootFolder, file), 'utf8'));
	const named = texts.flatMap((text) =>
		[...text.matchAll(/npm run ([\w-]+(?::[\w-]+)*)/g)].map(([, name]) => name),
	);
	expect(named.length).toBeGreaterThan(0);
	expect(named.filter((name) => !(String(name) in scripts))).toEqual([]);
	expect(texts.join('\n')).not.toMatch(/\bnpx\b/);
});
