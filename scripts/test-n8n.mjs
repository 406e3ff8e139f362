import { argv } from 'node:process';
import { chooseN8n, runJest } from './lib/jest.mjs';
import { exitWithMessage } from './lib/run-step.mjs';

// Runs the tests in a real n8n: test:n8n [--n8n 2.8] [--screens | --pictures] [arguments of jest]. Those of test/n8n/nightly run
// only if an argument names a file, or with TEST_TIER=nightly. With --screens, it takes a picture of every screen instead. With
// --pictures, it takes the pictures of the documentation.
const SUITES = { '--screens': 'screens', '--pictures': 'pictures' };
try {
	const { rest } = chooseN8n(argv.slice(2));
	const [, suite = 'n8n'] = Object.entries(SUITES).find(([option]) => rest.includes(option)) ?? [];
	const args = rest.filter((arg) => !(arg in SUITES));
	const tier = args.some((arg) => !arg.startsWith('-')) ? { TEST_TIER: 'nightly' } : {};
	// Import both only now, so that they find the n8n of the option.
	const { installAndBuild } = await import('./build.mjs');
	const { ensureBrowser } = await import('./n8n/browser.mjs');
	await installAndBuild();
	await ensureBrowser();
	process.exitCode = await runJest(args, { TEST_SUITE: suite, ...tier });
} catch (error) {
	exitWithMessage(error);
}
