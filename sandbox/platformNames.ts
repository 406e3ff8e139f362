import type { Platform } from './types';

/** How people write the networks, for the pages. */
export const platformNames: Readonly<Record<Platform, string>> = {
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
