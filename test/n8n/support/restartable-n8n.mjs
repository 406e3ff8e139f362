import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { waitFor } from '../../../scripts/lib/wait.mjs';
import { saveCredential } from '../../../scripts/n8n/credentials.mjs';
import { DEMO_OWNER } from '../../../scripts/n8n/demo.mjs';
import { readExecution, runWorkflow } from '../../../scripts/n8n/executions.mjs';
import { startN8n } from '../../../scripts/n8n/n8n-process.mjs';
import { unpackPackage } from '../../../scripts/n8n/package.mjs';
import { RestSession } from '../../../scripts/n8n/rest.mjs';
import { saveWorkflow } from '../../../scripts/n8n/workflows.mjs';

const ACTIVE_WITHIN_MS = 60_000;
const ENDED = ['success', 'error', 'crashed', 'canceled'];

/** An n8n that can be ended and started again in the same user folder. */
class RestartableN8n {
	#userFolder = mkdtempSync(path.join(tmpdir(), 'social-publishing-restart-'));
	#logFolder;
	#binaryMode;
	#starts = 0;
	/** @type {import('../../../scripts/n8n/n8n-process.mjs').RunningN8n | undefined} */
	#n8n;
	#session = new RestSession('');
	/** @type {import('../../../scripts/n8n/credentials.mjs').CredentialReference} */
	credential = { id: '', name: '', type: '' };

	/**
	 * @param {string} logFolder
	 * @param {string} [binaryMode]
	 */
	constructor(logFolder, binaryMode) {
		this.#logFolder = logFolder;
		this.#binaryMode = binaryMode;
		unpackPackage(this.#userFolder);
	}

	/** @param {import('../../../scripts/n8n/credentials.mjs').CredentialFields} fields */
	async setUp(fields) {
		await this.start();
		this.credential = await saveCredential(this.#session, fields);
	}

	async start() {
		this.#starts++;
		const logFile = path.join(this.#logFolder, `n8n-restartable-${this.#starts}.log`);
		this.#n8n = await startN8n({
			userFolder: this.#userFolder,
			logFile,
			binaryMode: this.#binaryMode,
		});
		this.#session = new RestSession(this.#n8n.url);
		await this.#session.logIn(DEMO_OWNER);
	}

	/** @param {'in order' | 'at once'} how */
	async stop(how) {
		if (!this.#n8n) return;
		// The process is the leader of its group, in which n8n's task runner is, too.
		if (how === 'at once') process.kill(-this.#n8n.process.pid, 'SIGKILL');
		await this.#n8n.process.stop();
	}

	/** Ends n8n and removes its user folder; the logs stay. */
	async remove() {
		await this.stop('in order');
		await rm(this.#userFolder, { recursive: true, force: true });
	}

	/** @param {import('../../../scripts/n8n/workflows.mjs').Workflow} workflow */
	saveWorkflow(workflow) {
		return saveWorkflow(this.#session, workflow, [this.credential]);
	}

	/**
	 * @param {string} workflowId
	 * @param {string} trigger
	 */
	run(workflowId, trigger) {
		return runWorkflow(this.#session, workflowId, trigger);
	}

	/** @param {string} workflowId */
	async activate(workflowId) {
		const { versionId } = await this.#session.get(`/rest/workflows/${workflowId}`);
		await this.#session.post(`/rest/workflows/${workflowId}/activate`, { versionId });
		await waitFor('The workflow was not published', () => this.#isPublished(workflowId), {
			timeoutMs: ACTIVE_WITHIN_MS,
		});
	}

	/** @param {string} workflowId */
	async deactivate(workflowId) {
		await this.#session.post(`/rest/workflows/${workflowId}/deactivate`);
	}

	/** @param {string} workflowId */
	async executions(workflowId) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		/** @type {{ results: { id: string, status: string }[] }} */
		const { results } = await this.#session.get(`/rest/executions?filter=${filter}&limit=100`);
		const ids = results.filter(({ status }) => ENDED.includes(status)).map(({ id }) => id);
		ids.sort((a, b) => Number(a) - Number(b));
		return await Promise.all(ids.map((id) => readExecution(this.#session, id)));
	}

	/**
	 * @param {string} workflowId
	 * @returns {Promise<true | undefined>}
	 */
	async #isPublished(workflowId) {
		const { status, triggers } = await this.#session.get(`/rest/workflows/${workflowId}/publication-status`);
		if (status === 'failed') throw new Error(`Not published: ${JSON.stringify(triggers)}`);
		return status === 'published' || undefined;
	}
}

/**
 * Starts an n8n with the package on a user folder of its own.
 *
 * @param {{ outputFolder: string, sandboxUrl: string, apiKey: string, binaryMode?: string }} options
 * @returns {Promise<import('./restartableN8n.ts').RestartableN8n>}
 */
export async function startRestartableN8n({ outputFolder, sandboxUrl, apiKey, binaryMode }) {
	const n8n = new RestartableN8n(outputFolder, binaryMode);
	await n8n.setUp({ baseUrl: sandboxUrl, apiKey });
	return n8n;
}
