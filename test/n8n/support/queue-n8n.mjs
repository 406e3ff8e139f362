import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ensureQueuePrograms, startPostgres, startRedis } from '../../../scripts/n8n/databases.mjs';
import { startN8n, startWebhookProcess, startWorker } from '../../../scripts/n8n/n8n-process.mjs';
import { unpackPackage } from '../../../scripts/n8n/package.mjs';
import { N8nCaller } from './n8n-caller.mjs';
import { queueSettings } from './queue-settings.mjs';

const WORKERS = 2;

/** A worker and its log. @typedef {import('../../../scripts/n8n/n8n-process.mjs').RunningN8n & { logFile: string }} Worker */

/** A private n8n in queue mode, with a main instance, two workers, PostgreSQL and Redis. */
export class QueueN8n extends N8nCaller {
	#folder = mkdtempSync(path.join(tmpdir(), 'social-publishing-queue-'));
	#logFolder;
	/** @type {Worker[]} */
	#workers = [];
	#started = 0;
	/** @type {NodeJS.ProcessEnv} */
	#settings = {};
	/** @type {import('../../../scripts/n8n/n8n-process.mjs').RunningN8n | undefined} */
	#main;
	/** Runs a statement in the database. @type {(sql: string) => void} */
	#query = () => {};
	/** Address of the main instance. */
	url = '';
	/** Log of the main instance. */
	logFile;

	/** @param {string} logFolder */
	constructor(logFolder) {
		super();
		this.#logFolder = logFolder;
		this.logFile = path.join(logFolder, 'queue-main.log');
		// PostgreSQL runs as its own user, who needs access to its folder in here.
		chmodSync(this.#folder, 0o755);
		process.once('exit', () => rmSync(this.#folder, { recursive: true, force: true }));
	}

	/** Starts everything. It runs until all processes are stopped. */
	async setUp() {
		const programs = await ensureQueuePrograms();
		const postgres = await startPostgres(programs, this.#in('postgres'), this.#log('postgres'));
		this.#query = (sql) => {
			const address = ['-h', '127.0.0.1', '-p', `${postgres.port}`, '-U', 'n8n', '-d', 'postgres'];
			execFileSync(path.join(programs.postgresFolder, 'psql'), ['-q', ...address, '-c', sql]);
		};
		const redis = await startRedis(programs, this.#folder, this.#log('redis'));
		this.#settings = queueSettings(postgres.port, redis.port);
		unpackPackage(this.#in('main'));
		await this.startMain();
		// A worker creates links with the address of the main instance.
		this.#settings = { ...this.#settings, N8N_WEBHOOK_URL: this.url };
		await Promise.all([this.logIn(this.url), this.startWorkers()]);
	}

	/** Starts the main instance. A restart keeps the address and the owner's login. */
	async startMain() {
		const port = Number(new URL(this.url || 'http://127.0.0.1:0').port);
		this.#main = await startN8n({ ...this.#options('main'), logFile: this.logFile, port });
		this.url = this.#main.url;
	}

	/** Kills the main instance, as `kill -9` does. */
	async killMain() {
		if (this.#main) await kill(this.#main);
	}

	/**
	 * Ends the wait of an execution, as if its time had passed. A main instance that starts after this continues the execution.
	 *
	 * @param {string} executionId
	 */
	endWait(executionId) {
		this.#query(`UPDATE execution_entity SET "waitTill" = now() WHERE id = ${Number(executionId)}`);
	}

	/** Starts a process that only answers webhooks. */
	async startWebhookProcess() {
		this.#copyPackage('webhook');
		const { url } = await startWebhookProcess(this.#options('webhook'));
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

	/** Stops the workers, which finish their work first. */
	async stopWorkers() {
		await Promise.all(this.#workers.splice(0).map((worker) => worker.process.stop()));
	}

	/** @param {string} executionId */
	workersOf(executionId) {
		const numbers = Array.from({ length: this.#started }, (_, index) => index + 1);
		return numbers.filter((number) => hasStarted(this.#log(`worker-${number}`), executionId));
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
 * Kills an n8n, as `kill -9` does.
 *
 * @param {import('../../../scripts/n8n/n8n-process.mjs').RunningN8n} n8n
 */
async function kill({ process: { pid, ended } }) {
	// The process leads a group that includes n8n's task runner.
	process.kill(-pid, 'SIGKILL');
	await ended;
}

/**
 * @param {string} logFile of a worker
 * @param {string} executionId
 */
const hasStarted = (logFile, executionId) =>
	readFileSync(logFile, 'utf8').includes(`Worker started execution ${executionId} (`);
