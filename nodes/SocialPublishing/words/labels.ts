import type { INodePropertyOptions } from 'n8n-workflow';
import { ownValue } from '../../../client/http/json.js';
import type { PostStatus } from '../../../client/publishing/posts/status.js';
import type { Platform } from '../../../client/publishing/values.js';
import { sortedBy, titleOf } from '../../shared/fields.js';
import { plainName } from '../../shared/names.js';

/** Names of the networks as people write them. */
export const platformNames: Record<Platform, string> = {
	bluesky: 'Bluesky',
	devto: 'dev.to',
	facebook: 'Facebook',
	google_business: 'Google Business',
	instagram: 'Instagram',
	linkedin: 'LinkedIn',
	mastodon: 'Mastodon',
	pinterest: 'Pinterest',
	threads: 'Threads',
	tiktok: 'TikTok',
	youtube: 'YouTube',
};

/** Names of the statuses of a post on the screen. */
export const statusNames: Record<PostStatus, string> = {
	approved: 'Approved',
	changes_requested: 'Changes Requested',
	draft: 'Draft',
	failed: 'Failed',
	on_hold: 'On Hold',
	partially_published: 'Partially Published',
	pending_approval: 'Waiting for Approval',
	published: 'Published',
	publishing: 'Publishing',
	queued: 'Queued',
	rejected: 'Rejected',
	scheduled: 'Scheduled',
};

/** Creates a menu from a table of names, sorted by name. */
export const toOptions = (names: Record<string, string>): INodePropertyOptions[] =>
	sortedBy(
		Object.entries(names).map(([value, name]) => ({ name, value })),
		({ name }) => name,
	);

/** Returns the name of a value, or the value itself if it's newer than this package. */
export const nameOf = (names: Record<string, string>, value: string): string =>
	ownValue(names, value) ?? value;

/** How a sentence names a channel: `TikTok (acme)`. */
export const channelPhrase = (platform: string, handle: string | null | undefined, id: string): string =>
	`${nameOf(platformNames, platform)} (${plainName(handle ?? id)})`;

/** The label of a channel: its network and its handle, or its ID if the service doesn't return a handle. */
export const channelLabel = (platform: string, handle: string | null | undefined, id: string): string =>
	`${nameOf(platformNames, platform)}: ${plainName(handle ?? id)}`;

/** Labels of request fields on the screen. For a path, the last part with a label counts. */
const fieldLabels: Record<string, string> = {
	accountId: 'Channel Name or ID',
	accounts: 'Channel Names or IDs',
	aiGenerated: 'AI Generated',
	altText: 'Alt Text',
	allowComment: 'Allow Comments',
	allowDuet: 'Allow Duets',
	allowStitch: 'Allow Stitches',
	assetId: 'Thumbnail ID',
	at: 'Publish At',
	autoAddMusic: 'Auto Add Music',
	baseUrl: 'Base URL',
	boardId: 'Board',
	brandContent: 'Paid Partnership',
	brandOrganic: 'Your Brand',
	canonicalUrl: 'Canonical URL',
	caption: 'Caption',
	categoryId: 'Category',
	channelId: 'Channel',
	channelOptions: 'Network Options',
	coverMs: 'Cover Time (Ms)',
	delivery: 'Delivery',
	disclose: 'Commercial Content',
	firstComment: 'First Comment',
	idempotencyKey: 'Own Key',
	limit: 'Limit',
	linkUrl: 'Link',
	madeForKids: 'Made for Kids',
	mediaAssetIds: 'Media',
	perAccount: 'Channel Overrides',
	postId: 'Post',
	privacyLevel: 'Privacy Level',
	privacyStatus: 'Privacy',
	proposedPublishAt: 'Proposed Publish Time',
	publishAs: 'Publish As',
	queueIds: 'Queues',
	status: 'Status',
	tags: 'Tags',
	thumbnail: 'Thumbnail',
	thumbnailAssetId: 'Thumbnail ID',
	thumbnailCoverFrame: 'Cover as Thumbnail',
	timezone: 'Time Zone Name or ID',
	title: 'Title',
	updatedSince: 'Updated Since',
};

/** Whether a name is that of a request field with a label. */
export const hasLabel = (name: string): boolean => Object.hasOwn(fieldLabels, name);

/** Returns the label of a request field, or its name if it has no label. */
export const fieldLabel = (name: string): string => ownValue(fieldLabels, name) ?? name;

/** Returns the label of a network's option. For unknown options, derives it from the name: `newSwitch` becomes 'New Switch'. */
export const optionLabel = (name: string): string => ownValue(fieldLabels, name) ?? titleOf(name);

/** Names of the values of the networks' options on the screen, by the option's name. */
export const optionValueNames = {
	privacyLevel: {
		FOLLOWER_OF_CREATOR: 'Followers',
		MUTUAL_FOLLOW_FRIENDS: 'Friends',
		PUBLIC_TO_EVERYONE: 'Everyone',
		SELF_ONLY: 'Only Me',
	},
	privacyStatus: { private: 'Private', public: 'Public', unlisted: 'Unlisted' },
	publishAs: { reel: 'Reel', video: 'Video' },
} as const satisfies Record<string, Record<string, string>>;

/** Returns the label of a value of a network's option. Unknown values stay as the service writes them. */
export const optionValueLabel = (option: string, value: string): string =>
	nameOf(ownValue<Record<string, string>>(optionValueNames, option) ?? {}, value);

/** Labels of lists of which a user enters the entries in another field than the list as a whole. */
const entryLabels: Record<string, string> = { mediaAssetIds: 'Asset IDs' };

/**
 * Names a request field as on the screen, with its entry in a list and the channel of an override.
 * @param channelLabels the labels of channels by their IDs, as far as they are known
 * @param overridesIn the label of the field that has the overrides. Undefined if they are in the form
 */
export function fieldName(
	path: string,
	channelLabels?: ReadonlyMap<string, string>,
	overridesIn?: string,
): string {
	const parts = path.split('.');
	const [root = '', channelId] = parts;
	const last = Number(parts.at(-1));
	const known = parts.findLast((part) => Object.hasOwn(fieldLabels, part)) ?? '';
	const isEntry = Number.isInteger(last);
	const label = (isEntry ? ownValue(entryLabels, known) : undefined) ?? ownValue(fieldLabels, known) ?? path;
	const isOverride = root === 'perAccount';
	// In the form, options of networks have a field of their own.
	const place = overridesIn ?? fieldLabels[parts.includes('options') ? 'channelOptions' : 'perAccount'];
	// A board is set in a field of its own, or in an override.
	const inOverrides = known === root ? place : `${place} > ${label}`;
	const shown = isOverride && known !== 'boardId' ? inOverrides : label;
	const entry = isEntry ? ` (entry ${last + 1})` : '';
	if (!isOverride || channelId === undefined) return `'${shown}'${entry}`;
	const channel = channelLabels?.get(channelId);
	return `'${shown}'${entry}${channel ? ` for ${channel}` : ` of channel '${channelId}'`}`;
}
