import { spawn } from 'node:child_process';
import { argv, execPath } from 'node:process';
import { buildSandbox } from './lib/build-package.mjs';
import { ensureInstalled } from './install.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';
import { exitWithMessage } from './lib/run-step.mjs';

// Starts only the sandbox. `npm run sandbox -- --help` lists its options.
await ensureInstalled(rootFolder).then(buildSandbox).catch(exitWithMessage);
const sandbox = spawn(execPath, [inRepository('build', 'sandbox', 'main.js'), ...argv.slice(2)], {
	stdio: 'inherit',
});
// Ctrl+C also reaches the sandbox, which then stops. This process waits for it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => sandbox.kill('SIGTERM'));
sandbox.on('exit', (code) => process.exit(code ?? 0));
