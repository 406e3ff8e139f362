import { spawn } from 'node:child_process';
import { execPath } from 'node:process';
import { whenNpmEnds } from './npm-parent.mjs';
import { inRepository, rootFolder } from './paths.mjs';

/**
 * Runs jest with one of the configurations at the top of the repository.
 *
 * @param {string} config
 * @param {string[]} args further arguments for jest
 * @returns {Promise<number>} exit code; 1 when a signal ended it
 */
export function runJest(config, args) {
	const jest = inRepository('node_modules', 'jest', 'bin', 'jest.js');
	const child = spawn(execPath, [jest, '--config', config, ...args], { cwd: rootFolder, stdio: 'inherit' });
	// Ctrl+C reaches jest as well, which then ends n8n and the sandbox; this process waits for it.
	process.on('SIGINT', () => undefined);
	process.on('SIGTERM', () => child.kill('SIGTERM'));
	whenNpmEnds(() => child.kill('SIGTERM'));
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code) => resolve(code ?? 1));
	});
}
