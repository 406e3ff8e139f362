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

/** The status of one channel of a post (N18). */
export type ChannelPostStatus = 'draft' | 'queued' | 'scheduled' | 'publishing' | 'published' | 'failed';

/** Whether a write was carried out, sent to review, or only saved. */
export type Routed = 'draft' | 'enacted' | 'pending_approval';

/** A problem on a channel on which the post was published anyway (N34). */
export interface ChannelWarning {
	code: string;
	message: string;
}

/** One channel of a post in the API's format (contract, section 2). */
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

/** A post in the API's format (contract, section 2). */
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

/** The result of the next time that a channel, or any channel of a platform, publishes. */
export interface OutcomeSpec {
	channelId?: string;
	platform?: Platform;
	outcome: 'fail' | 'publish';
	error?: string;
	warnings?: ChannelWarning[];
	/** How long after it was published the network takes the post back, in milliseconds. `error` then says why. Default: never. */
	takenBackAfterMs?: number;
	/** Default 1. */
	times?: number;
}
