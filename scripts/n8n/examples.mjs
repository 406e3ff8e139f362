import { inRepository } from '../lib/paths.mjs';
import { readWorkflow, saveWorkflow } from './workflows.mjs';

/** The example workflows by their file names, in the order in which a new user sees them. */
export const EXAMPLE_NAMES = /** @type {const} */ ([
	'schedule-video-to-four-networks',
	'publish-videos-from-form',
	'publish-videos-from-folder',
	'publish-content-calendar',
	'publish-content-calendar-from-google-sheets',
	'sync-posts-with-table',
	'sync-posts-with-google-sheets',
	'preview-calendar-changes',
	'post-rss-items-to-networks',
	'repost-evergreen-posts',
	'publish-and-get-links',
	'submit-draft-for-review',
	'approve-posts-by-slack-or-email',
	'approve-weekly-plan',
	'let-ai-agent-write-drafts',
	'let-ai-agent-publish-with-approval',
	'let-ai-agent-publish-reviewed-drafts',
	'offer-tools-to-mcp-clients',
	'get-alerts-for-failed-posts',
	'email-weekly-channel-chart',
	'score-titles-and-draft-the-best',
	'turn-content-gaps-into-drafts',
	'let-ai-agent-turn-gaps-into-drafts',
]);

/** The name of the node that starts the first example. */
export const EXAMPLE_TRIGGER = 'When clicking Execute workflow';

/** An example workflow as n8n stores it. @typedef {{ id: string, workflow: import('./workflows.mjs').Workflow }} StoredExample */

/**
 * Reads an example workflow.
 *
 * @param {string} name
 */
export const readExample = (name) => readWorkflow(inRepository('examples', `${name}.json`));

/**
 * Imports all example workflows, or updates those that n8n already has.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {import('./credentials.mjs').CredentialReference[]} credentials
 * @returns {Promise<StoredExample[]>} in the order of {@link EXAMPLE_NAMES}
 */
export async function saveExamples(session, credentials) {
	const stored = [];
	for (const name of EXAMPLE_NAMES) {
		const workflow = readExample(name);
		stored.push({ id: await saveWorkflow(session, workflow, credentials), workflow });
	}
	return stored;
}
