import { once } from '../http/memo.js';
import { createGate } from '../http/rateLimits.js';
import { createRequester } from '../http/request.js';
import { decode } from '../http/schemaCheck.js';
import type { RetryPolicy } from '../http/retry.js';
import { cancellable, limitWaits } from '../http/sleep.js';
import type { HttpResponse, Send, Sleep } from '../http/types.js';
import { createAccounts, type Accounts } from './accounts.js';
import { createAgent, type Agent } from './agent/agent.js';
import { createAnalytics, type Analytics } from './analytics.js';
import { createClashes, type Clashes } from './clashes/clashes.js';
import { readPublishingError } from './errorAnswers.js';
import { normaliseBaseUrl, paths } from './paths.js';
import { createMediaCalls, type MediaAsset, type MediaCalls } from './media.js';
import { createRunMemory, type RunMemory } from './posts/memory.js';
import { createPosts, type Posts } from './posts/posts.js';
import type { MayPublish } from './posts/writes.js';
import { rememberingAccounts } from './rememberedAccounts.js';
import { closedSeconds, publishingRetryPolicy } from './retryPolicy.js';
import { identitySchema, type Identity } from './schemas.js';
import {
	adaptTexts,
	type AdaptedText,
	type FormerTexts,
	type TextAdaptions,
	type Texts,
} from './text/adapt.js';
import type { Source } from './upload/sourceReader.js';
import { upload, type UploadOptions } from './upload/upload.js';
import { createChecks, type Checks } from './validation/index.js';

/** Options of a publishing client. `send` has to add the API key. */
export interface PublishingOptions {
	/** With or without a trailing slash and `/api/v1`. */
	baseUrl: string;
	/** Identifies this client. The service refuses the default names of libraries. */
	userAgent: string;
	send: Send;
	/** Sends the parts of uploads to signed URLs. It must not add the API key. */
	sendToStorage: Send;
	sleep: Sleep;
	/** Returns milliseconds since 1970. Default: the system's time. */
	now?: () => number;
	/** Texts to remove from errors, such as the API key. */
	secrets?: readonly string[];
	/** What is known of this run and of earlier tries. Default: a memory only for this client. */
	memory?: RunMemory;
	/**
	 * The longest total wait of this client's requests in milliseconds, for rate limits and failures. If it's set, all requests
	 * wait for a rate limit together, and a longer wait throws a `WaitLimitError`. If it isn't set, only the retry policy
	 * limits each wait.
	 */
	waitLimitMs?: number;
	/** Is asked before a post is changed, and throws to refuse it. Default: everything may be sent. */
	mayPublish?: MayPublish;
	/** Is told the identity of the key when it was read, and the client's time. It takes no request of its own. */
	onIdentity?: (identity: Identity, now: number) => void;
	/** Whether to read the identity of the key, channels, boards and similar lists only once. Default false. */
	remembersWorkspace?: boolean;
	/** Timeout of one request in milliseconds. Default 60,000. */
	timeoutMs?: number;
	retryPolicy?: RetryPolicy;
}

/** Typed calls of the publishing API. */
export interface PublishingClient {
	/** Returns the client's time, in milliseconds since 1970. */
	now(): number;
	/** Reads the workspace, the credential, its permissions and its channels. Needs `read`. */
	me(): Promise<Identity>;
	accounts: Accounts;
	checks: Checks;
	clashes: Clashes;
	/** Adapts the texts of a post to its channels, as overrides. */
	adaptTexts<T extends Texts>(
		texts: T,
		channelIds: string[],
		adaptions: TextAdaptions,
		former?: FormerTexts,
	): Promise<{ texts: T; adapted: AdaptedText[] }>;
	posts: Posts;
	analytics: Analytics;
	/** Tools of the agent endpoint. */
	agent: Agent;
	media: MediaCalls & {
		/** Uploads a file of any size in a fixed amount of memory. Returns the finished asset. */
		upload(source: Source, options: UploadOptions): Promise<MediaAsset>;
	};
}

/** Without its own limit for a single wait, because all waits together have a limit. */
const patientRetryPolicy: RetryPolicy = { ...publishingRetryPolicy, maxWaitMs: Infinity };

/** Creates a client of the publishing API. Throws an `InvalidRequestError` if the base URL isn't a web address. */
export function createPublishingClient(given: PublishingOptions): PublishingClient {
	const { userAgent, sendToStorage, secrets = [], timeoutMs = 60_000, waitLimitMs } = given;
	const { now = Date.now, memory = createRunMemory() } = given;
	const sleep = cancellable(given.sleep);
	const readError = (response: HttpResponse) => readPublishingError(response, secrets);
	// With a limit for the total wait, all requests share it, and no single wait has a limit of its own.
	const isLimited = waitLimitMs !== undefined;
	const requestSleep = isLimited ? limitWaits(sleep, now, waitLimitMs) : sleep;
	const gateOptions = { sleep: requestSleep, now, closedSeconds, readError };
	const request = createRequester({
		send: isLimited ? createGate(given.send, gateOptions) : given.send,
		sleep: requestSleep,
		retryPolicy: given.retryPolicy ?? (isLimited ? patientRetryPolicy : publishingRetryPolicy),
		baseUrl: normaliseBaseUrl(given.baseUrl),
		userAgent,
		secrets,
		timeoutMs,
		readError,
	});
	const storage = { send: sendToStorage, sleep, userAgent };
	const mediaCalls = createMediaCalls(request);
	const accountCalls = createAccounts(request);
	const accounts = given.remembersWorkspace ? rememberingAccounts(accountCalls) : accountCalls;
	const readIdentity = async () => {
		const identity = decode(await request({ method: 'GET', path: paths.me() }), identitySchema);
		given.onIdentity?.(identity, now());
		return identity;
	};
	const identityOnce = given.remembersWorkspace ? once(readIdentity) : readIdentity;
	// A copy, because the caller may change it.
	const me = async () => structuredClone(await identityOnce());
	const { mayPublish } = given;
	const posts = createPosts({
		request,
		me,
		accounts,
		memory,
		sleep: requestSleep,
		pause: sleep,
		now,
		mayPublish,
	});
	return {
		now,
		me,
		accounts,
		checks: createChecks(accounts, now),
		clashes: createClashes(posts, accounts, now, sleep),
		adaptTexts: async (texts, channelIds, adaptions, former) => {
			const channels = (await accounts.list()).filter(({ id }) => channelIds.includes(id));
			return adaptTexts(texts, channels, adaptions, former);
		},
		posts,
		analytics: createAnalytics(request),
		agent: createAgent(request, userAgent, secrets),
		media: {
			...mediaCalls,
			upload: async (source, uploadOptions) => await upload(mediaCalls, storage, source, uploadOptions),
		},
	};
}
