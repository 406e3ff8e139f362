/** Values the contract fixes; each list is declared here once and feeds schemas, menus and filters. */

/** Networks a channel can be on (contract section 2). */
export const platforms = [
	'bluesky',
	'devto',
	'facebook',
	'google_business',
	'instagram',
	'linkedin',
	'mastodon',
	'pinterest',
	'threads',
	'tiktok',
	'youtube',
] as const;

/** What a key may do (contract section 5). */
export const permissions = [
	'read',
	'create_posts',
	'upload_media',
	'view_analytics',
	'publish_directly',
] as const;

/** States of a post (contract section 3). */
export const postStatuses = [
	'approved',
	'changes_requested',
	'draft',
	'failed',
	'on_hold',
	'partially_published',
	'pending_approval',
	'published',
	'publishing',
	'queued',
	'rejected',
	'scheduled',
] as const;

/** How a post is delivered (contract section 2, delivery object). */
export const deliveryModes = ['at', 'now', 'prioritise', 'queue'] as const;

/** Who may see a TikTok post; a creator may use only those the creator info lists. */
export const tikTokPrivacyLevels = [
	'FOLLOWER_OF_CREATOR',
	'MUTUAL_FOLLOW_FRIENDS',
	'PUBLIC_TO_EVERYONE',
	'SELF_ONLY',
] as const;

/** Who may see a YouTube video. */
export const youTubePrivacyStatuses = ['private', 'public', 'unlisted'] as const;

/** What a Facebook video is published as. */
export const facebookPublishAs = ['reel', 'video'] as const;

/** What an upload can be. */
export const mediaTypes = ['gif', 'image', 'video'] as const;

export type MediaType = (typeof mediaTypes)[number];
export type Platform = (typeof platforms)[number];
export type PostStatus = (typeof postStatuses)[number];

/** Bounds the contract fixes (contract section 8). */
export const limits = {
	accountsMax: 20,
	mediaAssetIdsMax: 35,
	linkUrlMax: 2048,
	altTextMax: 1000,
	boardIdMax: 128,
	listLimitMax: 100,
	devtoTagsMax: 20,
	devtoTagMax: 100,
	canonicalUrlMax: 2048,
	youTubeTagsMax: 500,
	youTubeTagMax: 500,
	partUrlsPerCall: 16,
	imageBytesMax: 64 * 1024 * 1024,
	videoBytesMax: 3 * 1024 * 1024 * 1024,
} as const;
