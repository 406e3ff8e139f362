import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { saveCredential } from '../../../scripts/n8n/credentials.mjs';
import { n8nNode } from '../../../scripts/n8n/install.mjs';
import { startN8n } from '../../../scripts/n8n/n8n-process.mjs';
import { unpackPackage } from '../../../scripts/n8n/package.mjs';
import { startHostStandIn } from './host-stand-in.mjs';
import { N8nCaller } from './n8n-caller.mjs';

/** Runs on n8n's own Node.js, which can read its database. */
const END_WAIT = `
const [, file, executionId, inMs] = process.argv;
const { DatabaseSync } = require('node:sqlite');
const end = new Date(Date.now() + Number(inMs)).toISOString().replace('T', ' ').replace('Z', '');
new DatabaseSync(file).prepare('UPDATE execution_entity SET waitTill = ? WHERE id = ?').run(end, Number(executionId));
`;

/** An n8n that can be stopped and started again with the same user folder. */
class RestartableN8n extends N8nCaller {
	#userFolder = mkdtempSync(path.join(tmpdir(), 'social-publishing-restart-'));
	#logFolder;
	#binaryMode;
	#settings;
	#hosts;
	#starts = 0;
	/** @type {import('../../../scripts/n8n/n8n-process.mjs').RunningN8n | undefined} */
	#n8n;
	/** @type {import('./host-stand-in.mjs').HostStandIn | undefined} */
	#standIn;

	/**
	 * @param {string} logFolder
	 * @param {{ binaryMode?: string, settings?: NodeJS.ProcessEnv, hosts?: Record<string, string> }} options
	 */
	constructor(logFolder, { binaryMode, settings, hosts }) {
		super();
		this.#hosts = hosts;
		this.#logFolder = logFolder;
		this.#binaryMode = binaryMode;
		this.#settings = settings;
		unpackPackage(this.#userFolder);
	}

	/** @param {import('../../../scripts/n8n/credentials.mjs').CredentialFields} fields */
	async setUp(fields) {
		if (this.#hosts) {
			this.#standIn = await startHostStandIn({ folder: this.#userFolder, hosts: this.#hosts });
		}
		await this.startAgain();
		this.credential = await saveCredential(this.session, fields);
	}

	async startAgain() {
		this.#starts++;
		const logFile = path.join(this.#logFolder, `n8n-restartable-${this.#starts}.log`);
		this.#n8n = await startN8n({
			userFolder: this.#userFolder,
			logFile,
			binaryMode: this.#binaryMode,
			settings: { ...this.#settings, ...this.#standIn?.settings },
		});
		await this.logIn(this.#n8n.url);
	}

	/** @param {'in order' | 'killed'} how */
	async stop(how) {
		if (!this.#n8n) return;
		// The process leads a group that includes n8n's task runner.
		if (how === 'killed') process.kill(-this.#n8n.process.pid, 'SIGKILL');
		await this.#n8n.process.stop();
	}

	/**
	 * Ends the wait of an execution, as if its time had passed, or some time from now. n8n must be stopped.
	 *
	 * @param {string} executionId
	 * @param {number} [inMs]
	 */
	endWait(executionId, inMs = 0) {
		const database = path.join(this.#userFolder, '.n8n', 'database.sqlite');
		execFileSync(n8nNode, ['-e', END_WAIT, database, executionId, String(inMs)]);
	}

	/** Stops n8n and removes its user folder. The logs stay. */
	async remove() {
		await this.stop('in order');
		await this.#standIn?.stop();
		await rm(this.#userFolder, { recursive: true, force: true });
	}
}

/**
 * Starts an n8n with the package and its own user folder.
 *
 * @param {{ outputFolder: string, sandboxUrl: string, apiKey: string, binaryMode?: string, settings?: NodeJS.ProcessEnv, hosts?: Record<string, string> }} options
 *   `hosts`: by the names of hosts, addresses of servers that answer in their place
 * @returns {Promise<import('./restartableN8n.ts').RestartableN8n>}
 */
export async function startRestartableN8n({ outputFolder, sandboxUrl, apiKey, ...options }) {
	const n8n = new RestartableN8n(outputFolder, options);
	await n8n.setUp({ baseUrl: sandboxUrl, apiKey });
	return n8n;
}
