import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IExecuteFunctions,
} from 'n8n-workflow';
import { idempotencyKeyMs } from '../../client/http/idempotency';
import type { RetryPolicy } from '../../client/http/retry';
import type { UnconfirmedWrite, RunMemory } from '../../client/publishing/posts/recovery';
import { publishingRetryPolicy } from '../../client/publishing/retryPolicy';
import {
	createPublishingClient,
	type PublishingClient,
	type PublishingOptions,
} from '../../client/publishing';
import { executionMemory, recall, remember, type Shelf } from '../shared/executionMemory';
import { isKeyOfExecution } from '../shared/idempotency';
import {
	credentialTestSend,
	n8nSleep,
	plainSend,
	requireHeaderValue,
	userAgent,
	type RequestContext,
} from '../shared/transport';
import { measuredWaits } from '../shared/waits';
import { workflowMemory } from '../shared/workflowMemory';
import { signIn, type Credential } from './signIn';

/** The base URL of a credential in one form, however it is spelled. */
export { normaliseBaseUrl } from '../../client/publishing/paths';

/** Joins the publishing client and n8n: requests go through n8n's helper with the node's credential. */
export async function publishing(
	context: RequestContext,
	own: Partial<PublishingOptions> = {},
): Promise<PublishingClient> {
	return createPublishingClient({
		...(await signIn(context)),
		userAgent,
		sendToStorage: plainSend(context),
		sleep: n8nSleep(context),
		...own,
	});
}

/** An hour. Limits are by the minute, so that is enough for some seven thousand writes in one run. */
const waitLimitMs = 3_600_000;

/** Writes that an earlier try of the execution may have done. */
const unconfirmedWrites: Shelf = { name: 'unconfirmedWrites', entriesMax: 1_000, charactersMax: 1_000 };

/**
 * Creates that an earlier execution may have done. An error of the service releases a key, so the key alone doesn't keep the next
 * execution from creating the post again.
 */
const unconfirmedCreates = { name: 'unconfirmedCreates', entriesMax: 100, ageMaxMs: idempotencyKeyMs };

/** The name of a create or a duplicate: method, path and key. A user's key can have spaces. */
const createShape = /^POST \S+\/posts\/(?:[^/\s]+\/duplicate)? (.+)$/;

/** Whether another execution can send the same write again, and would create another post with it. */
function isSharedCreate(write: string): boolean {
	const [, key] = createShape.exec(write) ?? [];
	return key !== undefined && !isKeyOfExecution(key);
}

/** Enough for what a key can make in the minutes in which a post is looked for. */
const madePostsMax = 500;

/**
 * Posts that were made while an earlier create was open. A later execution that looks for the post of that create must not take
 * one of them for it.
 */
const laterPosts = { name: 'laterPosts', entriesMax: madePostsMax, ageMaxMs: idempotencyKeyMs };

/**
 * What is known of this execution. n8n keeps it when it runs the node again, and for the rounds of a loop. Creates whose end was
 * never learned are also kept for the next execution.
 */
function memoryOf(context: RunContext, now: () => number): RunMemory {
	const madePosts = (executionMemory(context).madePosts ??= []) as string[];
	const creates = workflowMemory<UnconfirmedWrite>(context, unconfirmedCreates, now);
	const later = workflowMemory<{ startedAt: number }>(context, laterPosts, now);
	return {
		unconfirmed: {
			get: (write) =>
				(recall(context, unconfirmedWrites, write) as UnconfirmedWrite | undefined) ?? creates.get(write),
			set: (write, unconfirmed) => {
				remember(context, unconfirmedWrites, write, unconfirmed);
				if (isSharedCreate(write)) creates.set(write, unconfirmed);
			},
		},
		madePosts: {
			has: (postId) => madePosts.includes(postId) || later.get(postId) !== undefined,
			add: (postId) => {
				if (creates.some((create) => create.postId === undefined)) later.set(postId, { startedAt: now() });
				madePosts.push(postId);
				madePosts.splice(0, madePosts.length - madePostsMax);
			},
		},
	};
}

/** n8n's context of a run, which remembers things for the execution. */
type RunContext = RequestContext & Pick<IExecuteFunctions, 'getContext' | 'getWorkflowStaticData'>;

/**
 * Joins client and n8n for a run over many items. It asks about a channel once, all items wait together at a limit, and it
 * knows what an earlier try in the same execution may have done.
 */
export const publishingForRuns = async (
	context: RunContext,
	{ now = Date.now, sleep = n8nSleep(context), ...own }: Partial<PublishingOptions> = {},
): Promise<PublishingClient> =>
	await publishing(context, {
		memory: memoryOf(context, now),
		waitLimitMs,
		remembersAccounts: true,
		now,
		sleep: measuredWaits(context, sleep, now).sleep,
		...own,
	});

/** A poll comes again soon: it waits for no more than a moment, and n8n decides when the next one is. */
const pollRetryPolicy: RetryPolicy = { ...publishingRetryPolicy, maxRetries: 2, maxWaitMs: 5_000 };

/** Joins client and n8n for one poll of the trigger. */
export const publishingForPolls = async (
	context: RequestContext,
	own: Partial<PublishingOptions> = {},
): Promise<PublishingClient> => await publishing(context, { retryPolicy: pollRetryPolicy, ...own });

/** A person looks at a dropdown while it loads: one more try, and then the reason. */
const dropdownRetryPolicy: RetryPolicy = { ...publishingRetryPolicy, maxRetries: 1, maxWaitMs: 2_000 };

/** Joins client and n8n for a dropdown. */
export const publishingForDropdowns = async (context: RequestContext): Promise<PublishingClient> =>
	await publishing(context, { retryPolicy: dropdownRetryPolicy });

/** Somebody looks at a page while it loads, and can load it again. */
const pageRetryPolicy: RetryPolicy = { ...publishingRetryPolicy, maxRetries: 2, maxWaitMs: 3_000 };

/** Joins client and n8n for a page that the node shows while an execution waits. */
export const publishingForPages = async (
	context: RequestContext,
	own: Partial<PublishingOptions> = {},
): Promise<PublishingClient> =>
	await publishing(context, { retryPolicy: pageRetryPolicy, remembersAccounts: true, ...own });

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
