import { readFileSync } from 'node:fs';

import { CREDENTIALS, saveCredential, testCredential } from '../../../scripts/n8n/credentials.mjs';
import { DEMO_OWNER } from '../../../scripts/n8n/demo.mjs';
import { loadOptions, searchList } from '../../../scripts/n8n/dropdowns.mjs';
import { readExample } from '../../../scripts/n8n/examples.mjs';
import { NODE_TYPE, SCORING_NODE_TYPE } from '../../../scripts/n8n/package.mjs';
import { RestSession } from '../../../scripts/n8n/rest.mjs';
import { readScoringSeed, readSeed } from '../../../scripts/n8n/sandbox-process.mjs';
import { isOlderN8n } from '../../../scripts/n8n/versions.mjs';
import { saveWorkflow } from '../../../scripts/n8n/workflows.mjs';
import { N8nCaller } from './n8n-caller.mjs';
import { createSandboxControls, createScoringControls } from './sandbox-controls.mjs';

/**
 * Creates the testbed for the running n8n and sandbox.
 *
 * @param {import('./setup.mjs').Whereabouts} whereabouts
 * @returns {Promise<import('./testbed.ts').Testbed>}
 */
export async function createTestbed({ cookie, n8nLogFile, credentials, ...others }) {
	const { n8nUrl, sandboxUrl, scoringUrl, credential: full } = others;
	const session = new RestSession(n8nUrl, cookie);
	const n8n = new N8nCaller(session);
	n8n.credential = full;
	return {
		...others,
		cookie,
		credentials,
		nodeType: NODE_TYPE,
		scoringNodeType: SCORING_NODE_TYPE,
		isOlderN8n,
		seed: await readSeed(sandboxUrl),
		scoringSeed: await readScoringSeed(scoringUrl),
		n8nLog: () => readFileSync(n8nLogFile, 'utf8'),
		get: (path) => session.get(path),
		saveCredential: (fields, name) => saveCredential(session, fields, { ...CREDENTIALS.publishing, name }),
		post: (path, body) => session.post(path, body),
		patch: (path, body) => session.patch(path, body),
		put: (path, body) => session.put(path, body),
		saveCredentialOf: (type, data, name) => session.post('/rest/credentials', { name, type, data }),
		removeCredential: ({ id }) => session.delete(`/rest/credentials/${id}`),
		testCredential: (reference) => testCredential(session, reference),
		loadOptions: (dropdown, credential = full) => loadOptions(session, NODE_TYPE, credential, dropdown),
		searchList: (dropdown, credential = full) => searchList(session, NODE_TYPE, credential, dropdown),
		saveWorkflow: (workflow, credential) =>
			saveWorkflow(session, workflow, credential ? [credential] : credentials),
		workflowNames,
		readExample: (name) => readExample(name, { sandboxUrl }),
		demo: async (/** @type {string} */ url, /** @type {string} */ password) => {
			const demo = new N8nCaller();
			await demo.logIn(url, password);
			return demo;
		},
		run: (workflowId, trigger) => n8n.run(workflowId, trigger),
		n8n,
		sandbox: createSandboxControls(sandboxUrl),
		scoring: createScoringControls(scoringUrl),
	};
}

/**
 * @param {string} n8nUrl
 * @param {string} password of the owner
 */
async function workflowNames(n8nUrl, password) {
	const session = new RestSession(n8nUrl);
	await session.logIn({ ...DEMO_OWNER, password });
	/** @type {{ name: string }[]} */
	const workflows = await session.get('/rest/workflows');
	return workflows.map(({ name }) => name);
}
