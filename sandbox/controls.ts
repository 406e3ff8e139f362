import type { Clock } from './http/clock';
import type { FaultControls } from './http/faults';
import type { RecordedRequest } from './http/requestLog';
import type { MediaState, StorageRequest } from './media/files';
import type { AgentAnswers, Variants } from './options';
import type { Seed } from './seed';
import type { OutcomeSpec, Permission, Post } from './types';
import type { Finding } from './watcher';

/** A running sandbox and its controls. */
export interface Sandbox {
	/** `http://127.0.0.1:PORT`, without a trailing slash. */
	readonly url: string;
	readonly port: number;
	/** Origin of the storage: a server of its own. */
	readonly storageUrl: string;
	/** The last 10,000 requests to the storage, oldest first. */
	readonly storageRequests: StorageRequest[];
	/** The most requests that the storage handled in parallel. */
	readonly storagePeak: number;
	/** Connections that are open at the storage now. */
	readonly storageConnections: number;
	readonly seed: Seed;
	readonly clock: Clock;
	readonly faults: FaultControls;
	/** The last 10,000 requests to the API, oldest first. */
	readonly requests: RecordedRequest[];
	/** The most requests that the API handled in parallel. */
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
		/** Publishes a post on a channel that is still publishing, or on all such channels. */
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
	/** Changes the permissions of an API key, or revokes it. Applies to the next request. */
	readonly keys: { revoke(key: string): void; setPermissions(key: string, permissions: Permission[]): void };
	readonly agent: {
		/** How the agent endpoint answers from now on. */
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
	/** Back to the seed: posts, faults, limits, idempotency, logs and clock. */
	reset(): void;
	/** Ends open connections and stops listening. */
	close(): Promise<void>;
}
