import { argv } from 'node:process';

import { buildPackage, buildSandbox } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { rootFolder } from './lib/paths.mjs';
import { runJest } from './lib/run-jest.mjs';
import { ensureBrowser } from './n8n/browser.mjs';
import { ensureN8n } from './n8n/install.mjs';

// The tests in a real n8n; with `screens` as the first argument, the pictures of every screen instead. Others go to jest.
const isOfScreens = argv[2] === 'screens';
const config = isOfScreens ? 'jest.screens.config.js' : 'jest.n8n.config.js';

try {
	await ensureInstalled(rootFolder, { title: 'Installing packages (once)' });
	await ensureN8n();
	await ensureBrowser();
	await buildPackage();
	await buildSandbox();
	process.exitCode = await runJest(config, argv.slice(isOfScreens ? 3 : 2));
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
