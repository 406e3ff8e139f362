import { argv } from 'node:process';
import { ensureCliPackages } from './cli/build.mjs';
import { exitWithMessage } from './lib/run-step.mjs';
import { ensureInstalled } from './install.mjs';
import { commands, n8nLintFolder, runScript } from './lib/tools.mjs';

// Installs what is missing, then runs a tool: tool <lint|format|typecheck|jest>. Further arguments go to the tool. ESLint and the
// compiler look at cli/ as well, which has packages of its own.
const { lint, lintAsN8n, format, types, typesOfScripts, jest } = commands;

/** @type {Record<string, string[][]>} */
const tools = { lint: [lint, lintAsN8n], format: [format], typecheck: [types, typesOfScripts], jest: [jest] };

const [name = '', ...more] = argv.slice(2);
await ensureCliPackages().then(run).catch(exitWithMessage);

/** Stops at the first command that fails. */
async function run() {
	if (name === 'lint')
		await ensureInstalled(n8nLintFolder, { title: "Installing n8n's lint configuration (once)" });
	for (const command of tools[name] ?? []) {
		process.exitCode = await runScript([...command, ...more]);
		if (process.exitCode !== 0) return;
	}
}
