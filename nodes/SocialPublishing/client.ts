import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';
import type { RetryPolicy } from '../../client/http/retry';
import { publishingRetryPolicy } from '../../client/publishing/retryPolicy';
import { createPublishingClient, type PublishingClient } from '../../client/publishing';
import {
	credentialTestSend,
	n8nSend,
	n8nSleep,
	plainSend,
	userAgent,
	type RequestContext,
} from '../shared/transport';

/** The credential that carries the bearer key. */
export const credentialType = 'socialPublishingApi';

interface Credential {
	baseUrl: string;
	apiKey: string;
}

/** Joins the publishing client and n8n: requests go through n8n's helper with the node's credential. */
export async function publishing(
	context: RequestContext,
	retryPolicy: RetryPolicy = publishingRetryPolicy,
): Promise<PublishingClient> {
	const { baseUrl, apiKey } = await context.getCredentials<{ baseUrl: string; apiKey: string }>(
		credentialType,
	);
	return createPublishingClient({
		baseUrl,
		userAgent,
		send: n8nSend(context, credentialType),
		sendToStorage: plainSend(context),
		sleep: n8nSleep(context),
		secrets: [apiKey],
		retryPolicy,
	});
}

/** A poll comes again soon: it waits for no more than a moment, and n8n decides when the next one is. */
const pollRetryPolicy: RetryPolicy = { ...publishingRetryPolicy, maxRetries: 2, maxWaitMs: 5_000 };

/** The same for a polling trigger. */
export const publishingForPolls = async (context: RequestContext): Promise<PublishingClient> =>
	await publishing(context, pollRetryPolicy);

/** A person looks at a dropdown while it loads: one more try, and then the reason. */
const dropdownRetryPolicy: RetryPolicy = { ...publishingRetryPolicy, maxRetries: 1, maxWaitMs: 2_000 };

/** The same for dropdowns. */
export const publishingForDropdowns = async (context: RequestContext): Promise<PublishingClient> =>
	await publishing(context, dropdownRetryPolicy);

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
		sendToStorage: credentialTestSend(context, {}),
		sleep: async () => await Promise.resolve(),
		secrets: [apiKey],
		timeoutMs: testTimeoutMs,
		retryPolicy: { rules: [], maxRetries: 0, maxWaitMs: 0 },
	});
}
