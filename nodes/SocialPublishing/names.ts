import type { INodePropertyOptions } from 'n8n-workflow';
import type { Platform, PostStatus } from '../../client/publishing/values';
import { sortedBy } from '../shared/alphabet';
import { ownValue } from '../shared/parameters';

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

/** How the states of a post read on the screen. */
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
