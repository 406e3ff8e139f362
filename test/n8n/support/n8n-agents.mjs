/**
 * Calls the node with n8n's own EphemeralNodeExecutor, as n8n Agents do: `node n8n-agents.mjs <calls>`. The calls are
 * `{ root, credential, calls }` as JSON. The last line of the output has the result of each call as JSON. There is no
 * database, so credentials and variables come from this script. Everything else is n8n's.
 */
import { createRequire } from 'node:module';
import { argv, exit, stdout } from 'node:process';

/** @type {{ root: string, credential: Record<string, string>, calls: object[] }} */
const { root, credential, calls } = JSON.parse(argv[2] ?? '{}');
const n8n = `${root}/runtimes/n8n/node_modules/n8n`;
const require = createRequire(`${n8n}/package.json`);

require('reflect-metadata');
const { Container } = require('@n8n/di');
const { EphemeralNodeExecutor } = require(`${n8n}/dist/node-execution/ephemeral-node-executor.js`);
const { VariablesService } = require(`${n8n}/dist/environments.ee/variables/variables.service.ee.js`);
const { CredentialsHelper } = require(`${n8n}/dist/credentials-helper.js`);
const { SocialPublishing } = require(`${root}/dist/nodes/SocialPublishing/SocialPublishing.node.js`);

Container.set(VariablesService, { getAllCached: () => Promise.resolve([]) });
Container.set(CredentialsHelper, {
	getParentTypes: () => [],
	getCredentialsProperties: () => [],
	getDecrypted: () => Promise.resolve(credential),
	isCredentialUsableByNode: () => true,
	preAuthentication: () => Promise.resolve(undefined),
	/**
	 * @param {{ apiKey: string }} data
	 * @param {string} _type
	 * @param {{ headers: object }} options
	 */
	authenticate: (data, _type, options) =>
		Promise.resolve({
			...options,
			headers: { ...options.headers, Authorization: `Bearer ${data.apiKey}` },
		}),
});

const nodeType = new SocialPublishing();
const nodeTypes = { getByNameAndVersion: () => nodeType };
const sharedCredential = { credentials: { id: '1', name: 'Sandbox', type: 'socialPublishingApi' } };
const repository = { findOne: () => Promise.resolve(sharedCredential) };
const logger = { debug: () => undefined, warn: () => undefined };
const executor = new EphemeralNodeExecutor(nodeTypes, {}, repository, logger);

const results = [];
for (const nodeParameters of calls) {
	results.push(
		await executor.executeInline({
			projectId: 'project',
			nodeType: 'n8n-nodes-social-publishing.socialPublishingTool',
			nodeTypeVersion: 1,
			nodeParameters,
			credentialDetails: { socialPublishingApi: sharedCredential.credentials },
			inputData: [{ json: {} }],
		}),
	);
}
stdout.write(`\n${JSON.stringify(results)}\n`, () => exit(0));
