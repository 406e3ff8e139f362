import { readTail, startProcess } from '../lib/child-process.mjs';
import { inRepository } from '../lib/paths.mjs';
import { freePorts } from '../lib/ports.mjs';
import { waitFor } from '../lib/wait.mjs';
import { cleanEnvironment } from './environment.mjs';
import { EXAMPLE_FILES } from './examples.mjs';

const START_WITHIN_MS = 20_000;

/** The type of the sandbox's seed. @typedef {import('../../sandbox/seed.ts').Seed} Seed */

/** The type of the scoring sandbox's seed. @typedef {import('../../sandbox/scoring/seed.ts').ScoringSeed} ScoringSeed */

/** A running sandbox: the addresses of both APIs and of the chat model, and its process. @typedef {{ url: string, scoringUrl: string, chatUrl: string, process: import('../lib/child-process.mjs').RunningProcess }} RunningSandbox */

/**
 * Starts the built sandbox in a separate process and waits until it answers. It serves the files of the examples, and listens
 * on `port`, `scoringPort` and `chatPort` if they are free, and otherwise on other ports.
 *
 * @param {{ logFile: string, port?: number, scoringPort?: number, chatPort?: number, args?: string[] }} options `args`: more options of the
 *   sandbox
 * @returns {Promise<RunningSandbox>}
 * @throws {Error} with the end of its log if it ends or doesn't answer
 */
export async function startSandboxProcess({
	logFile,
	port: wanted = 0,
	scoringPort: wantedScoring = 0,
	chatPort: wantedChat = 0,
	args = [],
}) {
	const [port, scoringPort, chatPort] = await freePorts([wanted, wantedScoring, wantedChat]);
	const ports = ['--port', `${port}`, '--scoring-port', `${scoringPort}`, '--chat-port', `${chatPort}`];
	const main = inRepository('build', 'sandbox', 'main.js');
	const running = startProcess(process.execPath, [main, ...ports, '--files', EXAMPLE_FILES, ...args], {
		env: cleanEnvironment(),
		logFile,
	});
	const url = `http://127.0.0.1:${port}`;
	await waitFor('The sandbox did not get ready', () => probe(running, url, logFile), {
		timeoutMs: START_WITHIN_MS,
	});
	const [scoringUrl, chatUrl] = [`http://127.0.0.1:${scoringPort}`, `http://127.0.0.1:${chatPort}/v1`];
	return { url, scoringUrl, chatUrl, process: running };
}

/**
 * @param {import('../lib/child-process.mjs').RunningProcess} running
 * @param {string} url
 * @param {string} logFile
 * @returns {Promise<true | undefined>} true if it answers
 */
async function probe(running, url, logFile) {
	if (running.hasEnded()) throw new Error(`The sandbox ended while starting:\n${readTail(logFile)}`);
	return await fetch(url).then(
		() => true,
		() => undefined,
	);
}

/**
 * Reads the IDs and keys of the sandbox's seed.
 *
 * @param {string} url its address
 * @returns {Promise<Seed>}
 */
export const readSeed = async (url) => /** @type {Seed} */ (await readJson(`${url}/sandbox/api/seed`));

/**
 * Reads the keys and examples of the scoring sandbox's seed.
 *
 * @param {string} url its address
 * @returns {Promise<ScoringSeed>}
 */
export const readScoringSeed = async (url) =>
	/** @type {ScoringSeed} */ (await readJson(`${url}/sandbox/api/seed`));

/**
 * @param {string} url
 * @returns {Promise<unknown>}
 */
const readJson = async (url) => (await fetch(url)).json();
