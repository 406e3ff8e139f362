import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IExecuteFunctions,
} from 'n8n-workflow';
import { RateLimitError } from '../../client/http/errors';
import { createGate } from '../../client/http/gate';
import type { HttpResponse, Send } from '../../client/http/types';
import type { Doubt, Doubts } from '../../client/publishing/doubt';
import { readPublishingError } from '../../client/publishing/errors';
import type { RetryPolicy } from '../../client/http/retry';
import { publishingRetryPolicy, rateLimitWaitSeconds } from '../../client/publishing/retryPolicy';
import {
	createPublishingClient,
	type PublishingClient,
	type PublishingOptions,
} from '../../client/publishing';
import { executionMemory } from '../shared/executionMemory';
import {
	credentialTestSend,
	n8nSleep,
	plainSend,
	requireHeaderValue,
	userAgent,
	type RequestContext,
} from '../shared/transport';
import { signIn, type Credential } from './signIn';

/** Joins the publishing client and n8n: requests go through n8n's helper with the node's credential. */
export async function publishing(
	context: RequestContext,
	own: Partial<PublishingOptions> = {},
	through: (send: Send) => Send = (send) => send,
): Promise<PublishingClient> {
	const { send, ...signedIn } = await signIn(context);
	return createPublishingClient({
		...signedIn,
		send: through(send),
		userAgent,
		sendToStorage: plainSend(context),
		sleep: n8nSleep(context),
		...own,
	});
}

/** Limits are by the minute: enough for some seven thousand writes in one run. */
const maxWaitMs = 3_600_000;

/** A daily cap, which comes with the same status, is no reason to wait. */
function closedSeconds(response: HttpResponse): number | undefined {
	if (response.status !== 429) return undefined;
	const error = readPublishingError(response);
	return error instanceof RateLimitError ? rateLimitWaitSeconds(error) : undefined;
}

/** Writes in doubt of this execution; n8n keeps them when it runs the node again after a failure. */
function doubtsOf(context: RunContext): Doubts {
	const memory = executionMemory(context);
	const known = (memory.writesInDoubt ??= {}) as Record<string, Doubt>;
	return { get: (write) => known[write], set: (write, doubt) => (known[write] = doubt) };
}

/** n8n's context of a run, which remembers things for the execution. */
type RunContext = RequestContext & Pick<IExecuteFunctions, 'getContext'>;

/**
 * The same for a run over many items: it asks about a channel once, all items wait together at a limit, and it knows
 * what an earlier try in the same execution may have done.
 */
export async function publishingForRuns(
	context: RunContext,
	own: Partial<PublishingOptions> = {},
): Promise<PublishingClient> {
	const { send: ownSend, sleep = n8nSleep(context), ...others } = own;
	const through = (send: Send): Send =>
		createGate(ownSend ?? send, {
			sleep,
			now: own.now,
			maxWaitMs,
			closedSeconds,
		});
	const options = { doubts: doubtsOf(context), ...others, sleep, remembersAccounts: true };
	return await publishing(context, options, through);
}

/** A poll comes again soon: it waits for no more than a moment, and n8n decides when the next one is. */
const pollRetryPolicy: RetryPolicy = { ...publishingRetryPolicy, maxRetries: 2, maxWaitMs: 5_000 };

/** The same for a polling trigger. */
export const publishingForPolls = async (context: RequestContext): Promise<PublishingClient> =>
	await publishing(context, { retryPolicy: pollRetryPolicy });

/** A person looks at a dropdown while it loads: one more try, and then the reason. */
const dropdownRetryPolicy: RetryPolicy = { ...publishingRetryPolicy, maxRetries: 1, maxWaitMs: 2_000 };

/** The same for dropdowns. */
export const publishingForDropdowns = async (context: RequestContext): Promise<PublishingClient> =>
	await publishing(context, { retryPolicy: dropdownRetryPolicy });

/** A person waits for the result of a test. */
const testTimeoutMs = 15_000;

/** Joins the client and n8n for the test of a credential that is not saved yet; nothing is tried twice. */
export function publishingUnderTest(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
): PublishingClient {
	const { baseUrl, apiKey } = data as unknown as Credential;
	requireHeaderValue(apiKey, 'API Key');
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
