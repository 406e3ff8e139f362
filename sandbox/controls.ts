import type { FaultControls } from './http/chance';
import type { MediaState, StorageRequest } from './media/mediaTypes';
import type { Seed } from './seed';
import type { Finding } from './watcher';
import type { Variants } from './world/variants';
import type { AgentAnswers, ChannelWarning, Permission, Platform, Post } from './types';

/**
 * What a scripted fault does to the request that it meets.
 * - `status`: answers before any work. `body`: the same with a raw body (an HTML page, say; status 200 unless given).
 * - `drop`: closes the connection before any work. `dropAfter`: does the work, then closes it.
 * - `statusAfter`: does the work, then answers with `status`; the idempotency key counts as a failed first attempt.
 * - `dropMidBody`: closes the connection to the storage when half of the part (or `afterBytes`) is there; elsewhere `drop`.
 * - `dropMidAnswer`: does the work, then closes the connection in the middle of the answer. `cut`: does the work, and
 *   answers with the first half of the body. `relabel`: does the work, and answers as `contentType` (default HTML).
 * - `noEtag`: the storage takes the part but gives no ETag; elsewhere nothing.
 * - `stall`: waits `ms` (for ever without) right before the work; a client that leaves meanwhile ends the request undone.
 */
export type FaultKind =
	| 'status'
	| 'drop'
	| 'dropAfter'
	| 'stall'
	| 'statusAfter'
	| 'body'
	| 'dropMidBody'
	| 'dropMidAnswer'
	| 'cut'
	| 'relabel'
	| 'noEtag';

/** A scripted fault. It meets the next `times` requests that match. */
export interface FaultSpec {
	method?: string;
	/**
	 * A string matches the end of the path, whatever its last slash; a RegExp is tested on the whole pathname.
	 * At the storage the path is `/storage/<key>?partNumber=<number>`.
	 */
	path: string | RegExp;
	/** Default 1. */
	times?: number;
	kind: FaultKind;
	/** Default 503 for `status` and `statusAfter`, 200 for `body`. */
	status?: number;
	/** Text is sent as it is, anything else as JSON; without it the envelope that belongs to the status. */
	body?: unknown;
	contentType?: string;
	headers?: Record<string, string>;
	/** Seconds, sent as `Retry-After` and as `retry_after`. */
	retryAfter?: number;
	/** Real milliseconds of a `stall`. */
	ms?: number;
	/** Bytes of the part after which a `dropMidBody` closes the connection. */
	afterBytes?: number;
}

/** What the next publishing of a channel (or of any channel of a platform) ends in. */
export interface OutcomeSpec {
	channelId?: string;
	platform?: Platform;
	outcome: 'fail' | 'publish';
	error?: string;
	warnings?: ChannelWarning[];
	/** Default 1. */
	times?: number;
}

/** One request as it came in; controls and page are not recorded. */
export interface RecordedRequest {
	method: string;
	path: string;
	query: Record<string, string>;
	/** Lower-case names; the key is masked. */
	headers: Record<string, string>;
	/** Parsed when it is JSON, else the text; undefined when there was none. */
	body: unknown;
	/** 0 while it runs, and when the connection was dropped. */
	status: number;
	/** ISO 8601, by the sandbox's clock. */
	at: string;
}

/** The clock of a sandbox. */
export interface Clock {
	now(): Date;
	advance(ms: number): void;
	set(date: Date | string | number): void;
}

/** A running sandbox and its controls. */
export interface Sandbox {
	/** `http://127.0.0.1:PORT`, without a trailing slash. */
	readonly url: string;
	readonly port: number;
	/** Origin of the storage: a server of its own. */
	readonly storageUrl: string;
	/** The last 10,000 requests to the storage, oldest first. */
	readonly storageRequests: StorageRequest[];
	/** The most requests that were under way at the storage at once. */
	readonly storagePeak: number;
	/** Connections that are open at the storage now. */
	readonly storageConnections: number;
	readonly seed: Seed;
	readonly clock: Clock;
	readonly faults: FaultControls;
	/** The last 10,000 requests to the API, oldest first. */
	readonly requests: RecordedRequest[];
	/** The most requests that were under way at the API at once. */
	readonly requestPeak: number;
	/** Every post of every workspace, newest first, as it is now (no visibility lag). */
	posts(): Post[];
	/** @throws Error when there is no such post. */
	post(id: string): Post;
	/** Every media asset of every workspace, newest first. */
	media(): MediaState[];
	readonly outcomes: {
		add(outcome: OutcomeSpec): void;
		clear(): void;
		/** Ends the channels of a post that are still on their way; without a channel, all of them. */
		publish(postId: string, channelId?: string): Post;
		fail(postId: string, channelId?: string, error?: string): Post;
	};
	/** What people do in the web app. Each throws when the post is not in a state for it. */
	readonly review: {
		/** Carries out the delivery asked for; where that fails by content, the post stays `approved`. */
		approve(postId: string): Post;
		reject(postId: string): Post;
		requestChanges(postId: string): Post;
		hold(postId: string): Post;
		resume(postId: string): Post;
		resolveAttention(postId: string): Post;
	};
	readonly channels: { disconnect(id: string): void; reconnect(id: string): void };
	/** A key's maker changes what it may do; takes effect at once. */
	readonly keys: { revoke(key: string): void; setPermissions(key: string, permissions: Permission[]): void };
	readonly agent: {
		/** How the agent endpoint answers from now on. */
		answer(answers: AgentAnswers): void;
		/** Ends every grant that a person gave an agent; takes effect at once. */
		revokeGrants(): void;
	};
	/** From now on the service answers in these ways; the others stay. Gives all of them. */
	vary(variants?: Partial<Variants>): Variants;
	/** What the watcher has to say about the clients so far: mistakes that no server can refuse. */
	findings(): Finding[];
	/** The same, and the watcher forgets everything it has seen. */
	takeFindings(): Finding[];
	/** Back to the seed: posts, faults, limits, idempotency, logs and clock. */
	reset(): void;
	/** Ends open connections and stops listening. */
	close(): Promise<void>;
}
