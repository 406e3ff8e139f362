import type { Platform } from './types';

const fixedId = (room: string, number: number): string =>
	`${room}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const channel = (number: number, platform: Platform, handle: string) => ({
	id: fixedId('c', number),
	platform,
	handle,
});

const channels = {
	facebook: channel(1, 'facebook', 'Acme Studio'),
	instagram: channel(2, 'instagram', 'acme.studio'),
	threads: channel(3, 'threads', 'acme.studio'),
	linkedin: channel(4, 'linkedin', 'Acme Studio'),
	tiktok: channel(5, 'tiktok', 'acmestudio'),
	youtube: channel(6, 'youtube', 'Acme Studio TV'),
	pinterest: channel(7, 'pinterest', 'acmestudio'),
	pinterestSecond: channel(8, 'pinterest', 'acme_workshop'),
	bluesky: channel(9, 'bluesky', 'acme.example'),
	mastodon: channel(10, 'mastodon', '@acme@social.example'),
	googleBusiness: channel(11, 'google_business', 'Acme Studio, Main Street'),
	devto: channel(12, 'devto', 'acmestudio'),
	linkedinBroken: channel(13, 'linkedin', 'Acme Careers'),
	approvalFacebook: channel(21, 'facebook', 'Careful & Co'),
	approvalLinkedin: channel(22, 'linkedin', 'Careful & Co'),
};

/** Names of the channels in `seed.channels`. */
export type ChannelName = keyof typeof channels;

/** Names of the keys in `seed.keys`. */
export type KeyName = keyof typeof keys;

const keys = {
	/** Every permission and every channel of the main workspace. */
	full: 'sbx_full_5f1b9c0e7a2d4836',
	/** No `publish_directly`, so its deliveries go to review. */
	drafts: 'sbx_drafts_0c7e41d29b6a58f3',
	readOnly: 'sbx_read_only_93ad5e07c1f8b264',
	/** Every permission, but only for Facebook and Bluesky. Owned by another person than the other keys. */
	limited: 'sbx_limited_4b8f02e6d7a19c35',
	noAnalytics: 'sbx_no_analytics_e1d6a8350f7b29c4',
	/** Every permission in the workspace that requires approval. */
	approval: 'sbx_approval_7c25f9b04e1ad683',
	/** Expired in 2020. */
	expired: 'sbx_expired_a04d3b9e5c62f817',
	/** Expires one hour after the start, by the sandbox's clock. */
	expiring: 'sbx_expiring_6e93c0d5b1f7a482',
	revoked: 'sbx_revoked_d8f1724a6c0be395',
};

/** What every sandbox starts with. The IDs are fixed, so that workflows and tests can use them. */
export const seed = {
	workspaces: {
		main: { id: fixedId('a', 1), name: 'Acme Studio' },
		approval: { id: fixedId('a', 2), name: 'Careful & Co' },
	},
	channels,
	/** Named queues. The Main queues of the channels aren't listed. */
	queues: {
		facebookMornings: { id: fixedId('d', 1), name: 'Mornings', channelId: channels.facebook.id },
		facebookCampaign: { id: fixedId('d', 2), name: 'Campaign', channelId: channels.facebook.id },
		linkedinWeekly: { id: fixedId('d', 3), name: 'Weekly insights', channelId: channels.linkedin.id },
	},
	/** Boards of `channels.pinterest`. `channels.pinterestSecond` has none. */
	boards: {
		recipes: { id: '790311484600123001', name: 'Chairs', privacy: 'PUBLIC', pinCount: 48 },
		interiors: { id: '790311484600123002', name: 'Interiors', privacy: 'PUBLIC', pinCount: 312 },
		ideas: { id: '790311484600123003', name: 'Ideas', privacy: 'SECRET', pinCount: 7 },
	},
	keys,
	/** IDs of media assets. The first three are ready. The last was never completed. */
	media: {
		image: fixedId('e', 1),
		video: fixedId('e', 2),
		gif: fixedId('e', 3),
		unfinished: fixedId('e', 4),
	},
	/** Posts of the main workspace. None of them was written with one of these keys. */
	posts: {
		draft: fixedId('b', 1),
		scheduled: fixedId('b', 2),
		published: fixedId('b', 3),
		failed: fixedId('b', 4),
		partiallyPublished: fixedId('b', 5),
	},
};

/** The type of {@link seed}. */
export type Seed = typeof seed;
