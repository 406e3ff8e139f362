import { waitFor } from '../lib/wait.mjs';

/** Statuses of a channel that aren't final. A scheduled channel can keep its status for days, so it isn't included. */
const MOVING = ['queued', 'publishing'];
const SETTLE_WITHIN_MS = 60_000;

/**
 * Reads a post until the result of every channel is final.
 *
 * @param {import('./credentials.mjs').CredentialFields} credential
 * @param {string} id
 * @returns {Promise<any>} the post in the API's format
 */
export const readSettledPost = (credential, id) =>
	waitFor(
		`Post ${id} did not settle`,
		async () => {
			const post = await readPost(credential, id);
			const isMoving = post.channels.some((/** @type {any} */ channel) => MOVING.includes(channel.status));
			return isMoving ? undefined : post;
		},
		{ timeoutMs: SETTLE_WITHIN_MS, everyMs: 500 },
	);

/**
 * @param {import('./credentials.mjs').CredentialFields} credential
 * @param {string} id
 * @returns {Promise<any>}
 */
async function readPost({ baseUrl, apiKey }, id) {
	const response = await fetch(`${baseUrl}/api/v1/posts/${id}`, {
		headers: { authorization: `Bearer ${apiKey}`, 'user-agent': 'social-publishing-demo' },
	});
	if (!response.ok) throw new Error(`Reading post ${id}: ${response.status} ${await response.text()}`);
	return response.json();
}
