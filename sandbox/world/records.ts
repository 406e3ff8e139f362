import type { MediaType } from '../media/files';
import type { ChannelPostStatus, ChannelWarning, Permission, Platform, PostStatus } from '../types';

/** The keys of `perAccount[id].options`, one for each platform with options. */
export const optionsKeys = ['tiktok', 'devto', 'youtube', 'facebook'] as const;
export type OptionsKey = (typeof optionsKeys)[number];
export type Options = Partial<Record<OptionsKey, Record<string, unknown>>>;

/** A workspace. With `requiresApproval`, every post needs a review before it's published, whatever the key's permissions. */
export interface Workspace {
	id: string;
	name: string;
	requiresApproval: boolean;
}

/** A named queue. The Main queue of a channel has no record. */
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

/** A connected channel. With `disconnected` or `error`, it needs to be reconnected (N17). */
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

/** An API key, or a grant to an agent. All times in the records are milliseconds since 1970. */
export interface Credential {
	id: string;
	kind: 'key' | 'oauth';
	bearer: string;
	name: string;
	workspaceId: string;
	/** The person who created the key or the grant. The credential can change only posts of this person (N25). */
	personId: string;
	permissions: Permission[];
	channelIds: Set<string>;
	expiresAt: number | null;
	isRevoked: boolean;
}

/** An uploaded file. It can be used only after the upload is complete. */
export interface MediaAsset {
	id: string;
	workspaceId: string;
	mediaType: MediaType;
	isReady: boolean;
}

/** The override of a channel. For null, the post's own value applies. */
export interface Overrides {
	caption: string | null;
	title: string | null;
	firstComment: string | null;
	boardId: string | null;
	options: Options | null;
}

/** The content and channels of a post, which people can edit. */
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

/** When and how to publish a post (contract, "Delivery object"). */
export type Delivery =
	| { mode: 'queue' | 'prioritise'; queueIds?: Record<string, string | null>; timezone?: string }
	| { mode: 'now'; timezone?: string }
	| { mode: 'at'; at: number; timezone?: string };

/** The progress of a post on one channel. */
export interface Progress {
	channelId: string;
	status: ChannelPostStatus;
	/** When publishing is due. For a queued post, its current slot. */
	scheduledAt: number | null;
	/** When publishing started. */
	startedAt: number | null;
	/** When publishing ends. */
	endsAt: number | null;
	publishedAt: number | null;
	/** When the network takes the published post back, and why. Null if it doesn't. */
	rejection: { at: number; error: string } | null;
	/** The path of the post's page. Null until it's published. */
	path: string | null;
	error: string | null;
	warnings: ChannelWarning[];
	queueId: string | null;
	queuePosition: number | null;
}

/** A post as the sandbox stores it. All times are milliseconds since 1970. */
export interface PostRecord {
	id: string;
	/** The order of creation. Each new post has a higher number. */
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
	/** The post that this one is a duplicate of. */
	originalId: string | null;
	/** Whether publishing is stuck. Nothing happens at the post's times until someone delivers it again or settles it. */
	isStuck: boolean;
	/** The delivery that waits for approval, or the last one that was carried out. */
	delivery: Delivery | null;
}
