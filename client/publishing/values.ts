/** Fixed values of the contract. Schemas, menus and filters use the same lists. */

/** Networks that a channel can be on (contract section 2). */
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

/** Permissions of an API key (contract section 5). */
export const permissions = [
	'read',
	'create_posts',
	'upload_media',
	'view_analytics',
	'publish_directly',
] as const;

/** Modes of a delivery (contract section 2). */
export const deliveryModes = ['at', 'now', 'prioritise', 'queue'] as const;

/** Who can see a TikTok post. A creator can use only the levels in the creator info. */
export const tikTokPrivacyLevels = [
	'FOLLOWER_OF_CREATOR',
	'MUTUAL_FOLLOW_FRIENDS',
	'PUBLIC_TO_EVERYONE',
	'SELF_ONLY',
] as const;

/** Who can see a YouTube video. */
export const youTubePrivacyStatuses = ['private', 'public', 'unlisted'] as const;

/** What to publish a Facebook video as. */
export const facebookPublishAs = ['reel', 'video'] as const;

export const mediaTypes = ['gif', 'image', 'video'] as const;

export type MediaType = (typeof mediaTypes)[number];
export type Platform = (typeof platforms)[number];

/** Fixed limits (contract section 8). */
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
} as const;

/**
 * The largest file of each media type that the service was seen to accept, in MiB (wire detail N8). The contract names no limit,
 * and the service can change its own.
 */
const usualMiBMax: Record<MediaType, number> = { gif: 64, image: 64, video: 3072 };

/** Says that a file is unusually large, which is a reason to warn but not to refuse it. Undefined for all other files. */
export function sizeProblem(mediaType: MediaType, sizeBytes: number): string | undefined {
	const size = Math.ceil(sizeBytes / 1024 / 1024);
	const max = usualMiBMax[mediaType];
	if (size <= max) return undefined;
	return `is ${size} MiB large, but the service usually accepts up to ${max} MiB for this media type`;
}

/** The parts of a post's content, as people name them. */
export const contentParts = [
	'caption',
	'title',
	'first comment',
	'link',
	'media',
	'channels',
	'texts of single channels',
	'boards',
	'channel options',
] as const;

/** A part of a post's content. */
export type ContentPart = (typeof contentParts)[number];

/** How many files that are wanted for a post aren't uploaded yet. */
export const filesIn = (media?: { files: readonly unknown[]; urls: readonly string[] }): number =>
	media ? media.files.length + media.urls.length : 0;

/** Stands for the asset of a file that isn't uploaded yet. */
export const newFile = '00000000-0000-4000-8000-000000000000';
