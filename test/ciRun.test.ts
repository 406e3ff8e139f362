import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { rootFolder } from './support/sourceFiles';

let folder: string;
let checkout: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'ci-run-'));
	checkout = join(folder, 'checkout');
	for (const part of ['.ci', 'scripts', 'package.json']) {
		cpSync(join(rootFolder, part), join(checkout, part), { recursive: true });
	}
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const published = '      facebook   Acme Studio  published  http://127.0.0.1:4010/sandbox/live/facebook/1';
const four = Array<string>(4).fill(published);

/**
 * Runs a program of the checkout with a fake npm. It records its folder and arguments, prints the given lines, and exits
 * with the given code.
 */
function run(program: string, args: string[], npm: { prints: string[]; code: number }) {
	const bin = join(folder, 'bin');
	mkdirSync(bin, { recursive: true });
	const script = [
		'#!/bin/sh',
		`echo "$PWD: $*" >> "${join(folder, 'calls')}"`,
		`cat <<'END'\n${npm.prints.join('\n')}\nEND`,
		`exit ${npm.code}`,
	];
	writeFileSync(join(bin, 'npm'), script.join('\n'), { mode: 0o755 });
	const PATH = [bin, process.env.PATH].join(delimiter);
	const { status, stdout } = spawnSync(program, args, {
		cwd: checkout,
		encoding: 'utf8',
		env: { ...process.env, PATH },
	});
	const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
	return { code: status, output: stdout, lastLine: stdout.trim().split('\n').at(-1), calls };
}

const firstStart = (npm: { prints: string[]; code: number }) =>
	run(process.execPath, ['scripts/ci-first-start.mjs', 'results/first.json'], npm);

const counts = (): unknown => JSON.parse(readFileSync(join(checkout, 'results', 'first.json'), 'utf8'));

describe('the first step of CI', () => {
	test('runs npm start -- --once in the checkout if nothing is installed there', () => {
		const { code, calls } = firstStart({ prints: four, code: 0 });
		expect({ code, calls }).toEqual({ code: 0, calls: [`${checkout}: start -- --once`] });
		expect(counts()).toMatchObject({ numPassedTests: 2, numFailedTests: 0 });
	});

	test.each([
		['the command ends with 1', { prints: four, code: 1 }],
		['no channel is published', { prints: [], code: 0 }],
		['a channel is missing', { prints: four.slice(1), code: 0 }],
		[
			'a channel has failed',
			{ prints: [...four.slice(1), published.replace('published', 'failed   ')], code: 0 },
		],
	])('fails when %s', (_title, npm) => {
		const { code, output } = firstStart(npm);
		expect(code).toBe(1);
		expect(output).toContain('First start: FAILED');
		expect(counts()).not.toMatchObject({ numFailedTests: 0 });
	});

	test('uses a fresh clone if packages are installed, and removes it afterwards', () => {
		const git = (...args: string[]) =>
			execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: checkout });
		git('init', '--quiet');
		git('add', '.');
		git('commit', '--quiet', '--message', 'All');
		mkdirSync(join(checkout, 'node_modules'));
		const { code, calls, output } = firstStart({ prints: four, code: 0 });
		const [place = ''] = (calls[0] ?? '').split(': ');
		expect(code).toBe(0);
		expect(output).toContain(
			'This checkout has node_modules, so a fresh clone of its last commit is started',
		);
		expect(place).toContain('first-start-');
		expect(existsSync(place)).toBe(false);
	});
});

describe('.ci/run', () => {
	const ciRun = (npm: { prints: string[]; code: number }) => run(join(checkout, '.ci', 'run'), [], npm);

	test('starts first, builds, runs both suites side by side, and ends with the summary', () => {
		const { code, calls, lastLine } = ciRun({ prints: four, code: 0 });
		const [first, second, ...suites] = calls.map((call) => call.replace(/^.*: | --json.*/g, ''));
		expect([first, second, ...suites.sort()]).toEqual([
			'start -- --once',
			'run build -- all',
			'run test:n8n --',
			'test --',
		]);
		expect({ code, lastLine }).toEqual({ code: 0, lastLine: '2 passed, 0 failed' });
	});

	test('fails if the first start does not succeed', () => {
		const { code, lastLine } = ciRun({ prints: [published], code: 0 });
		expect({ code, lastLine }).toEqual({ code: 1, lastLine: '1 passed, 1 failed' });
	});
});
