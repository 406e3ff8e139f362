import type { Platform } from '../types';
import type { OptionsKey } from './records';

/** What a channel of a platform takes (contract, "capabilities"), in the shape that travels. */
export interface Capabilities {
	charLimit: number;
	title: { supported: boolean; required: boolean; maxChars: number | null };
	firstComment: boolean;
	link: boolean;
	boardRequired: boolean;
	mediaRequired: 'video' | 'visual' | null;
	optionsKey: OptionsKey | null;
}

const noTitle = { supported: false, required: false, maxChars: null };

const plain = (charLimit: number, more: Partial<Capabilities> = {}): Capabilities => ({
	charLimit,
	title: noTitle,
	firstComment: false,
	link: false,
	boardRequired: false,
	mediaRequired: null,
	optionsKey: null,
	...more,
});

/** Capabilities by platform. */
export const capabilities: Readonly<Record<Platform, Capabilities>> = {
	facebook: plain(63_206, { firstComment: true, optionsKey: 'facebook' }),
	instagram: plain(2200, { firstComment: true, mediaRequired: 'visual' }),
	threads: plain(500, { firstComment: true }),
	linkedin: plain(3000, { firstComment: true }),
	tiktok: plain(2200, { mediaRequired: 'visual', optionsKey: 'tiktok' }),
	youtube: plain(5000, {
		title: { supported: true, required: false, maxChars: 100 },
		mediaRequired: 'video',
		optionsKey: 'youtube',
	}),
	pinterest: plain(800, {
		title: { supported: true, required: false, maxChars: 100 },
		link: true,
		boardRequired: true,
		mediaRequired: 'visual',
	}),
	bluesky: plain(300, { firstComment: true }),
	mastodon: plain(500, { firstComment: true }),
	google_business: plain(1500),
	devto: plain(100_000, {
		title: { supported: true, required: true, maxChars: 128 },
		optionsKey: 'devto',
	}),
};

/** Posts a day and channel when the options name no other number: more than any test needs. */
export const generousDailyCap = 100_000;

const pages: Readonly<Record<Platform, string>> = {
	facebook: 'https://facebook.example/posts/',
	instagram: 'https://instagram.example/p/',
	threads: 'https://threads.example/post/',
	linkedin: 'https://linkedin.example/feed/update/',
	tiktok: 'https://tiktok.example/video/',
	youtube: 'https://youtube.example/watch?v=',
	pinterest: 'https://pinterest.example/pin/',
	bluesky: 'https://bluesky.example/post/',
	mastodon: 'https://mastodon.example/@acme/',
	google_business: 'https://business.example/posts/',
	devto: 'https://devto.example/acmestudio/',
};

/** Where a published post could be seen; the hosts are reserved for examples and lead nowhere. */
export const liveUrl = (platform: Platform, postId: string, channelId: string): string =>
	`${pages[platform]}${postId.slice(0, 8)}${channelId.slice(-4)}`;
