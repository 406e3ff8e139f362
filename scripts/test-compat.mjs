import { runJest } from './lib/run-jest.mjs';
import { exitWithMessage } from './lib/run-step.mjs';

/** What can be run with the older n8n, by the first argument: both without one. Further arguments go to jest. */
const PARTS = { nodes: 'jest.compat.config.js', n8n: 'jest.compat-n8n.config.js' };

process.env.TEST_N8N_FOLDER = 'runtimes/n8n-1.123';

try {
	const { parts, jestArguments } = readArguments(process.argv.slice(2));
	// Both read the variable when they are loaded.
	const { ensureN8n, ensureN8nPackages } = await import('./n8n/install.mjs');
	const { installAndBuild } = await import('./prepare.mjs');
	await installAndBuild(parts.includes(PARTS.n8n) ? ensureN8n : ensureN8nPackages);
	for (const config of parts) process.exitCode = (await runJest(config, jestArguments)) || process.exitCode;
} catch (error) {
	exitWithMessage(error);
}

/** @param {string[]} all */
function readArguments(all) {
	const part = Object.entries(PARTS).find(([name]) => name === all[0]);
	return part
		? { parts: [part[1]], jestArguments: all.slice(1) }
		: { parts: Object.values(PARTS), jestArguments: all };
}
