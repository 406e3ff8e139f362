import { readFileSync } from 'node:fs';

/** @typedef {import('./credentials.mjs').CredentialReference} CredentialReference */

/** An exported workflow. @typedef {{ name: string, nodes: any[], connections: object, settings?: object }} Workflow */

/**
 * Reads an exported workflow.
 *
 * @param {string} file
 * @returns {Workflow}
 */
export const readWorkflow = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Imports a workflow and sets the credentials of its nodes, as people do after an import. Updates a workflow with the same
 * name.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {Workflow} workflow
 * @param {CredentialReference[]} credentials each node without a stored one gets the one with the name in the workflow, or the
 *   first of its type
 * @returns {Promise<string>} the workflow's ID
 */
export async function saveWorkflow(session, workflow, credentials) {
	const { name, connections, settings } = workflow;
	const nodes = workflow.nodes.map((node) => withCredentials(node, credentials));
	const body = { name, nodes, connections, settings };
	const known = await findWorkflow(session, name);
	if (known === undefined) {
		return (await session.post('/rest/workflows', body)).id;
	}
	await session.patch(`/rest/workflows/${known.id}?forceSave=true`, { ...body, versionId: known.versionId });
	return known.id;
}

/**
 * Deletes a workflow if n8n has it.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {string} name
 */
export async function removeWorkflow(session, name) {
	const known = await findWorkflow(session, name);
	if (known === undefined) return;
	await session.post(`/rest/workflows/${known.id}/archive`);
	await session.delete(`/rest/workflows/${known.id}`);
}

/**
 * @param {any} node
 * @param {CredentialReference[]} credentials
 */
function withCredentials(node, credentials) {
	if (!node.credentials) return node;
	const chosen = Object.entries(node.credentials).map(([type, wanted]) => {
		if (wanted.id) return [type, wanted];
		const fitting = credentials.filter((credential) => credential.type === type);
		const { id, name } =
			fitting.find((credential) => credential.name === wanted.name) ?? fitting[0] ?? wanted;
		return [type, { id, name }];
	});
	return { ...node, credentials: Object.fromEntries(chosen) };
}

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
