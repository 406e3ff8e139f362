import { createRequester, type Requester } from '../http/request';
import { decode } from '../http/schemaCheck';
import type { RetryPolicy } from '../http/retry';
import type { Send, Sleep } from '../http/types';
import { createAccounts, type Accounts } from './accounts';
import { rememberingAccounts } from './accountsMemory';
import { createAgent, type Agent } from './agent/agent';
import { createAnalytics, type Analytics } from './analytics';
import type { Doubts } from './doubt';
import { readPublishingError } from './errors';
import { normaliseBaseUrl, paths } from './paths';
import { createMediaCalls, type MediaAsset, type MediaCalls } from './media';
import { waitForOutcome, type Outcome, type OutcomeWish } from './outcome';
import { createPostReads, type PostReads } from './postReads';
import { createPostWrites, type PostWrites } from './postWrites';
import { publishingRetryPolicy } from './retryPolicy';
import { identitySchema, type Identity } from './schemas';
import type { Source } from './upload/source';
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
	/** Writes in doubt, where they are to be known for longer than this client. */
	doubts?: Doubts;
	/** Asks about channels, boards and the like once, and gives the same answer from then on; default false. */
	remembersAccounts?: boolean;
	/** Milliseconds for one request; default 60,000. */
	timeoutMs?: number;
	retryPolicy?: RetryPolicy;
}

/** The publishing API as typed calls. */
export interface PublishingClient {
	/** Who the key is, what it may do and which channels it has. Needs `read`. */
	me(): Promise<Identity>;
	accounts: Accounts;
	checks: Checks;
	posts: PostReads &
		PostWrites & {
			/** Reads a post until it is known what became of it. */
			waitForOutcome(postId: string, wish: OutcomeWish): Promise<Outcome>;
		};
	analytics: Analytics;
	/** Tools of the agent endpoint. */
	agent: Agent;
	media: MediaCalls & {
		/** Uploads a file of any size in bounded memory; gives back the finished asset. */
		upload(source: Source, options: UploadOptions): Promise<MediaAsset>;
	};
}

/** The one function that talks to the service, with the rules of the publishing API. */
const createPublishingRequester = (options: PublishingOptions): Requester => {
	const { baseUrl, userAgent, send, sleep, secrets = [] } = options;
	return createRequester({
		baseUrl: normaliseBaseUrl(baseUrl),
		userAgent,
		send,
		sleep,
		secrets,
		timeoutMs: options.timeoutMs ?? 60_000,
		retryPolicy: options.retryPolicy ?? publishingRetryPolicy,
		readError: (response) => readPublishingError(response, secrets),
	});
};

/** Creates a client of the publishing API; throws an `InvalidRequestError` for a base URL that is none. */
export function createPublishingClient(options: PublishingOptions): PublishingClient {
	const { sleep, userAgent, now = Date.now } = options;
	const request = createPublishingRequester(options);
	const storage = { send: options.sendToStorage, sleep, userAgent };
	const mediaCalls = createMediaCalls(request);
	const reads = createPostReads(request);
	const accountCalls = createAccounts(request);
	const accounts = options.remembersAccounts ? rememberingAccounts(accountCalls) : accountCalls;
	return {
		me: async () => decode(await request({ method: 'GET', path: paths.me() }), identitySchema),
		accounts,
		checks: createChecks(accounts, now),
		posts: {
			...reads,
			...createPostWrites(request, options.doubts ?? new Map()),
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
