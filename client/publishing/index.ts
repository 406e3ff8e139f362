import { createGate } from '../http/rateLimits';
import { createRequester, type Requester } from '../http/request';
import { decode } from '../http/schemaCheck';
import type { RetryPolicy } from '../http/retry';
import { cancellable, limitWaits } from '../http/sleep';
import type { Send, Sleep } from '../http/types';
import { createAccounts, rememberingAccounts, type Accounts } from './accounts';
import { createAgent, type Agent } from './agent/agent';
import { createAnalytics, type Analytics } from './analytics';
import { readPublishingError } from './errorAnswers';
import { normaliseBaseUrl, paths } from './paths';
import { createMediaCalls, type MediaAsset, type MediaCalls } from './media';
import {
	createCarryOut,
	createInterruptionCheck,
	type CarryOut,
	type CheckInterruption,
} from './posts/carryOut';
import { createPostDeliveries, type PostDeliveries } from './posts/delivery';
import { waitForOutcome, type Outcome, type OutcomeWish } from './posts/outcome';
import { planEdit, planPost, startsSoon, type Plan, type PlanChoices, type WantedPost } from './posts/plan';
import { createPostReads, type PostReads } from './posts/reads';
import { createRecovery, createRunMemory, PostFinder, type RunMemory } from './posts/recovery';
import { createPostWrites, type PostWrites } from './posts/writes';
import { closedSeconds, publishingRetryPolicy } from './retryPolicy';
import { identitySchema, type Identity, type Post } from './schemas';
import type { Source } from './upload/sourceReader';
import { upload, type UploadOptions } from './upload/upload';
import { createChecks, type Checks } from './validation';

/** What a publishing client is made of. `send` adds the key: the client itself never knows how it travels. */
export interface PublishingOptions {
	/** With or without a trailing slash or `/api/v1`. */
	baseUrl: string;
	/** Names the caller; the service refuses the defaults of libraries. */
	userAgent: string;
	send: Send;
	/** Sends the parts of uploads to signed URLs: never with the key. */
	sendToStorage: Send;
	sleep: Sleep;
	/** Milliseconds since 1970; default the system's. */
	now?: () => number;
	/** Texts that must not show in any error, such as the key. */
	secrets?: readonly string[];
	/** What a run knows of itself and of earlier tries; default a memory for this client alone. */
	memory?: RunMemory;
	/**
	 * Milliseconds that the requests of this client may wait in all, for rate limits and faults. With it they wait for a rate
	 * limit together, and more is a `WaitLimitError`. Without it, only the retry policy limits each wait.
	 */
	waitLimitMs?: number;
	/** Whether channels, boards and the like are read only once. Later calls get the same answer. Default false. */
	remembersAccounts?: boolean;
	/** Milliseconds for one request; default 60,000. */
	timeoutMs?: number;
	retryPolicy?: RetryPolicy;
}

/** The publishing API as typed calls. */
export interface PublishingClient {
	/** The workspace and the user of the API key, its permissions and its channels. Needs `read`. */
	me(): Promise<Identity>;
	accounts: Accounts;
	checks: Checks;
	posts: PostReads &
		PostWrites &
		PostDeliveries & {
			/** Reads a post until its result on every channel is known. */
			waitForOutcome(postId: string, wish: OutcomeWish): Promise<Outcome>;
			/** What makes a post as it is wanted. Sends nothing; a post that isn't there yet is undefined. */
			plan(post: Post | undefined, wanted: WantedPost, choices?: PlanChoices): Plan;
			/** The requests that edit a scheduled or queued post and leave it where it is; sends nothing. */
			planEdit: typeof planEdit;
			/** Whether a scheduled or queued post is published in less than a minute. */
			startsSoon(post: Post): boolean;
			/**
			 * Sends the requests of a plan for a post as it was planned from. Where one fails after the post was returned to draft,
			 * the post is brought back (`RevertedEditError`), or the error says what is left (`UnfinishedEditError`).
			 */
			carryOut: CarryOut;
			/** Whether a draft, just read, was returned to draft by a `carryOut` that was interrupted. */
			isInterruptedEdit: CheckInterruption;
		};
	analytics: Analytics;
	/** Tools of the agent endpoint. */
	agent: Agent;
	media: MediaCalls & {
		/** Uploads a file of any size in a fixed amount of memory. Returns the finished asset. */
		upload(source: Source, options: UploadOptions): Promise<MediaAsset>;
	};
}

/** A service may ask for any wait that the limit of all waits leaves room for. */
const patientRetryPolicy: RetryPolicy = { ...publishingRetryPolicy, maxWaitMs: Infinity };

type Waits = Pick<PublishingOptions, 'send' | 'sleep' | 'retryPolicy'>;

/** How requests wait, with one limit for all of them where there is one. */
function waitsOf({
	send,
	sleep,
	now = Date.now,
	waitLimitMs,
	retryPolicy,
}: PublishingOptions): Required<Waits> {
	if (waitLimitMs === undefined) return { send, sleep, retryPolicy: retryPolicy ?? publishingRetryPolicy };
	const limited = limitWaits(sleep, now, waitLimitMs);
	return {
		send: createGate(send, { sleep: limited, now, closedSeconds }),
		sleep: limited,
		retryPolicy: retryPolicy ?? patientRetryPolicy,
	};
}

/** The one function that talks to the service, with the rules of the publishing API. */
const createPublishingRequester = (options: PublishingOptions, waits: Required<Waits>): Requester => {
	const { baseUrl, userAgent, secrets = [] } = options;
	return createRequester({
		...waits,
		baseUrl: normaliseBaseUrl(baseUrl),
		userAgent,
		secrets,
		timeoutMs: options.timeoutMs ?? 60_000,
		readError: (response) => readPublishingError(response, secrets),
	});
};

/** Creates a client of the publishing API; throws an `InvalidRequestError` for a base URL that is none. */
export function createPublishingClient(given: PublishingOptions): PublishingClient {
	const options = { ...given, sleep: cancellable(given.sleep) };
	const { sleep, userAgent, now = Date.now, memory = createRunMemory() } = options;
	const waits = waitsOf(options);
	const request = createPublishingRequester(options, waits);
	const storage = { send: options.sendToStorage, sleep, userAgent };
	const mediaCalls = createMediaCalls(request);
	const reads = createPostReads(request);
	const accountCalls = createAccounts(request);
	const accounts = options.remembersAccounts ? rememberingAccounts(accountCalls) : accountCalls;
	const me = async () => decode(await request({ method: 'GET', path: paths.me() }), identitySchema);
	const recovery = { me, reads, memory, sleep: waits.sleep, now };
	const ports = { request, reads, recover: createRecovery(recovery), finder: new PostFinder(recovery), now };
	const deliveries = createPostDeliveries(ports);
	const postCalls = { ...reads, ...deliveries, ...createPostWrites(ports, accounts, deliveries.submit) };
	return {
		me,
		accounts,
		checks: createChecks(accounts, now),
		posts: {
			...postCalls,
			plan: (post, wanted, choices = {}) => planPost(post, wanted, choices, now()),
			planEdit,
			startsSoon: (post) => startsSoon(post, now()),
			carryOut: createCarryOut(postCalls),
			isInterruptedEdit: createInterruptionCheck(request),
			waitForOutcome: async (postId, wish) => await waitForOutcome(reads, { sleep, now }, postId, wish),
		},
		analytics: createAnalytics(request),
		agent: createAgent(request, userAgent, options.secrets ?? []),
		media: {
			...mediaCalls,
			upload: async (source, uploadOptions) => await upload(mediaCalls, storage, source, uploadOptions),
		},
	};
}
