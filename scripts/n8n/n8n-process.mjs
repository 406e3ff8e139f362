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
 * How to start an n8n process.
 *
 * @typedef {object} N8nOptions
 * @property {string} userFolder for n8n's `.n8n` folder
 * @property {string} logFile
 * @property {number} [port] preferred port. n8n uses another one if it isn't free
 * @property {string} [timezone]
 * @property {string} [binaryMode] where n8n stores files
 * @property {NodeJS.ProcessEnv} [settings] more environment variables
 */

/**
 * Starts n8n on 127.0.0.1 and waits until its REST API answers.
 *
 * @param {N8nOptions} options
 * @returns {Promise<RunningN8n>}
 * @throws {Error} if it ends or doesn't answer. Its log says why
 */
export async function startN8n(options) {
	const { url, process: running } = await launch(['start'], options);
	// Check both, because the health check answers long before the REST API.
	await whenReady('n8n', running, [`${url}/healthz/readiness`, `${url}/rest/settings`]);
	return { url, process: running };
}

/**
 * Starts a worker of queue mode on 127.0.0.1 and waits until it's ready for executions. `url` is the address of its health
 * check.
 *
 * @param {N8nOptions} options `settings`: the same queue mode settings as those of the main process
 * @returns {Promise<RunningN8n>}
 * @throws {Error} if it ends or doesn't answer. Its log says why
 */
export async function startWorker({ settings, ...options }) {
	const [port = 0] = await freePorts([0]);
	const healthCheck = {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
	const url = `http://127.0.0.1:${port}`;
	const { process: running } = await launch(['worker', '--concurrency=5'], {
		...options,
		settings: { ...settings, ...healthCheck },
	});
	await whenReady('The worker', running, [`${url}/healthz/readiness`]);
	return { url, process: running };
}

/**
 * Starts a process of queue mode that only answers webhooks, on 127.0.0.1, and waits until it's ready.
 *
 * @param {N8nOptions} options `settings`: the same queue mode settings as those of the main process
 * @returns {Promise<RunningN8n>}
 * @throws {Error} if it ends or doesn't answer. Its log says why
 */
export async function startWebhookProcess(options) {
	const { url, process: running } = await launch(['webhook'], options);
	await whenReady('The webhook process', running, [`${url}/healthz/readiness`]);
	return { url, process: running };
}

/**
 * @param {string[]} args
 * @param {N8nOptions} options
 * @returns {Promise<RunningN8n>}
 */
async function launch(args, { userFolder, logFile, port: wantedPort = 0, ...options }) {
	mkdirSync(path.join(userFolder, '.n8n'), { recursive: true });
	const [port = 0, brokerPort = 0] = await freePorts([wantedPort, 0]);
	const env = n8nEnvironment({ userFolder, port, brokerPort, ...options });
	const running = startProcess(n8nNode, [n8nBinary, ...args], { env, logFile, cwd: userFolder });
	return { url: `http://127.0.0.1:${port}`, process: running };
}

/**
 * Waits until a process is ready.
 *
 * @param {string} name
 * @param {import('../lib/child-process.mjs').RunningProcess} running
 * @param {string[]} urls addresses that answer with JSON when it's ready
 */
async function whenReady(name, running, urls) {
	const probe = async () => {
		if (running.hasEnded()) throw new Error(`${name} ended while starting`);
		const answers = await Promise.all(urls.map(answersJson));
		return answers.every(Boolean) || undefined;
	};
	await waitFor(`${name} did not get ready`, probe, { timeoutMs: START_WITHIN_MS });
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
