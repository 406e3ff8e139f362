import { spawn } from 'node:child_process';

const TAIL_LINES = 25;
/** Warnings of npm, which would push the reason of a failure out of sight. */
const NOISE = /^npm warn /i;
const QUIET_REPORT_SECONDS = 15;

/** A command that could not be started or ended with another code than 0; `output` holds the end of what it printed. */
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
 * Runs a command and shows one progress line with the seconds gone by: rewritten each second on a terminal, repeated
 * every 15 s elsewhere. The command's output stays hidden unless it fails.
 *
 * @param {string} title what is being done, for the progress line
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<string>} what the command printed
 * @throws {StepError} when the command ends with another code than 0
 */
export async function runStep(title, command, args, options = {}) {
	const progress = startProgress(title);
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
 * Shows a progress line until `end` is called.
 *
 * @param {string} title
 * @returns {{ end(word: string): void }} `end` writes the closing line
 */
export function startProgress(title) {
	const startedAt = Date.now();
	const seconds = () => Math.round((Date.now() - startedAt) / 1000);
	const isTerminal = process.stdout.isTTY === true;
	const write = (/** @type {string} */ text) =>
		isTerminal ? process.stdout.write(`\r\x1b[K${text}`) : process.stdout.write(`${text}\n`);
	write(`${title} …`);
	const everyMs = (isTerminal ? 1 : QUIET_REPORT_SECONDS) * 1000;
	const timer = setInterval(() => write(`${title} … ${seconds()} s`), everyMs);
	return {
		end(word) {
			clearInterval(timer);
			write(`${title}: ${word} (${seconds()} s)`);
			if (isTerminal) process.stdout.write('\n');
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
			// npm is a .cmd file on Windows, which only a shell starts.
			shell: process.platform === 'win32',
		});
		let output = '';
		const collect = (/** @type {Buffer} */ chunk) => {
			output += chunk.toString();
		};
		child.stdout.on('data', collect);
		child.stderr.on('data', collect);
		child.on('error', (error) => reject(new StepError(title, error.message, output)));
		child.on('close', (code, signal) =>
			code === 0
				? resolve(output)
				: reject(new StepError(title, `ended with ${signal ?? `code ${code}`}`, output)),
		);
	});
}
