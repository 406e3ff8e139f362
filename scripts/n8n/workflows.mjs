import { readFileSync } from 'node:fs';

import { CREDENTIAL_TYPE } from './credentials.mjs';

/** An exported workflow. @typedef {{ name: string, nodes: any[], connections: object, settings?: object }} Workflow */

/**
 * Reads an exported workflow.
 *
 * @param {string} file
 * @returns {Workflow}
 */
export const readWorkflow = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Imports a workflow with the credential in its nodes, as a person does who picks the credential after an import. A
 * workflow of the same name is brought up to date instead.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {Workflow} workflow
 * @param {import('./credentials.mjs').CredentialReference} credential
 * @returns {Promise<string>} the workflow's id
 */
export async function saveWorkflow(session, workflow, credential) {
	const { name, connections, settings } = workflow;
	const nodes = workflow.nodes.map((node) => withCredential(node, credential));
	const body = { name, nodes, connections, settings };
	const known = await findWorkflow(session, name);
	if (known === undefined) return (await session.post('/rest/workflows', body)).id;
	await session.patch(`/rest/workflows/${known.id}?forceSave=true`, { ...body, versionId: known.versionId });
	return known.id;
}

/**
 * @param {any} node
 * @param {import('./credentials.mjs').CredentialReference} credential
 */
const withCredential = (node, credential) =>
	node.credentials?.[CREDENTIAL_TYPE] ? { ...node, credentials: { [CREDENTIAL_TYPE]: credential } } : node;

/**
 * @param {import('./rest.mjs').RestSession} session
 * @param {string} name
 * @returns {Promise<{ id: string, versionId: string } | undefined>}
 */
async function findWorkflow(session, name) {
	const filter = encodeURIComponent(JSON.stringify({ name, isArchived: false }));
	/** @type {{ id: string, name: string, versionId: string }[]} */
	const found = await session.get(`/rest/workflows?filter=${filter}`);
	return found.find((workflow) => workflow.name === name);
}
