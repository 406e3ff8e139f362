import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';
import { createScoringClient, type ScoringClient } from '../../client/scoring';
import { userAgent } from '../shared/package';
import { createPacer } from '../shared/pacer';
import { credentialTestSend, n8nSend, n8nSleep, type RequestContext } from '../shared/transport';

/** The credential that carries the key. */
export const credentialType = 'contentScoringApi';

interface Credential {
	apiUrl: string;
	apiKey: string;
	headerName: string;
	headerScheme: string;
}

/** Joins the scoring client and n8n; requests keep to the plan's limit that the service tells with every answer. */
export async function scoring(context: RequestContext): Promise<ScoringClient> {
	const { apiUrl, apiKey } = await context.getCredentials<Credential>(credentialType);
	const sleep = n8nSleep(context);
	const send = createPacer(n8nSend(context, credentialType), sleep);
	return createScoringClient({ apiUrl, userAgent, send, sleep, secrets: [apiKey] });
}

/** A person waits for the result of a test. */
const testTimeoutMs = 15_000;

/** Joins the client and n8n for the test of a credential that is not saved yet; nothing is tried twice. */
export function scoringUnderTest(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
): ScoringClient {
	const { apiUrl, apiKey, headerName, headerScheme } = data as unknown as Credential;
	const headers = { [headerName || 'Authorization']: [headerScheme, apiKey].filter(Boolean).join(' ') };
	return createScoringClient({
		apiUrl,
		userAgent,
		send: credentialTestSend(context, headers),
		sleep: async () => await Promise.resolve(),
		secrets: [apiKey],
		timeout: testTimeoutMs,
		retries: 0,
	});
}
