import { readScoringSeed, readSeed } from './sandbox-process.mjs';

/** The demo's credentials: their types, and the names that the example workflows use. */
export const CREDENTIALS = /** @type {const} */ ({
	publishing: { name: 'Social Publishing (sandbox)', type: 'socialPublishingApi' },
	/** The API key can't publish directly, so what it delivers goes to review. */
	drafts: { name: 'Social Publishing (sandbox, no publishing)', type: 'socialPublishingApi' },
	scoring: { name: 'Content Scoring (sandbox)', type: 'contentScoringApi' },
	/** The sandbox's chat model, which is scripted. */
	chat: { name: 'Chat model (sandbox)', type: 'openAiApi' },
	/** What the forms of the examples ask for. */
	form: { name: 'Form (sandbox)', type: 'httpBasicAuth' },
});

/** The user of the examples' forms. */
export const FORM_USER = 'demo';

/** @typedef {{ name: string, type: string }} CredentialLabel */
/** @typedef {{ baseUrl: string, apiKey: string }} CredentialFields */
/** @typedef {{ id: string, name: string, type: string }} CredentialReference */

/**
 * Saves a credential. If one with this name and type exists, updates it.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {Record<string, string>} data its fields
 * @param {CredentialLabel} [label]
 * @returns {Promise<CredentialReference>}
 */
export async function saveCredential(session, data, { name, type } = CREDENTIALS.publishing) {
	/** @type {CredentialReference[]} */
	const stored = await session.get('/rest/credentials');
	const known = stored.find((entry) => entry.name === name && entry.type === type);
	const body = { name, type, data };
	const saved = known
		? await session.patch(`/rest/credentials/${known.id}`, body)
		: await session.post('/rest/credentials', body);
	return { id: saved.id, name: saved.name, type };
}

/**
 * Saves all credentials that the example workflows use, for a sandbox and its chat model.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {Omit<import('./sandbox-process.mjs').RunningSandbox, 'process'>} sandbox
 * @param {string} [formPassword] of the examples' forms
 * @returns {Promise<Record<keyof typeof CREDENTIALS, CredentialReference>>}
 */
export async function saveCredentials(
	session,
	{ url: baseUrl, scoringUrl, chatUrl },
	formPassword = 'sandbox',
) {
	const { keys } = await readSeed(baseUrl);
	const { keys: scoringKeys } = await readScoringSeed(scoringUrl);
	const { publishing, drafts, scoring, chat, form } = CREDENTIALS;
	const restricted = await saveCredential(session, { baseUrl, apiKey: keys.drafts }, drafts);
	return {
		// Saved after the other one of its type, because n8n selects the newest credential in a new node.
		publishing: await saveCredential(session, { baseUrl, apiKey: keys.full }, publishing),
		drafts: restricted,
		scoring: await saveCredential(session, { apiUrl: scoringUrl, apiKey: scoringKeys.pro }, scoring),
		chat: await saveCredential(session, { url: chatUrl, apiKey: 'not-needed' }, chat),
		form: await saveCredential(session, { user: FORM_USER, password: formPassword }, form),
	};
}

/**
 * Runs the same credential test as the editor.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {CredentialReference} reference
 * @returns {Promise<{ status: 'OK' | 'Error', message: string }>}
 */
export async function testCredential(session, reference) {
	const { data } = await session.get(`/rest/credentials/${reference.id}?includeData=true`);
	return await session.post('/rest/credentials/test', { credentials: { ...reference, data } });
}
