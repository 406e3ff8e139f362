import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ensureQueuePrograms, startPostgres, startRedis } from '../../../scripts/n8n/databases.mjs';
import { startN8n, startWebhookProcess, startWorker } from '../../../scripts/n8n/n8n-process.mjs';
import { unpackPackage } from '../../../scripts/n8n/package.mjs';
import { N8nCaller } from './n8n-caller.mjs';
import { queueSettings } from './queue-settings.mjs';

const WORKERS = 2;

/** A worker and its log. @typedef {import('../../../scripts/n8n/n8n-process.mjs').RunningN8n & { logFile: string }} Worker */

/** n8n in queue mode: a main, two workers, PostgreSQL and Redis, all of them private. */
export class QueueN8n extends N8nCaller {
	#folder = mkdtempSync(path.join(tmpdir(), 'social-publishing-queue-'));
	#logFolder;
	/** @type {{ stop: () => Promise<void> }[]} */
	#processes = [];
	/** @type {Worker[]} */
	#workers = [];
	#started = 0;
	/** @type {NodeJS.ProcessEnv} */
	#settings = {};
	/** @type {import('../../../scripts/n8n/n8n-process.mjs').RunningN8n | undefined} */
	#main;
	#forget = () => rmSync(this.#folder, { recursive: true, force: true });
	/** Address of the main. */
	url = '';
	/** The main's log. */
	logFile;

	/** @param {string} logFolder */
	constructor(logFolder) {
		super();
		this.#logFolder = logFolder;
		this.logFile = path.join(logFolder, 'queue-main.log');
		// PostgreSQL runs as a user of its own, who has to get at its folder in here.
		chmodSync(this.#folder, 0o755);
		process.once('exit', this.#forget);
	}

	/** Starts everything; what did start is ended by `remove`, also after a failure. */
	async setUp() {
		const programs = await ensureQueuePrograms();
		const postgres = await this.#keep(startPostgres(programs, this.#in('postgres'), this.#log('postgres')));
		const redis = await this.#keep(startRedis(programs, this.#folder, this.#log('redis')));
		this.#settings = queueSettings(postgres.port, redis.port);
		unpackPackage(this.#in('main'));
		await this.startMain();
		// The addresses that a worker gives out are the main's.
		this.#settings = { ...this.#settings, N8N_WEBHOOK_URL: this.url };
		await Promise.all([this.logIn(this.url), this.startWorkers()]);
	}

	/** Starts the main; after the first time at the same address, where the owner is still logged in. */
	async startMain() {
		const port = Number(new URL(this.url || 'http://127.0.0.1:0').port);
		this.#main = await startN8n({ ...this.#options('main'), logFile: this.logFile, port });
		this.url = this.#main.url;
	}

	/** Ends the main as by `kill -9`. */
	async killMain() {
		if (this.#main) await kill(this.#main);
	}

	/** Starts a process that only answers webhooks. */
	async startWebhookProcess() {
		this.#copyPackage('webhook');
		const { url } = await this.#keep(startWebhookProcess(this.#options('webhook')));
		return url;
	}

	/** Starts as many workers as are missing. */
	async startWorkers() {
		const missing = Array.from({ length: WORKERS - this.#workers.length }, () => this.#startWorker());
		this.#workers.push(...(await Promise.all(missing)));
	}

	/** @param {string} executionId */
	async killWorkerOf(executionId) {
		const worker = this.#workers.find(({ logFile }) => hasStarted(logFile, executionId));
		if (!worker) throw new Error(`No worker has started execution ${executionId}`);
		await kill(worker);
		this.#workers = this.#workers.filter((other) => other !== worker);
	}

	/** Ends the workers in order. */
	async stopWorkers() {
		await Promise.all(this.#workers.splice(0).map((worker) => worker.process.stop()));
	}

	/** @param {string} executionId */
	workersOf(executionId) {
		const numbers = Array.from({ length: this.#started }, (_, index) => index + 1);
		return numbers.filter((number) => hasStarted(this.#log(`worker-${number}`), executionId));
	}

	/** Ends everything, last started first, and removes the folder; the logs stay. */
	async remove() {
		await this.stopWorkers();
		await this.#main?.process.stop();
		for (const running of this.#processes.splice(0).reverse()) await running.stop();
		await rm(this.#folder, { recursive: true, force: true });
		process.off('exit', this.#forget);
	}

	/** @returns {Promise<Worker>} */
	async #startWorker() {
		const name = `worker-${++this.#started}`;
		this.#copyPackage(name);
		const options = this.#options(name);
		return { ...(await startWorker(options)), logFile: options.logFile };
	}

	/** @param {string} name of a process */
	#copyPackage(name) {
		const modules = path.join('.n8n', 'nodes');
		cpSync(this.#in('main', modules), this.#in(name, modules), { recursive: true });
	}

	/** @param {string} name of a process */
	#options(name) {
		const settings = this.#settings;
		return { userFolder: this.#in(name), logFile: this.#log(name), binaryMode: 'database', settings };
	}

	/**
	 * @template {{ process: { stop: () => Promise<void> } }} T
	 * @param {Promise<T>} starting
	 */
	async #keep(starting) {
		const running = await starting;
		this.#processes.push(running.process);
		return running;
	}

	/** @param {string[]} parts */
	#in(...parts) {
		return path.join(this.#folder, ...parts);
	}

	/** @param {string} name */
	#log(name) {
		return path.join(this.#logFolder, `queue-${name}.log`);
	}
}

/**
 * Ends an n8n as by `kill -9`.
 *
 * @param {import('../../../scripts/n8n/n8n-process.mjs').RunningN8n} n8n
 */
async function kill({ process: { pid, ended } }) {
	// The process is the leader of its group, in which n8n's task runner is, too.
	process.kill(-pid, 'SIGKILL');
	await ended;
}

/**
 * @param {string} logFile of a worker
 * @param {string} executionId
 */
const hasStarted = (logFile, executionId) =>
	readFileSync(logFile, 'utf8').includes(`Worker started execution ${executionId} (`);
