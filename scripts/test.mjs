import { spawn } from 'node:child_process';
import { argv, execPath, exit } from 'node:process';
import { ensureInstalled } from './install.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';

const bin = (...parts) => inRepository('node_modules', ...parts);
const script = (name) => inRepository('scripts', name);

/** What `npm test` does, in this order; further arguments go to the last step. */
const steps = [
	['Build', [script('build.mjs')]],
	['Lint', [bin('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0']],
	['Format', [bin('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.']],
	['Types', [bin('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json']],
	['Verification scan', [script('scan.mjs')]],
	['Checklist', [script('checklist.mjs'), '--check']],
	['Tests', [bin('jest', 'bin', 'jest.js'), ...argv.slice(2)]],
];

await ensureInstalled(rootFolder).catch(stop);
for (const [title, args] of steps) {
	const startedAt = Date.now();
	console.log(`\n=== ${title}`);
	const code = await run(args);
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
	console.log(`=== ${title}: ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s)`);
	if (code !== 0) {
		console.error(`\nnpm test stopped: the step "${title}" failed. Its output is above.`);
		exit(1);
	}
}

/**
 * Runs a script with this Node and shows its output.
 *
 * @param {string[]} args
 * @returns {Promise<number>} exit code; 1 when a signal ended it
 */
function run(args) {
	return new Promise((resolve, reject) => {
		const child = spawn(execPath, args, { cwd: rootFolder, stdio: 'inherit' });
		child.on('error', reject);
		child.on('exit', (code) => resolve(code ?? 1));
	});
}

/** @param {Error} error */
function stop(error) {
	console.error(error.message);
	exit(1);
}
