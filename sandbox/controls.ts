import type { Clock } from './http/clock';
import type { FaultControls } from './http/faults';
import type { RecordedRequest } from './http/requestLog';
import type { MediaState, StorageRequest } from './media/files';
import type { AgentAnswers } from './options';
import type { Variants } from './variants';
import type { Seed } from './seed';
import type { OutcomeSpec, Permission, Post } from './types';
import type { Finding } from './watcher';

/** A running sandbox and its controls. */
export interface Sandbox {
	/** `http://127.0.0.1:PORT`, without a trailing slash. */
	readonly url: string;
	readonly port: number;
	/** Origin of the storage, which is a separate server. */
	readonly storageUrl: string;
	/** The last 10,000 requests to the storage, oldest first. */
	readonly storageRequests: StorageRequest[];
	/** The maximum number of requests that the storage handled in parallel. */
	readonly storagePeak: number;
	/** Connections to the storage that are open now. */
	readonly storageConnections: number;
	readonly seed: Seed;
	readonly clock: Clock;
	readonly faults: FaultControls;
	/** The last 10,000 requests to the API, oldest first. */
	readonly requests: RecordedRequest[];
	/** The maximum number of requests that the API handled in parallel. */
	readonly requestPeak: number;
	/** All posts of all workspaces, newest first, as they are now. Ignores the delay before lists show changes. */
	posts(): Post[];
	/** @throws Error if the post doesn't exist. */
	post(id: string): Post;
	/** Every media asset of every workspace, newest first. */
	media(): MediaState[];
	readonly outcomes: {
		add(outcome: OutcomeSpec): void;
		clear(): void;
		/** Publishes a post on a channel that is still publishing, or on all such channels. */
		publish(postId: string, channelId?: string): Post;
		fail(postId: string, channelId?: string, error?: string): Post;
		/** Makes a post get stuck in its status, whatever its time, until it's settled, canceled or delivered again. */
		hang(postId: string): Post;
	};
	/** What people do in the web app. Each function throws if the post's status doesn't allow it. */
	readonly review: {
		/** Approves a post and carries out its delivery. If the delivery isn't possible, the post stays `approved`. */
		approve(postId: string): Post;
		reject(postId: string): Post;
		requestChanges(postId: string): Post;
		hold(postId: string): Post;
		resume(postId: string): Post;
		resolveAttention(postId: string): Post;
		/** Comments on a post in review, which changes only its `updatedAt`. */
		comment(postId: string): Post;
	};
	/** What happens to the connections of channels. Polls see only the result, because channels have no time of change. */
	readonly channels: {
		disconnect(id: string): void;
		/** The network refuses the connection, so the channel's status is `error`. */
		breakDown(id: string): void;
		/** The token of the connection expires soon. The channel still publishes. */
		expire(id: string): void;
		reconnect(id: string): void;
		/** Changes the name that the network shows, as its owner can. */
		rename(id: string, handle: string): void;
		/** Adds channels like an existing one, and returns their IDs. A key can use them after `keys.setChannels`. */
		copy(id: string, count: number): string[];
	};
	/** Changes an API key, as its owner can. Applies to the next request. */
	readonly keys: {
		revoke(key: string): void;
		setPermissions(key: string, permissions: Permission[]): void;
		/** Sets the channels that the key can use. */
		setChannels(key: string, channelIds: string[]): void;
		/** Sets when the key expires, in milliseconds since 1970. With null, it never does. */
		setExpiry(key: string, expiresAt: number | null): void;
	};
	readonly agent: {
		/** Sets how the agent endpoint answers from now on. */
		answer(answers: AgentAnswers): void;
		/** Revokes every grant to an agent. Applies to the next request. */
		revokeGrants(): void;
	};
	/** Changes the given variants of the service's behavior and keeps the others. Returns all of them. */
	vary(variants?: Partial<Variants>): Variants;
	/** What clients have done wrong so far that no server can refuse. */
	findings(): Finding[];
	/** Returns {@link findings} and clears them. */
	takeFindings(): Finding[];
	/** Returns posts, faults, limits, idempotency keys, logs and clock to their initial state. */
	reset(): void;
	/** Closes open connections and stops listening. */
	close(): Promise<void>;
}
