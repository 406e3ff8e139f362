import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';

const TAIL_LINES = 40;
const STOP_WITHIN_MS = 5000;

/**
 * The running processes. Each has a promise that settles when the process ends.
 *
 * @type {Map<import('node:child_process').ChildProcess, Promise<string>>}
 */
const living = new Map();

// The processes have their own process groups, so they would continue to run if this process ended with an error.
process.once('exit', () => living.forEach((_ended, child) => signalGroup(child, 'SIGKILL')));

/**
 * A process that runs in the background and writes its output to a file.
 *
 * @typedef {object} RunningProcess
 * @property {number} pid
 * @property {() => boolean} hasEnded
 * @property {Promise<string>} ended says how it ended
 * @property {() => Promise<void>} stop ends it with everything it started, or resolves immediately if it has already ended
 */

/**
 * Starts a process in its own process group. So Ctrl+C on the terminal reaches only this process, which then stops the others
 * in order.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, logFile: string, cwd?: string, account?: { uid: number, gid: number } }} options `account`:
 *   the user that runs the process, by default this process's user
 * @returns {RunningProcess}
 */
export function startProcess(command, args, { env, logFile, cwd, account }) {
	mkdirSync(path.dirname(logFile), { recursive: true });
	const log = openSync(logFile, 'w');
	const stdio = /** @type {const} */ (['ignore', log, log]);
	const child = spawn(command, args, { env, cwd, ...account, detached: true, stdio: [...stdio] });
	closeSync(log);
	const ended = endOf(child);
	living.set(child, ended);
	child.once('error', (error) => appendFileSync(logFile, `${error.message}\n`));
	return {
		pid: child.pid ?? 0,
		hasEnded: () => !living.has(child),
		ended,
		stop: () => endProcess(child),
	};
}

/**
 * The last lines of a log file.
 *
 * @param {string} file
 */
export const readTail = (file) =>
	readFileSync(file, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n');

/** Stops all processes that were started here and still run. */
export async function stopAllProcesses() {
	await Promise.all([...living.keys()].map(endProcess));
}

/**
 * Waits until a process has ended or couldn't be started.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>} says how it ended
 */
function endOf(child) {
	return new Promise((resolve) => {
		const end = (/** @type {string} */ how) => {
			living.delete(child);
			resolve(how);
		};
		child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
		child.once('error', (error) => end(error.message));
	});
}

/** @param {import('node:child_process').ChildProcess} child */
async function endProcess(child) {
	const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_WITHIN_MS);
	signalGroup(child, 'SIGTERM');
	await living.get(child);
	clearTimeout(timer);
}

/**
 * Sends a signal to a process and to everything it started. Windows has no process groups.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
	if (child.pid === undefined) return;
	try {
		if (process.platform === 'win32') child.kill(signal);
		else process.kill(-child.pid, signal);
	} catch {
		// The group has already ended.
	}
}
