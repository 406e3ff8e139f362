import { spawn } from 'node:child_process';
import path from 'node:path';
import { execPath } from 'node:process';
import { inRepository, rootFolder } from './paths.mjs';

/** @param {string[]} parts path below node_modules */
const bin = (...parts) => inRepository('node_modules', ...parts);
const compiler = bin('typescript', 'bin', 'tsc');
const prettier = bin('prettier', 'bin', 'prettier.cjs');

/** Folder with n8n's own lint configuration and the versions of ESLint and its plugins that n8n gives it. */
export const n8nLintFolder = inRepository('runtimes', 'n8n-lint');

/** What gets published, linted by n8n's unmodified configuration. @type {string[]} */
const lintAsN8n = [
	path.join(n8nLintFolder, 'node_modules', 'eslint', 'bin', 'eslint.js'),
	...['--config', path.join(n8nLintFolder, 'eslint.config.mjs'), '--max-warnings', '0'],
	...['nodes', 'credentials', 'client', 'package.json'],
];

/** The commands of the tools that check or format the code, each with its arguments. All run with this Node. */
export const commands = {
	lint: [bin('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0'],
	lintAsN8n,
	format: [prettier, '--write', '.'],
	checkFormat: [prettier, '--check', '--log-level', 'warn', '.'],
	types: [compiler, '-p', 'tsconfig.json'],
	typesOfScripts: [compiler, '-p', 'scripts/tsconfig.json'],
	jest: [bin('jest', 'bin', 'jest.js')],
};

/**
 * Runs a script with this Node in the root folder and shows its output.
 *
 * @param {string[]} args
 * @returns {Promise<number>} exit code; 1 when a signal ended it
 */
export function runScript(args) {
	return new Promise((resolve, reject) => {
		const child = spawn(execPath, args, { cwd: rootFolder, stdio: 'inherit' });
		child.on('error', reject);
		child.on('exit', (code) => resolve(code ?? 1));
	});
}
