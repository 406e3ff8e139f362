import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';
import { createPublishingClient, type PublishingClient } from '../../client/publishing';
import { credentialTestSend, n8nSend, n8nSleep, type RequestContext } from '../shared/transport';

/** The credential that carries the bearer key. */
export const credentialType = 'socialPublishingApi';

/** Names this package to the service, which refuses the defaults of libraries. Kept equal to package.json by a test. */
export const userAgent = 'n8n-nodes-social-publishing/0.1.0';

interface Credential {
	baseUrl: string;
	apiKey: string;
}

/** Joins the publishing client and n8n: requests go through n8n's helper with the node's credential. */
export async function publishing(context: RequestContext): Promise<PublishingClient> {
	const { baseUrl, apiKey } = await context.getCredentials<{ baseUrl: string; apiKey: string }>(
		credentialType,
	);
	return createPublishingClient({
		baseUrl,
		userAgent,
		send: n8nSend(context, credentialType),
		sleep: n8nSleep(context),
		secrets: [apiKey],
	});
}

/** A person waits for the result of a test. */
const testTimeoutMs = 15_000;

/** Joins the client and n8n for the test of a credential that is not saved yet; nothing is tried twice. */
export function publishingUnderTest(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
): PublishingClient {
	const { baseUrl, apiKey } = data as unknown as Credential;
	return createPublishingClient({
		baseUrl,
		userAgent,
		send: credentialTestSend(context, { Authorization: `Bearer ${apiKey}` }),
		sleep: async () => await Promise.resolve(),
		secrets: [apiKey],
		timeoutMs: testTimeoutMs,
		retryPolicy: { rules: [], maxRetries: 0, maxWaitMs: 0 },
	});
}
