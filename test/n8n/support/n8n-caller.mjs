import { waitFor } from '../../../scripts/lib/wait.mjs';
import { DEMO_OWNER } from '../../../scripts/n8n/demo.mjs';
import { readExecution, RUNNING, startWorkflow } from '../../../scripts/n8n/executions.mjs';
import { RestSession } from '../../../scripts/n8n/rest.mjs';
import { dialect } from '../../../scripts/n8n/versions.mjs';
import { saveWorkflow } from '../../../scripts/n8n/workflows.mjs';

const ACTIVE_WITHIN_MS = 60_000;
const ENDED = ['success', 'error', 'crashed', 'canceled'];

/** Runs workflows in a test's own n8n over its REST interface. */
export class N8nCaller {
	/** Logged in as the owner. */
	session;
	/** @type {import('../../../scripts/n8n/credentials.mjs').CredentialReference} */
	credential = { id: '', name: '', type: '' };

	/** @param {RestSession} [session] */
	constructor(session = new RestSession('')) {
		this.session = session;
	}

	/**
	 * @param {string} url of an n8n that is ready
	 * @param {string} [password] of the owner
	 */
	async logIn(url, password = DEMO_OWNER.password) {
		this.session = new RestSession(url);
		await this.session.logIn({ ...DEMO_OWNER, password });
	}

	/** @param {import('../../../scripts/n8n/workflows.mjs').Workflow} workflow */
	saveWorkflow(workflow) {
		return saveWorkflow(this.session, workflow, [this.credential]);
	}

	/**
	 * @param {string} workflowId
	 * @param {string} trigger
	 * @param {object} [item]
	 */
	start(workflowId, trigger, item) {
		return startWorkflow(this.session, workflowId, trigger, item);
	}

	/** @param {string} executionId */
	result(executionId) {
		return readExecution(this.session, executionId);
	}

	/** @param {string} executionId */
	resultSoFar(executionId) {
		return readExecution(this.session, executionId, RUNNING);
	}

	/**
	 * @param {string} workflowId
	 * @param {string} trigger
	 */
	async run(workflowId, trigger) {
		return await this.result(await this.start(workflowId, trigger));
	}

	/** @param {string} workflowId */
	async activate(workflowId) {
		const { versionId } = await this.session.get(`/rest/workflows/${workflowId}`);
		await this.session.post(`/rest/workflows/${workflowId}/activate`, { versionId });
		const isPublished = async () => (await dialect.isPublished(this.session, workflowId)) || undefined;
		await waitFor('The workflow was not published', isPublished, { timeoutMs: ACTIVE_WITHIN_MS });
	}

	/** @param {string} workflowId */
	async deactivate(workflowId) {
		await this.session.post(`/rest/workflows/${workflowId}/deactivate`);
	}

	/** @param {string} workflowId */
	async executionStates(workflowId) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		/** @type {{ results: { id: string, status: string, mode: string }[] }} */
		const { results } = await this.session.get(`/rest/executions?filter=${filter}&limit=100`);
		return results.sort((a, b) => Number(a.id) - Number(b.id));
	}

	/** @param {string} workflowId */
	async executions(workflowId) {
		const states = await this.executionStates(workflowId);
		const ended = states.filter(({ status }) => ENDED.includes(status));
		return await Promise.all(ended.map(({ id }) => this.result(id)));
	}
}
