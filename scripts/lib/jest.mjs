import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { env, execPath } from 'node:process';
import { whenNpmEnds } from './npm-parent.mjs';
import { inRepository, rootFolder } from './paths.mjs';
import { exitWithMessage } from './run-step.mjs';

/**
 * Jest's workers start with the same options. Four times the usual space for young objects means less garbage collection, which
 * saves a tenth of the processor time.
 */
const nodeOptions = ['--max-semi-space-size=64'];

/**
 * Runs jest in the root folder.
 *
 * @param {string[]} args arguments for jest
 * @param {NodeJS.ProcessEnv} [more] environment variables. `TEST_SUITE` names a suite of jest.config.js
 * @returns {Promise<number>} the exit code, or 1 if a signal ended jest
 */
export function runJest(args, more = {}) {
	const jest = inRepository('node_modules', 'jest', 'bin', 'jest.js');
	const child = spawn(execPath, [...nodeOptions, jest, ...args], {
		cwd: rootFolder,
		stdio: 'inherit',
		env: { ...env, ...more },
	});
	// Ctrl+C also reaches jest, which then stops n8n and the sandbox. This process waits for it.
	process.on('SIGINT', () => undefined);
	process.on('SIGTERM', () => child.kill('SIGTERM'));
	whenNpmEnds(() => child.kill('SIGTERM'));
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code) => resolve(code ?? 1));
	});
}

/**
 * Reads the option `--n8n <version>`, which selects another n8n from runtimes/. Sets TEST_N8N_FOLDER for everything that is
 * imported or started later. Ends the process if there is no such version.
 *
 * @param {string[]} args of the command line
 * @returns {{ isOlderN8n: boolean, rest: string[] }} `rest`: the arguments without the option
 */
export function chooseN8n(args) {
	const index = args.indexOf('--n8n');
	if (index < 0) return { isOlderN8n: false, rest: args };
	const folder = `runtimes/n8n-${args[index + 1]}`;
	if (!existsSync(inRepository(folder))) exitWithMessage(`There is no folder ${folder}.`);
	env.TEST_N8N_FOLDER = folder;
	return { isOlderN8n: true, rest: args.toSpliced(index, 2) };
}
