import { spawn } from 'node:child_process';

import { buildPackage, buildSandbox } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { whenNpmEnds } from './lib/npm-parent.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';
import { ensureBrowser } from './n8n/browser.mjs';
import { ensureN8n } from './n8n/install.mjs';

try {
	await ensureInstalled(rootFolder, { title: 'Installing packages (once)' });
	await ensureN8n();
	await ensureBrowser();
	await buildPackage();
	await buildSandbox();
	process.exitCode = await runJest(process.argv.slice(2));
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}

/**
 * @param {string[]} args further arguments for jest
 * @returns {Promise<number>} exit code; 1 when a signal ended it
 */
function runJest(args) {
	const jest = inRepository('node_modules', 'jest', 'bin', 'jest.js');
	const child = spawn(process.execPath, [jest, '--config', 'jest.n8n.config.js', ...args], {
		cwd: rootFolder,
		stdio: 'inherit',
	});
	// Ctrl+C reaches jest as well, which then ends n8n and the sandbox; this process waits for it.
	process.on('SIGINT', () => undefined);
	process.on('SIGTERM', () => child.kill('SIGTERM'));
	whenNpmEnds(() => child.kill('SIGTERM'));
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code) => resolve(code ?? 1));
	});
}
