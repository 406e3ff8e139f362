/** Name under which the example workflows know their credential. */
export const CREDENTIAL_NAME = 'Social Publishing (sandbox)';

/** Type of that credential. */
export const CREDENTIAL_TYPE = 'socialPublishingApi';

/** @typedef {{ baseUrl: string, apiKey: string }} CredentialFields */
/** @typedef {{ id: string, name: string }} CredentialReference */

/**
 * Stores the sandbox's credential: a new one, or new values for the one that has the name already.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {CredentialFields} data
 * @param {string} [name]
 * @returns {Promise<CredentialReference>}
 */
export async function saveCredential(session, data, name = CREDENTIAL_NAME) {
	/** @type {{ id: string, name: string, type: string }[]} */
	const stored = await session.get('/rest/credentials');
	const known = stored.find((entry) => entry.name === name && entry.type === CREDENTIAL_TYPE);
	const body = { name, type: CREDENTIAL_TYPE, data };
	const saved = known
		? await session.patch(`/rest/credentials/${known.id}`, body)
		: await session.post('/rest/credentials', body);
	return { id: saved.id, name: saved.name };
}

/**
 * Runs the credential test that the editor runs.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {CredentialReference} reference
 * @returns {Promise<{ status: 'OK' | 'Error', message: string }>}
 */
export async function testCredential(session, reference) {
	const { data } = await session.get(`/rest/credentials/${reference.id}?includeData=true`);
	return await session.post('/rest/credentials/test', {
		credentials: { ...reference, type: CREDENTIAL_TYPE, data },
	});
}
