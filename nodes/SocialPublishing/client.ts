import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IExecuteFunctions,
} from 'n8n-workflow';
import type { RetryPolicy } from '../../client/http/retry.js';
import { normaliseBaseUrl } from '../../client/publishing/paths.js';
import type {
	EditNote,
	MovedWrite,
	RefusedWrite,
	RunMemory,
	UnconfirmedWrite,
} from '../../client/publishing/posts/memory.js';
import { publishingRetryPolicy } from '../../client/publishing/retryPolicy.js';
import {
	createPublishingClient,
	type PublishingClient,
	type PublishingOptions,
} from '../../client/publishing/index.js';
import { isKeyOfExecution } from '../shared/idempotency.js';
import { entryOf } from '../shared/journal/execution.js';
import { laterEntries, noteWorkspace, takeNotesOf } from '../shared/journal/later.js';
import {
	credentialTestSend,
	n8nSleep,
	plainSend,
	requireKey,
	userAgent,
	type RequestContext,
} from '../shared/transport.js';
import { inLowerCase } from '../shared/names.js';
import { measuredWaits } from '../shared/waits.js';
import { postRecord } from './postRecord.js';
import { usedKeys } from './usedKeys.js';
import { signIn, type Credential } from './signIn.js';

/** Normalizes the base URL of a credential. */
export { normaliseBaseUrl };

/** Creates the publishing client of a node. Its requests go through n8n's helper, with the node's credential. */
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

/** One hour. Rate limits are per minute, so this is enough for about 7,000 writes in one run. */
const waitLimitMs = 3_600_000;

interface RequestFacts {
	/** An earlier try of the execution may have carried it out. Its body is a large value. */
	unconfirmed: UnconfirmedWrite;
	refused: RefusedWrite;
	/** Null after a refusal. */
	moved: MovedWrite | null;
	lastSent: string;
}

/** Bodies of this length, as JSON, are also kept for later executions. After a longer one, these send nothing with other content. */
const laterBodyMax = 4_000;

const withoutLong = (unconfirmed: UnconfirmedWrite): UnconfirmedWrite => {
	const { edited, sent, ...others } = unconfirmed;
	return JSON.stringify([edited, sent]).length > laterBodyMax ? others : unconfirmed;
};

/**
 * Creates the memory of this execution. n8n keeps it for retries of the node and for the rounds of a loop. What later executions need
 * is also kept for them.
 */
function memoryOf(context: RunContext, now: () => number): RunMemory {
	const requestEntry = (write: string) => entryOf<RequestFacts>(context, 'requests', write);
	const creates = laterEntries<UnconfirmedWrite>(context, 'unconfirmedCreates', now);
	const posts = laterEntries<{ startedAt: number }>(context, 'laterPosts', now);
	const refusals = laterEntries<RefusedWrite & { startedAt: number }>(context, 'refusedWrites', now);
	const edits = laterEntries<EditNote & { startedAt: number }>(context, 'openEdits', now);
	const kept = (write: string): UnconfirmedWrite | undefined => {
		const entry = requestEntry(write);
		const { unconfirmed } = entry.facts;
		const sent = entry.large<object>('sent');
		return unconfirmed && sent.is === 'kept' ? { ...unconfirmed, sent: sent.value } : unconfirmed;
	};
	return {
		unconfirmed: {
			get: (write) => kept(write) ?? creates.get(write),
			set: (write, unconfirmed, makingKey) => {
				const { sent, ...facts } = unconfirmed;
				requestEntry(write).note({ unconfirmed: facts });
				if (sent) requestEntry(write).keep('sent', sent);
				// Another execution can send a create again only with a key that isn't of this one.
				if (makingKey !== undefined && !isKeyOfExecution(makingKey))
					creates.set(write, withoutLong(unconfirmed));
			},
		},
		refused: {
			get: (write) => requestEntry(write).facts.refused ?? refusals.get(write),
			set: (write, refused, firstKey) => {
				requestEntry(write).note({ refused });
				if (!isKeyOfExecution(firstKey)) refusals.set(write, { startedAt: now(), ...refused });
			},
		},
		moved: {
			get: (write) => requestEntry(write).facts.moved ?? undefined,
			set: (write, moved) => requestEntry(write).note({ moved: moved ?? null }),
		},
		lastSent: {
			get: (write) => requestEntry(write).facts.lastSent,
			set: (write, lastSent) => requestEntry(write).note({ lastSent }),
		},
		edits: {
			get: (postId, of) => {
				const { edit } = postRecord(context, postId).facts;
				return edit ?? (of === 'any execution' ? edits.get(inLowerCase(postId)) : undefined);
			},
			set: (postId, note) => {
				postRecord(context, postId).note({ edit: note ?? null });
				if (note) edits.set(inLowerCase(postId), { startedAt: now(), ...note });
				else edits.delete(inLowerCase(postId));
			},
		},
		usedKeys: usedKeys(context),
		madePosts: {
			has: (postId) => postRecord(context, postId).facts.isMade === true || posts.get(postId) !== undefined,
			add: (postId) => {
				if (creates.some((create) => create.postId === undefined)) posts.set(postId, { startedAt: now() });
				postRecord(context, postId).note({ isMade: true });
			},
		},
	};
}

/** n8n's context of a run, with the data that n8n keeps for the execution and for the workflow. */
type RunContext = RequestContext &
	Pick<
		IExecuteFunctions,
		'getContext' | 'getInstanceId' | 'getMode' | 'getWorkflow' | 'getWorkflowStaticData'
	>;

/**
 * Creates the client for a run over many items. It reads channels and the identity of the key only once, makes all items wait
 * together at a rate limit, and knows what an earlier try of the same execution may have done.
 */
export const publishingForRuns = async (
	context: RunContext,
	{ now = Date.now, sleep = n8nSleep(context), onIdentity, ...own }: Partial<PublishingOptions> = {},
): Promise<PublishingClient> => {
	const { baseUrl, apiKey } = await signIn(context);
	const client = await publishing(context, {
		memory: memoryOf(context, now),
		onIdentity: (identity, at) => {
			noteWorkspace(context, identity.workspace.id);
			onIdentity?.(identity, at);
		},
		waitLimitMs,
		remembersWorkspace: true,
		now,
		sleep: measuredWaits(context, sleep, now).sleep,
		...own,
	});
	if (apiKey === undefined) return client;
	await takeNotesOf(
		context,
		{ address: normaliseBaseUrl(baseUrl), secret: apiKey },
		async () => (await client.checks.ifTold(client.me()))?.workspace.id,
	);
	return client;
};

/** Polls wait only briefly, because n8n soon starts the next one. */
const pollRetryPolicy: RetryPolicy = { ...publishingRetryPolicy, maxRetries: 2, maxWaitMs: 5_000 };

/** Creates the client for one poll of the trigger. */
export const publishingForPolls = async (
	context: RequestContext,
	own: Partial<PublishingOptions> = {},
): Promise<PublishingClient> => await publishing(context, { retryPolicy: pollRetryPolicy, ...own });

/** Dropdowns retry once, because someone is waiting. */
const dropdownRetryPolicy: RetryPolicy = { ...publishingRetryPolicy, maxRetries: 1, maxWaitMs: 2_000 };

/** Creates the client for a dropdown. */
export const publishingForDropdowns = async (context: RequestContext): Promise<PublishingClient> =>
	await publishing(context, { retryPolicy: dropdownRetryPolicy, remembersWorkspace: true });

/** Pages retry only briefly, because someone is waiting and can reload the page. */
const pageRetryPolicy: RetryPolicy = { ...publishingRetryPolicy, maxRetries: 2, maxWaitMs: 3_000 };

/** Creates the client for a page that the node shows while an execution waits. */
export const publishingForPages = async (
	context: RequestContext,
	own: Partial<PublishingOptions> = {},
): Promise<PublishingClient> =>
	await publishing(context, { retryPolicy: pageRetryPolicy, remembersWorkspace: true, ...own });

/** Shorter than the default, because someone is waiting for the result. */
const testTimeoutMs = 15_000;

/** Creates the client for the test of a credential that isn't saved yet. It never retries. */
export function publishingUnderTest(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
): PublishingClient {
	const { baseUrl, apiKey } = data as unknown as Credential;
	requireKey(apiKey.trim(), 'Bearer');
	return createPublishingClient({
		baseUrl,
		userAgent,
		send: credentialTestSend(context, { Authorization: `Bearer ${apiKey.trim()}` }),
		sendToStorage: credentialTestSend(context, {}),
		sleep: async () => undefined,
		secrets: [apiKey],
		timeoutMs: testTimeoutMs,
		retryPolicy: { rules: [], maxRetries: 0, maxWaitMs: 0 },
	});
}
