import { argv, execPath } from 'node:process';
import { ensureCliPackages } from './lib/build-cli.mjs';
import { chooseN8n, runJest } from './lib/jest.mjs';
import { rootFolder } from './lib/paths.mjs';
import { exitWithMessage, runStep, sideBySide, StepError } from './lib/run-step.mjs';
import { commands, installTools } from './tools.mjs';

// Builds, checks style, types and n8n's verification, and runs all tests that don't need a full n8n. Arguments go to jest.
//   test -- test/client       only these tests, also those of test/nightly if an argument names them
//   test -- --n8n 2.8         the tests of the nodes and the trigger with the modules of that n8n

/** @typedef {{ title: string, args: string[] }} Step */

/** These create files that the later steps read. @type {Step[]} */
const builds = [
	{ title: 'Build', args: ['scripts/build.mjs'] },
	{ title: 'Build of the command line', args: ['scripts/build.mjs', 'cli'] },
];

/** Only this run is told: tests start commands in other clones, where nothing is built. */
const isBuilt = process.env.TEST_IS_BUILT !== undefined;
delete process.env.TEST_IS_BUILT;

/** @type {Step[]} */
const buildsAndTypes = [
	...(isBuilt ? [] : builds),
	{ title: "n8n's verification", args: ['scripts/verify.mjs', '--quick'] },
	{ title: 'Types', args: commands.typecheck },
	{ title: 'Types of the scripts', args: commands.typecheckScripts },
	{ title: 'Format', args: commands.checkFormat },
];

/** Steps that only read the sources. They take about as long as the others and run in parallel with them. @type {Step[]} */
const lints = [
	{ title: 'Lint', args: commands.lint },
	{ title: 'Lint as n8n does', args: commands.lintAsN8n },
];

const { isOlderN8n, rest } = chooseN8n(argv.slice(2));
const isAll = !isOlderN8n && !rest.some(isTestPath);
await (isOlderN8n ? installOlderN8n() : isAll ? installTools() : ensureCliPackages()).catch(exitWithMessage);
if (isAll) await sideBySide(runAll(buildsAndTypes), runAll(lints)).catch(stop);
const tier = rest.some((arg) => arg.includes('nightly')) ? { TEST_TIER: 'nightly' } : {};
process.exitCode = await runJest(rest, tier);

/** @param {string} arg */
function isTestPath(arg) {
	return /^test[\\/]/.test(arg);
}

/** Builds what the tests read, and installs the packages of the selected n8n. */
async function installOlderN8n() {
	const { installAndBuild } = await import('./build.mjs');
	const { ensureN8nPackages } = await import('./n8n/install.mjs');
	await installAndBuild(ensureN8nPackages);
}

/**
 * Runs steps in order until one fails.
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
