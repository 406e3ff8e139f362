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
