import { argv, execPath } from 'node:process';
import { ensureInstalled } from './install.mjs';
import { rootFolder } from './lib/paths.mjs';
import { exitWithMessage, runStep, sideBySide, StepError } from './lib/run-step.mjs';
import { commands, n8nLintFolder, runScript } from './lib/tools.mjs';

/** @typedef {{ title: string, args: string[] }} Step */

/** @type {Step[]} The first ones make what the later ones read. */
const builds = [
	{ title: 'Build', args: ['scripts/build.mjs'] },
	{ title: 'Build of the command line', args: ['scripts/cli/build.mjs'] },
	{ title: 'Verification scan', args: ['scripts/scan.mjs'] },
	{ title: 'Types', args: commands.types },
	{ title: 'Types of the scripts', args: commands.typesOfScripts },
];

/** @type {Step[]} What reads the sources alone. It takes as long, and runs beside the builds. */
const style = [
	{ title: 'Lint', args: commands.lint },
	{ title: 'Lint as n8n does', args: commands.lintAsN8n },
	{ title: 'Format', args: commands.checkFormat },
];

await ensureInstalled(rootFolder).catch(exitWithMessage);
await ensureInstalled(n8nLintFolder, { title: "Installing n8n's lint configuration (once)" }).catch(
	exitWithMessage,
);
await sideBySide(runAll(builds), runAll(style)).catch(stop);
// Arguments of `npm test` are for jest.
process.exitCode = await runScript([...commands.jest, ...argv.slice(2)]);

/**
 * Runs steps one after the other, up to the first that fails.
 *
 * @param {Step[]} steps
 */
async function runAll(steps) {
	for (const { title, args } of steps) await runStep(title, execPath, args, { cwd: rootFolder });
}

/** @param {unknown} error */
function stop(error) {
	if (error instanceof StepError) console.error(error.output);
	exitWithMessage(error instanceof Error ? `npm test stopped. ${error.message.split('\n')[0]}` : error);
}
