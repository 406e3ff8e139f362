import { spawn } from 'node:child_process';
import { argv, execPath, exit } from 'node:process';
import { ensureInstalled } from './install.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';

/** @param {string[]} parts path below node_modules */
const bin = (...parts) => inRepository('node_modules', ...parts);
const compiler = bin('typescript', 'bin', 'tsc');

/** What `npm test` does, in this order; further arguments go to the last step. */
const steps = [
	{ title: 'Build', args: ['scripts/build.mjs'] },
	{ title: 'Build of the command line', args: ['scripts/cli/build.mjs'] },
	{ title: 'Lint', args: [bin('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0'] },
	{
		title: 'Format',
		args: [bin('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.'],
	},
	{ title: 'Types', args: [compiler, '-p', 'tsconfig.json'] },
	{ title: 'Types of the scripts', args: [compiler, '-p', 'scripts/tsconfig.json'] },
	{ title: 'Verification scan', args: ['scripts/scan.mjs'] },
	{ title: 'Checklist', args: ['scripts/checklist.mjs', '--check'] },
	{ title: 'Tests', args: [bin('jest', 'bin', 'jest.js'), ...argv.slice(2)] },
];

await ensureInstalled(rootFolder).catch(stop);
for (const { title, args } of steps) {
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
