import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { startProcess } from '../lib/child-process.mjs';
import { freePorts } from '../lib/ports.mjs';
import { waitFor } from '../lib/wait.mjs';
import { n8nEnvironment } from './environment.mjs';
import { n8nBinary, n8nNode } from './install.mjs';

const START_WITHIN_MS = 180_000;

/** A running n8n: its address, and its process. @typedef {{ url: string, process: import('../lib/child-process.mjs').RunningProcess }} RunningN8n */

/**
 * Starts n8n on 127.0.0.1 and waits until its REST interface answers. It listens on `port` if that is free, else on
 * another one.
 *
 * @param {{ userFolder: string, logFile: string, port?: number, timezone?: string, binaryMode?: string }} options
 *   `userFolder`: where n8n keeps its `.n8n` folder; `binaryMode`: where it keeps files
 * @returns {Promise<RunningN8n>}
 * @throws {Error} when it ends or stays silent; its log says why
 */
export async function startN8n({ userFolder, logFile, port: wantedPort = 0, timezone, binaryMode }) {
	mkdirSync(path.join(userFolder, '.n8n'), { recursive: true });
	const [port = 0, brokerPort = 0] = await freePorts([wantedPort, 0]);
	const env = n8nEnvironment({ userFolder, port, brokerPort, timezone, binaryMode });
	const running = startProcess(n8nNode, [n8nBinary, 'start'], { env, logFile, cwd: userFolder });
	const url = `http://127.0.0.1:${port}`;
	await waitFor('n8n did not get ready', () => probe(running, url), { timeoutMs: START_WITHIN_MS });
	return { url, process: running };
}

/**
 * @param {import('../lib/child-process.mjs').RunningProcess} running
 * @param {string} url
 * @returns {Promise<true | undefined>} true when n8n is ready
 */
async function probe(running, url) {
	if (running.hasEnded()) throw new Error('n8n ended while starting');
	// The health check answers long before the REST interface does, so both are asked.
	const isReady =
		(await answersJson(`${url}/healthz/readiness`)) && (await answersJson(`${url}/rest/settings`));
	return isReady || undefined;
}

/** @param {string} url */
async function answersJson(url) {
	try {
		const response = await fetch(url);
		await response.json();
		return response.ok;
	} catch {
		return false;
	}
}
