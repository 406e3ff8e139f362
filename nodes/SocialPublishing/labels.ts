import type { INodePropertyOptions } from 'n8n-workflow';
import { ownValue } from '../../client/http/json';
import type { PostCheckError } from '../../client/publishing/errors';
import type { Platform, PostStatus } from '../../client/publishing/values';
import type { Finding } from '../../client/publishing/validation/types';
import { sortedBy, titleOf } from '../shared/fields';

/** How people write the networks. */
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

/** How the statuses of a post read on the screen. */
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

/** Makes a menu of a table of names, sorted by name. */
export const toOptions = (names: Record<string, string>): INodePropertyOptions[] =>
	sortedBy(
		Object.entries(names).map(([value, name]) => ({ name, value })),
		({ name }) => name,
	);

/** The name of a value that may be newer than this package. */
export const nameOf = (names: Record<string, string>, value: string): string =>
	ownValue(names, value) ?? value;

/** A channel as people know it: its network and its handle, or its id where the service names none. */
export const channelLabel = (platform: string, handle: string | null | undefined, id: string): string =>
	`${nameOf(platformNames, platform)}: ${handle ?? id}`;

/** Fields of requests as the user sees them; a path in a request is read from its end. */
const fieldLabels: Record<string, string> = {
	accountId: 'Channel Name or ID',
	accounts: 'Channel Names or IDs',
	aiGenerated: 'AI Generated',
	allowComment: 'Allow Comments',
	allowDuet: 'Allow Duets',
	allowStitch: 'Allow Stitches',
	assetId: 'Thumbnail Asset ID',
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
	channelOptions: 'Channel Options',
	coverMs: 'Cover Position (Ms)',
	delivery: 'Delivery',
	disclose: 'Disclose Commercial Content',
	firstComment: 'First Comment',
	idempotencyKey: 'Idempotency Key',
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
	thumbnailAssetId: 'Thumbnail Asset ID',
	thumbnailCoverFrame: 'Thumbnail From Cover Frame',
	timezone: 'Time Zone Name or ID',
	title: 'Title',
	updatedSince: 'Updated Since',
};

/** A field of a request as people see it. */
export const fieldLabel = (name: string): string => ownValue(fieldLabels, name) ?? name;

/** The label of a network's option. Options that this package doesn't know get one made of their name: `newSwitch` reads 'New Switch'. */
export const optionLabel = (name: string): string => ownValue(fieldLabels, name) ?? titleOf(name);

/** How the values of the networks' options read on the screen, by the option's name. */
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

/** The label of a value of a network's option. Values that this package doesn't know read as the service writes them. */
export const optionValueLabel = (option: string, value: string): string =>
	nameOf(ownValue<Record<string, string>>(optionValueNames, option) ?? {}, value);

/** Names a field of a request as the screen does, with the entry of a list and the channel of an override. */
export function fieldName(path: string): string {
	const parts = path.split('.');
	const [root = '', channelId] = parts;
	const last = Number(parts.at(-1));
	const known = parts.findLast((part) => Object.hasOwn(fieldLabels, part)) ?? '';
	const label = ownValue(fieldLabels, known) ?? path;
	const isOverride = root === 'perAccount';
	const shown = isOverride && known !== root ? `${fieldLabels[root]} > ${label}` : label;
	const entry = Number.isInteger(last) ? ` (entry ${last + 1})` : '';
	const channel = isOverride && channelId !== undefined ? ` of channel '${channelId}'` : '';
	return `'${shown}'${entry}${channel}`;
}

/** One finding as a sentence: the field as the screen names it, the channel, and what is wrong. */
export function describeFinding({ channelId, platform, handle, field, problem }: Finding): string {
	if (channelId === undefined || platform === undefined) return `${fieldName(field)} ${problem}`;
	const channel = `${nameOf(platformNames, platform)} (${handle ?? channelId})`;
	// The finding is about the channel itself.
	if (field === 'accounts') return `${channel} ${problem}`;
	return `${fieldName(field).replace(` of channel '${channelId}'`, '')} for ${channel} ${problem}`;
}

/** What has to be fixed before a post can be published, each as a sentence. */
export const problemsIn = ({ findings }: Pick<PostCheckError, 'findings'>): string[] =>
	findings.filter(({ severity }) => severity === 'error').map(describeFinding);
