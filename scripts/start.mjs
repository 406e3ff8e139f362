import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { isInstalled } from './install.mjs';
import { readTail, stopAllProcesses } from './lib/child-process.mjs';
import { whenNpmEnds } from './lib/npm-parent.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';
import { isN8nInstalled } from './n8n/install.mjs';
import { installAndBuild } from './build.mjs';

const help = `npm start -- [options]

  --once              stops after the first example has run
  --n8n-port 5678     and --sandbox-port 4010, --scoring-port 4020, --chat-port 4030
  --user-folder path  where n8n keeps its data (default: .n8n-demo)
`;

const { options, isHelp } = readOptions();
if (isHelp) {
	process.stdout.write(help);
	process.exit();
}

/** Reads the command line. Ends with the usage if it has anything unknown. */
function readOptions() {
	try {
		const { values } = parseArgs({
			options: {
				help: { type: 'boolean', default: false },
				once: { type: 'boolean', default: false },
				'n8n-port': { type: 'string', default: '5678' },
				'sandbox-port': { type: 'string', default: '4010' },
				'scoring-port': { type: 'string', default: '4020' },
				'chat-port': { type: 'string', default: '4030' },
				'user-folder': { type: 'string', default: inRepository('.n8n-demo') },
			},
		});
		return { options: values, isHelp: values.help };
	} catch (error) {
		process.stderr.write(`${/** @type {Error} */ (error).message}\n\n${help}`);
		process.exit(1);
	}
}

/** What to expect if nothing is installed yet. */
const FIRST_START = `The first start downloads about 1 GB and takes about six minutes. Later starts take about a minute.
  1. Download the packages: 280 MB for this repository and 660 MB for n8n, and a Node.js for n8n
  2. Build the package, the sandbox and the native modules of n8n
  3. Start n8n and the sandbox, and run the first example (about half a minute)
`;

const userFolder = path.resolve(options['user-folder']);
const n8nLog = path.join(userFolder, 'n8n.log');
const startedAt = Date.now();
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void stop(0));
whenNpmEnds(() => void stop(0));

try {
	await run();
} catch (error) {
	await fail(describe(error));
}

/**
 * Installs, builds and starts everything, and runs the first example. Then it keeps running until it's stopped, except with
 * --once.
 */
async function run() {
	if (!isInstalled(rootFolder) || !isN8nInstalled()) console.log(FIRST_START);
	await installAndBuild();
	// Import both only now, because they need packages that have just been installed.
	const { askForApproval, runFirstExample, startDemo } = await import('./n8n/demo.mjs');
	const { describeDemo, describeOutcomes } = await import('./n8n/report.mjs');

	const ports = {
		n8nPort: Number(options['n8n-port']),
		sandboxPort: Number(options['sandbox-port']),
		scoringPort: Number(options['scoring-port']),
		chatPort: Number(options['chat-port']),
	};
	const demo = await startDemo({ userFolder, ...ports });
	// Asks first, so that the published video is the newest post.
	const approvalLink = options.once ? '' : await askForApproval(demo);
	const outcomes = await runFirstExample(demo);
	console.log(`\n${describeOutcomes(demo, outcomes)}`);
	if (options.once) return await stop(outcomes.every(({ hasFailed }) => !hasFailed) ? 0 : 1);

	console.log(`\n${describeDemo(demo, approvalLink)}\n\nPress Ctrl+C to stop everything.`);
	const end = await Promise.race([
		demo.n8n.process.ended.then((how) => `n8n has ended by itself: ${how}`),
		demo.sandbox.process.ended.then((how) => `The sandbox has ended by itself: ${how}`),
	]);
	throw new Error(end);
}

/**
 * Prints an error with the end of n8n's log, and stops everything. Prints nothing during a stop, because running work then
 * fails anyway.
 *
 * @param {string} message
 */
async function fail(message) {
	if (isStopping) return;
	console.error(`\n${message}`);
	const log = existsSync(n8nLog) && statSync(n8nLog).mtimeMs > startedAt ? readTail(n8nLog) : '';
	if (log) console.error(`\nThe end of n8n's log (${n8nLog}):\n${log}`);
	await stop(1);
}

/**
 * Combines the message of an error with that of its cause, because `fetch` says only in the cause what went wrong.
 *
 * @param {unknown} error
 */
function describe(error) {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** @param {number} code exit code */
async function stop(code) {
	if (isStopping) return;
	isStopping = true;
	await stopAllProcesses();
	process.exit(code);
}
