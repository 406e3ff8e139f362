import { spawn } from 'node:child_process';

import { buildPackage, buildSandbox } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';

/** What can be run with the older n8n, by the first argument: both without one. Further arguments go to jest. */
const PARTS = { nodes: 'jest.compat.config.js', n8n: 'jest.compat-n8n.config.js' };

process.env.TEST_N8N_FOLDER = 'n8n-1.123';

try {
	const { parts, jestArguments } = readArguments(process.argv.slice(2));
	await ensureInstalled(rootFolder, { title: 'Installing packages (once)' });
	// Reads the variable when it is loaded.
	const { ensureN8n } = await import('./n8n/install.mjs');
	await ensureN8n();
	await buildPackage();
	await buildSandbox();
	for (const config of parts) process.exitCode = (await runJest(config, jestArguments)) || process.exitCode;
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}

/** @param {string[]} all */
function readArguments(all) {
	const part = Object.entries(PARTS).find(([name]) => name === all[0]);
	return part
		? { parts: [part[1]], jestArguments: all.slice(1) }
		: { parts: Object.values(PARTS), jestArguments: all };
}

/**
 * @param {string} config
 * @param {string[]} args further arguments for jest
 * @returns {Promise<number>} exit code; 1 when a signal ended it
 */
function runJest(config, args) {
	const jest = inRepository('node_modules', 'jest', 'bin', 'jest.js');
	const child = spawn(process.execPath, [jest, '--config', config, ...args], {
		cwd: rootFolder,
		stdio: 'inherit',
	});
	// Ctrl+C reaches jest as well, which then ends n8n and the sandbox; this process waits for it.
	process.on('SIGINT', () => undefined);
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code) => resolve(code ?? 1));
	});
}
