import type { Variants } from './world/variants';

/** The platforms of the contract, section 2. */
export const platforms = [
	'facebook',
	'instagram',
	'threads',
	'linkedin',
	'tiktok',
	'youtube',
	'pinterest',
	'bluesky',
	'mastodon',
	'google_business',
	'devto',
] as const;
export type Platform = (typeof platforms)[number];

/** The permissions of the contract, section 2. */
export const permissions = [
	'read',
	'create_posts',
	'upload_media',
	'view_analytics',
	'publish_directly',
] as const;
export type Permission = (typeof permissions)[number];

/** The post statuses of the contract, section 3. */
export const postStatuses = [
	'draft',
	'pending_approval',
	'approved',
	'changes_requested',
	'rejected',
	'queued',
	'scheduled',
	'publishing',
	'published',
	'partially_published',
	'failed',
	'on_hold',
] as const;
export type PostStatus = (typeof postStatuses)[number];

/** What a post's one channel can be in (N18). */
export type ChannelPostStatus = 'draft' | 'queued' | 'scheduled' | 'publishing' | 'published' | 'failed';

/** Whether a write was carried out, sent to Review, or only saved. */
export type Routed = 'draft' | 'enacted' | 'pending_approval';

/** Something that went wrong on a channel although the post went out (N34). */
export interface ChannelWarning {
	code: string;
	message: string;
}

/** One channel of a post, as it travels (contract, section 2). */
export interface PostChannel {
	accountId: string;
	platform: Platform;
	handle: string | null;
	status: ChannelPostStatus;
	scheduledAt: string | null;
	publishedAt: string | null;
	url: string | null;
	error: string | null;
	warnings: ChannelWarning[];
	queuePosition: number | null;
	queueId: string | null;
	caption: string | null;
	title: string | null;
	firstComment: string | null;
	boardId: string | null;
	options: Record<string, unknown> | null;
}

/** A post, as it travels (contract, section 2). */
export interface Post {
	id: string;
	status: PostStatus;
	caption: string;
	title: string | null;
	firstComment: string | null;
	linkUrl: string | null;
	mediaAssetIds: string[];
	scheduledAt: string | null;
	proposedPublishAt: string | null;
	publishedAt: string | null;
	attentionResolvedAt: string | null;
	createdAt: string;
	updatedAt: string;
	createdVia: { credentialId: string; name: string | null } | null;
	channels: PostChannel[];
}

/** How many requests one minute allows, and how long that minute is. */
export interface RateLimits {
	writesPerKey: number;
	readsPerKey: number;
	writesPerWorkspace: number;
	windowMs: number;
}

/** The storage that the parts of uploads are sent to: a server of its own on 127.0.0.1. */
export interface StorageOptions {
	/** 0 (the default) takes a free port. */
	port?: number;
	/** What one connection carries at the most. Default: no bound. */
	bytesPerSecondPerConnection?: number;
	/** Real milliseconds added to each answer. Default 0. */
	latencyMs?: number;
}

/** How the agent endpoint writes its answers: one JSON document, or an event stream. */
export type AgentAnswers = 'json' | 'event-stream';

/** How a sandbox is started; everything has a default. */
export interface SandboxOptions {
	/** 0 (the default) takes a free port. */
	port?: number;
	/** `manual` stands still until it is advanced; default `real`. */
	clock?: 'real' | 'manual';
	/** Where a manual clock starts; default 2026-01-05T09:00:00Z. */
	now?: Date | string | number;
	/** `'off'`, or other numbers than the contract's. */
	rateLimits?: 'off' | Partial<RateLimits>;
	/** How long a change stays invisible to the list; a single read shows it at once. Default 0. */
	visibilityLagMs?: number;
	/** How long a channel stays `publishing`, by the clock. Default 1500. */
	publishMs?: number;
	/** Posts a day and channel, by platform. */
	dailyCaps?: Partial<Record<Platform, number>>;
	/** Real milliseconds added to each answer. Default 0. */
	latencyMs?: number;
	/** `empty` leaves out the seeded posts; channels, keys and media stay. Default `default`. */
	seed?: 'default' | 'empty';
	/** How large the parts of an upload are. Default 64 MiB. */
	partSizeBytes?: number;
	storage?: StorageOptions;
	/** How the agent endpoint answers. Default `json`. */
	agentAnswers?: AgentAnswers;
	/** How many tools one answer to `tools/list` has. Default: all. */
	toolsPerPage?: number;
	/** Where the service was seen to answer in more than one way. Default: the usual ways. */
	variants?: Partial<Variants>;
}
