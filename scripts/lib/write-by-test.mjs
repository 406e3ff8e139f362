import { spawn } from 'node:child_process';
import { argv, env, execPath } from 'node:process';
import { ensureInstalled } from '../install.mjs';
import { inRepository, rootFolder } from './paths.mjs';

/**
 * Runs tests that write down what they find instead of comparing it; sets the exit code to jest's.
 *
 * @param {string} tests path of the tests
 * @param {string} variable environment variable that tells them to write
 */
export async function writeByTest(tests, variable) {
	await ensureInstalled(rootFolder);
	const jest = inRepository('node_modules', 'jest', 'bin', 'jest.js');
	const child = spawn(execPath, [jest, tests, ...argv.slice(2)], {
		cwd: rootFolder,
		stdio: 'inherit',
		env: { ...env, [variable]: '1' },
	});
	child.on('exit', (code) => {
		process.exitCode = code ?? 1;
	});
}
