import { readFileSync } from 'node:fs';

import { inRepository } from '../lib/paths.mjs';

/** The folder of the n8n to start: `runtimes/n8n/`, or another folder of this repository in TEST_N8N_FOLDER. */
export const n8nFolder = inRepository(process.env.TEST_N8N_FOLDER ?? 'runtimes/n8n');

/** Whether that is another n8n than the one of `runtimes/n8n/`. */
export const isOlderN8n = n8nFolder !== inRepository('runtimes/n8n');

/** @type {{ dependencies: { n8n: string } }} */
const { dependencies } = JSON.parse(readFileSync(`${n8nFolder}/package.json`, 'utf8'));

/** @typedef {import('./rest.mjs').RestSession} RestSession */

/**
 * How versions of n8n differ.
 *
 * @typedef {object} Dialect
 * @property {NodeJS.ProcessEnv} quiet environment that keeps n8n from calling other hosts
 * @property {(session: RestSession, workflowId: string, start: { name: string, data?: object }) => Promise<object>} runBody the
 *   body that runs a saved workflow from a trigger
 * @property {(session: RestSession, workflowId: string) => Promise<boolean>} isPublished whether its triggers have polled.
 *   Throws if they can't
 */

/** @type {Dialect} */
const newest = {
	quiet: { N8N_DISABLED_MODULES: 'mcp-registry' },
	runBody: async (_session, _workflowId, start) => await Promise.resolve({ triggerToStartFrom: start }),
	async isPublished(session, workflowId) {
		const { status, triggers } = await session.get(`/rest/workflows/${workflowId}/publication-status`);
		if (status === 'failed') throw new Error(`Not published: ${JSON.stringify(triggers)}`);
		return status === 'published';
	},
};

/**
 * Early versions of n8n 2, such as 2.8, don't have the module that is turned off in 2.41. The call that runs a workflow contains the
 * whole workflow. Publishing ends after its triggers have polled.
 *
 * @type {Dialect}
 */
const early = {
	quiet: {},
	async runBody(session, workflowId, start) {
		const workflowData = await session.get(`/rest/workflows/${workflowId}`);
		return { workflowData, triggerToStartFrom: start };
	},
	isPublished: async (session, workflowId) => (await session.get(`/rest/workflows/${workflowId}`)).active,
};

const [, minor = 0] = dependencies.n8n.split('.').map(Number);

/** How the n8n that is used works. */
export const dialect = minor < 41 ? early : newest;
