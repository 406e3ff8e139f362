import { ownValue } from '../shared/parameters';

/** Fields of requests as the user sees them; a path in a request is read from its end. */
const fieldLabels: Record<string, string> = {
	accountId: 'Channel Name or ID',
	accounts: 'Channel Names or IDs',
	aiGenerated: 'AI Generated',
	allowComment: 'Allow Comments',
	allowDuet: 'Allow Duets',
	allowStitch: 'Allow Stitches',
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
	coverMs: 'Cover Position (Ms)',
	delivery: 'Delivery',
	disclose: 'Disclose Commercial Content',
	firstComment: 'First Comment',
	idempotencyKey: 'Idempotency Key',
	limit: 'Limit',
	linkUrl: 'Link',
	madeForKids: 'Made for Kids',
	mediaAssetIds: 'Media Asset IDs',
	perAccount: 'Channel Overrides',
	postId: 'Post',
	privacyLevel: 'Privacy Level',
	privacyStatus: 'Privacy',
	proposedPublishAt: 'Proposed Publish Time',
	publishAs: 'Publish As',
	queueIds: 'Queues',
	status: 'Status',
	tags: 'Tags',
	thumbnail: 'Thumbnail Asset ID',
	timezone: 'Time Zone Name or ID',
	title: 'Title',
	updatedSince: 'Updated Since',
};

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
