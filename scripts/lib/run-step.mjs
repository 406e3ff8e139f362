import { spawn } from 'node:child_process';

const TAIL_LINES = 25;
/** Warnings of npm, which would hide the reason of a failure. */
const NOISE = /^npm warn /i;
const QUIET_REPORT_SECONDS = 15;

/** A command couldn't be started, or ended with an exit code other than 0. `output` is the end of its output. */
export class StepError extends Error {
	/**
	 * @param {string} title the step in words
	 * @param {string} reason how the command ended
	 * @param {string} output everything the command printed
	 */
	constructor(title, reason, output) {
		const lines = output.split('\n').filter((line) => line !== '' && !NOISE.test(line));
		const tail = lines.slice(-TAIL_LINES).join('\n');
		super(`${title}: ${reason}${tail ? `\n${tail}` : ''}`);
		this.name = 'StepError';
		this.output = output;
	}
}

/**
 * Ends this process with code 1 and shows the message of an error, without its stack.
 *
 * @param {unknown} error
 * @returns {never}
 */
export function exitWithMessage(error) {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
}

/**
 * The running commands.
 *
 * @type {Set<import('node:child_process').ChildProcess>}
 */
const running = new Set();

// Without this, Node.js leaves the commands running if this process ends first.
process.once('exit', () => running.forEach((child) => child.kill()));

/**
 * Runs a command and shows its progress (see {@link startProgress}). Hides the command's output unless it fails.
 *
 * @param {string} title what the command does, for the progress line
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, howFar?: () => string }} [options] `howFar`: see {@link startProgress}
 * @returns {Promise<string>} the command's output
 * @throws {StepError} if the command ends with an exit code other than 0
 */
export async function runStep(title, command, args, { howFar, ...options } = {}) {
	const progress = startProgress(title, howFar);
	try {
		const output = await runCommand(title, command, args, options);
		progress.end('done');
		return output;
	} catch (error) {
		progress.end('failed');
		throw error;
	}
}

/**
 * Waits for work that runs steps in parallel. If one fails, stops the commands of the others.
 *
 * @param {Promise<unknown>[]} works
 * @throws the first error
 */
export async function sideBySide(...works) {
	try {
		await Promise.all(works);
	} catch (error) {
		running.forEach((child) => child.kill());
		await Promise.allSettled(works);
		throw error;
	}
}

/**
 * The running steps, each as a text with its duration so far.
 *
 * @type {Set<() => string>}
 */
const underWay = new Set();

const isTerminal = process.stdout.isTTY === true;

/** Writes all running steps into the last line of a terminal. */
function showUnderWay() {
	const line = [...underWay].map((describe) => describe()).join('   ');
	process.stdout.write(`\r\x1b[K${line.slice(0, Math.max(0, process.stdout.columns - 1))}`);
}

/** @param {string} line a line that stays visible */
function writeLine(line) {
	process.stdout.write(isTerminal ? `\r\x1b[K${line}\n` : `${line}\n`);
	if (isTerminal) showUnderWay();
}

/**
 * Shows a running step with its duration until `end` is called. On a terminal, the last line shows all running steps and is
 * updated every second. Elsewhere, each step writes a line every 15 s.
 *
 * @param {string} title
 * @param {() => string} [howFar] how much of the step is done, such as `12 of 40 packages`
 * @returns {{ end(word: string): void }} `end` writes the last line of the step
 */
export function startProgress(title, howFar) {
	const startedAt = Date.now();
	const seconds = () => Math.round((Date.now() - startedAt) / 1000);
	const describe = () => [`${title} …`, ...(howFar ? [`${howFar()},`] : []), `${seconds()} s`].join(' ');
	underWay.add(describe);
	if (isTerminal) showUnderWay();
	else writeLine(`${title} …`);
	const timer = isTerminal
		? setInterval(showUnderWay, 1000)
		: setInterval(() => writeLine(describe()), QUIET_REPORT_SECONDS * 1000);
	return {
		end(word) {
			clearInterval(timer);
			underWay.delete(describe);
			writeLine(`${title}: ${word} (${seconds()} s)`);
		},
	};
}

/**
 * @param {string} title
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<string>}
 */
function runCommand(title, command, args, options) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, {
			...options,
			stdio: ['ignore', 'pipe', 'pipe'],
			// On Windows, npm is a .cmd file, which only a shell can start.
			shell: process.platform === 'win32',
		});
		running.add(child);
		let output = '';
		const collect = (/** @type {Buffer} */ chunk) => {
			output += chunk.toString();
		};
		child.stdout.on('data', collect);
		child.stderr.on('data', collect);
		child.on('error', (error) => reject(new StepError(title, error.message, output)));
		child.on('close', (code, signal) => {
			running.delete(child);
			if (code === 0) resolve(output);
			else reject(new StepError(title, `ended with ${signal ?? `code ${code}`}`, output));
		});
	});
}
