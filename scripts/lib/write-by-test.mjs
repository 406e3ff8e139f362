import { spawn } from 'node:child_process';
import { argv, env, execPath } from 'node:process';
import { ensureInstalled } from '../install.mjs';
import { inRepository, rootFolder } from './paths.mjs';
import { exitWithMessage } from './run-step.mjs';

/**
 * Runs tests that write a document where they are told to; further arguments of the command line go to jest. Sets this
 * process's exit code.
 *
 * @param {string} folder of the tests
 * @param {string} variable that tells them to write
 */
export async function writeByTest(folder, variable) {
	await ensureInstalled(rootFolder).catch(exitWithMessage);
	const jest = inRepository('node_modules', 'jest', 'bin', 'jest.js');
	const test = spawn(execPath, [jest, folder, ...argv.slice(2)], {
		cwd: rootFolder,
		stdio: 'inherit',
		env: { ...env, [variable]: '1' },
	});
	test.on('exit', (code) => {
		process.exitCode = code ?? 1;
	});
}
