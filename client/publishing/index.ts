import { createRequester } from '../http/request';
import { decode } from '../http/schemaCheck';
import type { RetryPolicy } from '../http/retry';
import type { Send, Sleep } from '../http/types';
import { createAccounts, type Accounts } from './accounts';
import { createAgent, type Agent } from './agent/agent';
import { createAnalytics, type Analytics } from './analytics';
import { readPublishingError } from './errors';
import { normaliseBaseUrl, paths } from './paths';
import { createMediaCalls, type MediaAsset, type MediaCalls } from './media';
import { createPostReads, type PostReads } from './postReads';
import { createPostWrites, type PostWrites } from './postWrites';
import { publishingRetryPolicy } from './retryPolicy';
import { identitySchema, type Identity } from './schemas';
import type { Source } from './upload/source';
import { upload, type UploadOptions } from './upload/upload';

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
	/** Texts that must not show in any error, such as the key. */
	secrets?: readonly string[];
	/** Milliseconds for one request; default 60,000. */
	timeoutMs?: number;
	retryPolicy?: RetryPolicy;
}

/** The publishing API as typed calls. */
export interface PublishingClient {
	/** Who the key is, what it may do and which channels it has. Needs `read`. */
	me(): Promise<Identity>;
	accounts: Accounts;
	posts: PostReads & PostWrites;
	analytics: Analytics;
	/** Tools of the agent endpoint. */
	agent: Agent;
	media: MediaCalls & {
		/** Uploads a file of any size in bounded memory; gives back the finished asset. */
		upload(source: Source, options: UploadOptions): Promise<MediaAsset>;
	};
}

/** Creates a client of the publishing API; throws an `InvalidRequestError` for a base URL that is none. */
export function createPublishingClient(options: PublishingOptions): PublishingClient {
	const { baseUrl, userAgent, send, sleep, secrets = [] } = options;
	const request = createRequester({
		baseUrl: normaliseBaseUrl(baseUrl),
		userAgent,
		send,
		sleep,
		secrets,
		timeoutMs: options.timeoutMs ?? 60_000,
		retryPolicy: options.retryPolicy ?? publishingRetryPolicy,
		readError: (response) => readPublishingError(response, secrets),
	});
	const ports = { send: options.sendToStorage, sleep };
	const mediaCalls = createMediaCalls(request);
	return {
		me: async () => decode(await request({ method: 'GET', path: paths.me() }), identitySchema),
		accounts: createAccounts(request),
		posts: { ...createPostReads(request), ...createPostWrites(request) },
		analytics: createAnalytics(request),
		agent: createAgent(request, userAgent, secrets),
		media: {
			...mediaCalls,
			upload: async (source, uploadOptions) => await upload(mediaCalls, ports, source, uploadOptions),
		},
	};
}
