import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { argv } from 'node:process';
import { inRepository, rootFolder } from './lib/paths.mjs';
import { runStep } from './lib/run-step.mjs';

// Runs the README's first command in a fresh clone, as a new user would: ci-first-start <results.json>. Writes how many of the
// checks below passed, in the format of jest's results. Imports only Node's own modules.
const [resultsFile = ''] = argv.slice(2);

/** Files and folders that an installation or a build leaves behind. */
const LEFTOVERS = ['node_modules', 'runtimes/n8n/node_modules', 'dist', 'build', '.n8n-demo'];

/** What the command must do. @type {{ title: string, isMet: (end: { code: number, output: string }) => boolean }[]} */
const checks = [
	{ title: 'it ends with 0', isMet: ({ code }) => code === 0 },
	{
		title: 'it names four published channels with their addresses',
		isMet: ({ output }) => [...output.matchAll(/^ +\w+ .* published +https?:\/\/\S+$/gm)].length === 4,
	},
];

const folder = await bareFolder();
console.log(`=== First start: npm start -- --once in ${folder}`);
const startedAt = Date.now();
const end = await runNpmStart(folder);
const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
if (folder !== rootFolder) rmSync(folder, { recursive: true, force: true });

const failed = checks.filter(({ isMet }) => !isMet(end));
for (const { title } of failed) console.error(`Failed: ${title}`);
console.log(`=== First start: ${failed.length === 0 ? 'passed' : 'FAILED'} (${seconds} s)`);
mkdirSync(path.dirname(resultsFile), { recursive: true });
const counts = { numPassedTests: checks.length - failed.length, numFailedTests: failed.length };
writeFileSync(resultsFile, JSON.stringify({ ...counts, numRuntimeErrorTestSuites: 0 }));
process.exitCode = failed.length === 0 ? 0 : 1;

/**
 * The folder of this repository if nothing was installed or built in it, otherwise a fresh clone of its last commit.
 *
 * @returns {Promise<string>}
 */
async function bareFolder() {
	const found = LEFTOVERS.filter((name) => existsSync(inRepository(name)));
	if (found.length === 0) return rootFolder;
	console.log(
		`This checkout has ${found.join(', ')}, so a fresh clone of its last commit is started instead.`,
	);
	const clone = mkdtempSync(path.join(tmpdir(), 'first-start-'));
	await runStep('Cloning', 'git', ['clone', '--quiet', rootFolder, clone]);
	return clone;
}

/**
 * Runs npm start, and also shows its output.
 *
 * @param {string} cwd
 * @returns {Promise<{ code: number, output: string }>}
 */
function runNpmStart(cwd) {
	return new Promise((resolve, reject) => {
		const shell = process.platform === 'win32';
		const child = spawn('npm', ['start', '--', '--once'], {
			cwd,
			shell,
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		let output = '';
		child.stdout.on('data', (/** @type {Buffer} */ chunk) => {
			output += chunk.toString();
			process.stdout.write(chunk);
		});
		child.on('error', reject);
		child.on('close', (code) => resolve({ code: code ?? 1, output }));
	});
}
