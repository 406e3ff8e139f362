import { readFileSync } from 'node:fs';

import { inRepository } from '../lib/paths.mjs';
import { readWorkflow, removeWorkflow, saveWorkflow } from './workflows.mjs';

/**
 * The example workflows by their file names, in the order in which a new user sees them, with what they do in the demo: run,
 * wait for someone, or need an account that it doesn't have.
 *
 * @type {Record<string, string>}
 */
export const IN_DEMO = JSON.parse(readFileSync(inRepository('scripts', 'n8n', 'examples.json'), 'utf8'));

/** The name of the node that starts the first example. */
export const EXAMPLE_TRIGGER = 'Every 15 minutes';

/** The example that asks for an approval: what it does in the demo, the node that starts it, and the one with the link. */
export const APPROVAL_EXAMPLE = {
	inDemo: 'Waits for your decision',
	trigger: 'Every Wednesday at 9',
	request: 'Write the request',
};

/** Files that the examples need: videos for a folder, and a feed. */
export const EXAMPLE_FILES = inRepository('examples', 'files');

/**
 * An example workflow as n8n stores it, and what it does in the demo.
 *
 * @typedef {{ id: string, workflow: import('./workflows.mjs').Workflow, inDemo: string }} StoredExample
 */

/** Where the demo has what examples read: the address of the sandbox, and a folder. @typedef {{ sandboxUrl: string, folder?: string }} Places */

/**
 * Reads an example workflow. What it reads from the web or from a folder, it finds in the sandbox and in the demo's folder.
 *
 * @param {string} name
 * @param {Places} places
 */
export function readExample(name, { sandboxUrl, folder }) {
	/** @type {[string, string | undefined][]} */
	const moved = [
		[
			'https://media.w3.org/2010/05/sintel/trailer.mp4',
			`${sandboxUrl}/sandbox/files/videos/The%20new%20showroom.mp4`,
		],
		['https://blog.n8n.io/rss/', `${sandboxUrl}/sandbox/files/blog.xml`],
		['/home/node/.n8n-files/videos', folder],
	];
	const workflow = JSON.stringify(readWorkflow(inRepository('examples', `${name}.json`)));
	/** @type {import('./workflows.mjs').Workflow} */
	const local = JSON.parse(
		moved.reduce(
			(text, [from, to]) => (to === undefined ? text : text.replaceAll(from, inJson(to))),
			workflow,
		),
	);
	return local;
}

/** Text as it's written between the quotes of JSON. @param {string} text */
const inJson = (text) => JSON.stringify(text).slice(1, -1);

/**
 * Imports all example workflows, or updates those that n8n already has. Two are replaced: the first one, because n8n remembers for
 * each workflow which videos it has published, and the one that waits for an approval, because the sandbox forgets the posts.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {import('./credentials.mjs').CredentialReference[]} credentials
 * @param {Places} places
 * @returns {Promise<StoredExample[]>} in the order of {@link IN_DEMO}
 */
export async function saveExamples(session, credentials, places) {
	const [first] = Object.keys(IN_DEMO);
	const stored = [];
	// n8n's list begins with the workflow that was saved last.
	for (const [name, inDemo] of Object.entries(IN_DEMO).reverse()) {
		const workflow = readExample(name, places);
		if (name === first || inDemo === APPROVAL_EXAMPLE.inDemo) await removeWorkflow(session, workflow.name);
		stored.unshift({ id: await saveWorkflow(session, workflow, credentials), workflow, inDemo });
	}
	return stored;
}
