/**
 * A dropdown in a node: its load method, the node's current parameters, and the path of the field.
 *
 * @typedef {object} Dropdown
 * @property {string} methodName
 * @property {Record<string, unknown>} parameters
 * @property {string} [path] default `parameters`
 * @property {string} [filter] text in its search field
 */

/**
 * Loads the entries of an options field as the editor does.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {string} nodeType
 * @param {import('./credentials.mjs').CredentialReference} credential
 * @param {Dropdown} dropdown
 * @returns {Promise<{ name: string, value: string, description?: string }[]>}
 */
export const loadOptions = (session, nodeType, credential, dropdown) =>
	session.post('/rest/dynamic-node-parameters/options', requestBody(nodeType, credential, dropdown));

/**
 * Loads the entries of a resource locator's list as the editor does.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {string} nodeType
 * @param {import('./credentials.mjs').CredentialReference} credential
 * @param {Dropdown} dropdown
 * @returns {Promise<{ results: { name: string, value: string }[], paginationToken?: unknown }>}
 */
export const searchList = (session, nodeType, credential, dropdown) =>
	session.post(
		'/rest/dynamic-node-parameters/resource-locator-results',
		requestBody(nodeType, credential, dropdown),
	);

/**
 * @param {string} nodeType
 * @param {import('./credentials.mjs').CredentialReference} credential
 * @param {Dropdown} dropdown
 */
const requestBody = (nodeType, credential, { methodName, parameters, path = 'parameters', filter }) => ({
	path,
	methodName,
	filter,
	nodeTypeAndVersion: { name: nodeType, version: 1 },
	currentNodeParameters: parameters,
	credentials: { [credential.type]: { id: credential.id, name: credential.name } },
});
