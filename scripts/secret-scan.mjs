import { execFileSync, spawnSync } from 'node:child_process';
import { execPath } from 'node:process';
import { ensureInstalled } from './install.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';
import { exitWithMessage } from './lib/run-step.mjs';

// Searches all files that git knows in this repository, or in another one, for keys and passwords: secret-scan [folder]. Ends
// with code 1 if it finds any.
const folder = process.argv[2] ?? rootFolder;
const scanner = inRepository('runtimes', 'secret-scan');

await ensureInstalled(scanner, { title: 'Installing the secret scanner (once)' }).catch(exitWithMessage);
const files = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8' })
	.split('\0')
	.filter(Boolean);
const program = inRepository('runtimes', 'secret-scan', 'node_modules', 'secretlint', 'bin', 'secretlint.js');
const settings = inRepository('runtimes', 'secret-scan', '.secretlintrc.json');
const { status } = spawnSync(execPath, [program, '--secretlintrc', settings, '--no-glob', ...files], {
	cwd: folder,
	stdio: 'inherit',
});
if (status === 0) console.log(`Found no secrets in ${files.length} files`);
process.exitCode = status === 0 ? 0 : 1;
