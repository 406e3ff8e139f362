import { spawn } from 'node:child_process';
import { execPath } from 'node:process';
import { inRepository, rootFolder } from './paths.mjs';

/** @param {string[]} parts path below node_modules */
const bin = (...parts) => inRepository('node_modules', ...parts);
const compiler = bin('typescript', 'bin', 'tsc');
const prettier = bin('prettier', 'bin', 'prettier.cjs');

/** The commands of the tools that check or format the code, each with its arguments. All run with this Node. */
export const commands = {
	lint: [bin('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0'],
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
