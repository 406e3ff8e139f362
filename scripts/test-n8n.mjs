import { argv } from 'node:process';
import { chooseN8n, runJest } from './lib/jest.mjs';
import { exitWithMessage } from './lib/run-step.mjs';

// The tests in a real n8n: test:n8n [--n8n 1.123] [--screens] [arguments of jest]. With --screens it takes the pictures of
// every screen instead.
try {
	const { rest } = chooseN8n(argv.slice(2));
	const args = rest.filter((arg) => arg !== '--screens');
	// Both find n8n where the option says.
	const { installAndBuild } = await import('./build.mjs');
	const { ensureBrowser } = await import('./n8n/browser.mjs');
	await installAndBuild();
	await ensureBrowser();
	process.exitCode = await runJest(args, { TEST_SUITE: args.length < rest.length ? 'screens' : 'n8n' });
} catch (error) {
	exitWithMessage(error);
}
