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
 * @property {object} newWorkflow additional properties of a new workflow
 * @property {(session: RestSession, workflowId: string, start: { name: string, data?: object }) => Promise<object>} runBody the
 *   body that runs a saved workflow from a trigger
 * @property {(session: RestSession, workflowId: string) => Promise<void>} publish
 * @property {(session: RestSession, workflowId: string) => Promise<boolean>} isPublished whether its triggers have polled.
 *   Throws if they can't
 * @property {(session: RestSession, workflowId: string) => Promise<void>} unpublish
 */

/** @type {Dialect} */
const since2 = {
	quiet: { N8N_DISABLED_MODULES: 'mcp-registry' },
	newWorkflow: {},
	runBody: async (_session, _workflowId, start) => await Promise.resolve({ triggerToStartFrom: start }),
	async publish(session, workflowId) {
		const { versionId } = await session.get(`/rest/workflows/${workflowId}`);
		await session.post(`/rest/workflows/${workflowId}/activate`, { versionId });
	},
	async isPublished(session, workflowId) {
		const { status, triggers } = await session.get(`/rest/workflows/${workflowId}/publication-status`);
		if (status === 'failed') throw new Error(`Not published: ${JSON.stringify(triggers)}`);
		return status === 'published';
	},
	unpublish: async (session, workflowId) => await session.post(`/rest/workflows/${workflowId}/deactivate`),
};

/**
 * Before version 2, a workflow is activated instead of published. Activating ends after its triggers have polled. The call that
 * runs a workflow contains the whole workflow.
 *
 * @type {Dialect}
 */
const before2 = {
	quiet: {},
	newWorkflow: { active: false },
	async runBody(session, workflowId, start) {
		const workflowData = await session.get(`/rest/workflows/${workflowId}`);
		return { workflowData, triggerToStartFrom: start };
	},
	publish: async (session, workflowId) =>
		await session.patch(`/rest/workflows/${workflowId}`, { active: true }),
	isPublished: async (session, workflowId) => (await session.get(`/rest/workflows/${workflowId}`)).active,
	unpublish: async (session, workflowId) =>
		await session.patch(`/rest/workflows/${workflowId}`, { active: false }),
};

/**
 * Early versions of n8n 2, such as 2.8, publish like later versions. They run a workflow, and report whether it's published,
 * like versions before 2. They don't have the module that is turned off in 2.41.
 *
 * @type {Dialect}
 */
const early2 = { ...since2, quiet: {}, runBody: before2.runBody, isPublished: before2.isPublished };

const [major = 0, minor = 0] = dependencies.n8n.split('.').map(Number);
const later = minor < 41 ? early2 : since2;

/** How the n8n that is used works. */
export const dialect = major < 2 ? before2 : later;
