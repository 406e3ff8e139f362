import { spawn } from 'node:child_process';
import { argv, env, execPath, exit } from 'node:process';
import { ensureInstalled } from './install.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';

// Plays every write against every fault and writes docs/faults.md; fails where a rule is broken.

await ensureInstalled(rootFolder);
const jest = inRepository('node_modules', 'jest', 'bin', 'jest.js');
const test = spawn(execPath, [jest, 'test/faults', ...argv.slice(2)], {
	cwd: rootFolder,
	stdio: 'inherit',
	env: { ...env, WRITE_FAULTS: '1' },
});
test.on('exit', (code) => exit(code ?? 1));
