import { argv, execPath } from 'node:process';
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { ensureCliPackages } from './lib/build-cli.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';
import { exitWithMessage } from './lib/run-step.mjs';

/** @param {string[]} parts path below node_modules */
const bin = (...parts) => inRepository('node_modules', ...parts);
const compiler = bin('typescript', 'bin', 'tsc');
const prettier = bin('prettier', 'bin', 'prettier.cjs');

/** n8n's own lint configuration, with the versions of ESLint and plugins that n8n uses. */
const n8nLintFolder = inRepository('runtimes', 'n8n-lint');

/** Lints what gets published with n8n's unmodified configuration. @type {string[]} */
const lintAsN8n = [
	inRepository('runtimes', 'n8n-lint', 'node_modules', 'eslint', 'bin', 'eslint.js'),
	...['--config', inRepository('runtimes', 'n8n-lint', 'eslint.config.mjs'), '--max-warnings', '0'],
	...['nodes', 'credentials', 'client', 'package.json'],
];

/** The commands that check or format the code, with their arguments. This Node.js runs all of them. */
export const commands = {
	lint: [bin('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0'],
	lintAsN8n,
	format: [prettier, '--write', '.'],
	checkFormat: [prettier, '--check', '--log-level', 'warn', '.'],
	typecheck: [compiler, '-p', 'tsconfig.json'],
	typecheckScripts: [compiler, '-p', 'scripts/tsconfig.json'],
};

/** Installs what the tools need. ESLint and the compiler also check cli/, which has its own packages. */
export async function installTools() {
	await ensureCliPackages();
	await ensureInstalled(n8nLintFolder, { title: "Installing n8n's lint configuration (once)" });
}

/** What each npm script runs. @type {Record<string, string[][]>} */
const scripts = {
	lint: [commands.lint, commands.lintAsN8n],
	format: [commands.format],
	typecheck: [commands.typecheck, commands.typecheckScripts],
};

/**
 * Runs a script with this Node.js in the root folder and shows its output.
 *
 * @param {string[]} args
 * @returns {Promise<number>} the exit code, or 1 if a signal ended it
 */
function runNode(args) {
	return new Promise((resolve, reject) => {
		const child = spawn(execPath, args, { cwd: rootFolder, stdio: 'inherit' });
		child.on('error', reject);
		child.on('exit', (code) => resolve(code ?? 1));
	});
}

/**
 * Runs commands in order until one fails.
 *
 * @param {string[][]} all
 * @param {string[]} more arguments for each
 */
async function runAll(all, more) {
	await (all.includes(commands.lintAsN8n) ? installTools() : ensureCliPackages());
	for (const command of all) {
		process.exitCode = await runNode([...command, ...more]);
		if (process.exitCode !== 0) return;
	}
}

// tools <lint|format|typecheck> [arguments of the tool]
if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
	const [name = '', ...more] = argv.slice(2);
	await runAll(scripts[name] ?? [], more).catch(exitWithMessage);
}
