import { argv } from 'node:process';

import { runJest } from './lib/run-jest.mjs';
import { exitWithMessage } from './lib/run-step.mjs';
import { ensureBrowser } from './n8n/browser.mjs';
import { installAndBuild } from './prepare.mjs';

// The tests in a real n8n; with `screens` as the first argument, the pictures of every screen instead. Others go to jest.
const isOfScreens = argv[2] === 'screens';
const config = isOfScreens ? 'jest.screens.config.js' : 'jest.n8n.config.js';

try {
	await installAndBuild();
	await ensureBrowser();
	process.exitCode = await runJest(config, argv.slice(isOfScreens ? 3 : 2));
} catch (error) {
	exitWithMessage(error);
}
