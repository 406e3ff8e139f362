import type { MediaType } from '../media/files';
import type { ChannelPostStatus, ChannelWarning, Permission, Platform, PostStatus } from '../types';

/** The keys of `perAccount[id].options`, one for each platform that has options. */
export const optionsKeys = ['tiktok', 'devto', 'youtube', 'facebook'] as const;
export type OptionsKey = (typeof optionsKeys)[number];
export type Options = Partial<Record<OptionsKey, Record<string, unknown>>>;

/** A workspace; with `requiresApproval` nothing goes out without Review, whatever a key may do. */
export interface Workspace {
	id: string;
	name: string;
	requiresApproval: boolean;
}

/** A named queue; the Main queue of a channel has no record. */
export interface NamedQueue {
	id: string;
	name: string;
	categoryId: string | null;
}

/** A Pinterest board. */
export interface Board {
	id: string;
	name: string;
	privacy?: string;
	pinCount?: number;
}

/** A connected channel. `disconnected` and `error` need reconnecting (N17). */
export interface Channel {
	id: string;
	workspaceId: string;
	platform: Platform;
	handle: string;
	avatarUrl: string | null;
	status: 'connected' | 'token_expiring' | 'disconnected' | 'error';
	queues: NamedQueue[];
	boards: Board[];
}

/** A key, or a grant that a person gave an agent. Times in the records are milliseconds since 1970. */
export interface Credential {
	id: string;
	kind: 'key' | 'oauth';
	bearer: string;
	name: string;
	workspaceId: string;
	/** The person who made the key or gave the grant; may change only what that person wrote (N25). */
	personId: string;
	permissions: Permission[];
	channelIds: Set<string>;
	expiresAt: number | null;
	isRevoked: boolean;
}

/** An uploaded file. One that was never completed may not be used. */
export interface MediaAsset {
	id: string;
	workspaceId: string;
	mediaType: MediaType;
	isReady: boolean;
}

/** A channel's own words and settings; null means the post's. */
export interface Overrides {
	caption: string | null;
	title: string | null;
	firstComment: string | null;
	boardId: string | null;
	options: Options | null;
}

/** What a post says and where: all that a person may edit. */
export interface Draft {
	channelIds: string[];
	caption: string;
	title: string | null;
	firstComment: string | null;
	linkUrl: string | null;
	mediaAssetIds: string[];
	proposedPublishAt: number | null;
	overrides: Map<string, Overrides>;
}

/** When and how a post goes out (contract, "Delivery object"). */
export type Delivery =
	| { mode: 'queue' | 'prioritise'; queueIds?: Record<string, string | null>; timezone?: string }
	| { mode: 'now'; timezone?: string }
	| { mode: 'at'; at: number; timezone?: string };

/** How far one channel of a post has come. */
export interface Progress {
	channelId: string;
	status: ChannelPostStatus;
	/** When it is to start; for a queued one the slot it has now. */
	scheduledAt: number | null;
	/** When its publishing started. */
	startedAt: number | null;
	/** When a running publishing ends. */
	endsAt: number | null;
	publishedAt: number | null;
	url: string | null;
	error: string | null;
	warnings: ChannelWarning[];
	queueId: string | null;
	queuePosition: number | null;
}

/** A post. */
export interface PostRecord {
	id: string;
	/** Grows with each post; the order of creation. */
	sequence: number;
	workspaceId: string;
	status: PostStatus;
	draft: Draft;
	progress: Progress[];
	authorId: string;
	createdVia: { credentialId: string; name: string | null } | null;
	createdAt: number;
	updatedAt: number;
	attentionResolvedAt: number | null;
	/** The delivery that waits for approval, or the last one that was carried out. */
	delivery: Delivery | null;
}
