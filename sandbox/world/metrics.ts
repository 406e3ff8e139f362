import { toIso } from '../http/clock';
import type { Platform } from '../types';
import type { Channel, PostRecord } from './records';

const hourMs = 3_600_000;
const snapshotCount = 3;

/** The metrics that each network reports (N33). All others are absent from the answer, never 0 (P25). */
const reported: Readonly<Record<Platform, readonly string[]>> = {
	facebook: ['impressions', 'reach', 'likes', 'comments', 'shares', 'link_clicks', 'followers'],
	instagram: ['impressions', 'reach', 'likes', 'comments', 'saves', 'followers', 'followers_delta_30d'],
	threads: ['impressions', 'likes', 'comments', 'shares', 'followers'],
	linkedin: ['impressions', 'likes', 'comments', 'shares', 'link_clicks', 'engagement_rate', 'followers'],
	tiktok: ['impressions', 'likes', 'comments', 'shares', 'watch_time', 'avg_view_pct', 'followers'],
	youtube: ['impressions', 'likes', 'comments', 'watch_time', 'avg_view_pct', 'followers', 'follows'],
	pinterest: ['impressions', 'saves', 'link_clicks', 'engagement_rate', 'followers'],
	bluesky: ['likes', 'comments', 'shares', 'followers'],
	mastodon: ['likes', 'comments', 'shares', 'followers'],
	google_business: ['impressions', 'link_clicks'],
	devto: ['impressions', 'likes', 'comments'],
};

const ofChannelsOnly: ReadonlySet<string> = new Set(['followers', 'followers_delta_30d', 'follows']);
const fractions: ReadonlySet<string> = new Set(['engagement_rate', 'avg_view_pct']);

/** A number that depends only on the text. */
const numberFor = (text: string): number => {
	let sum = 7;
	for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
	return sum;
};

const metricsFor = (platform: Platform, subject: string, isWanted: (name: string) => boolean) =>
	Object.fromEntries(
		reported[platform].filter(isWanted).map((name) => {
			const number = numberFor(`${subject} ${name}`);
			return [name, fractions.has(name) ? number / 10_000 : number];
		}),
	);

const lastHours = (now: number): number[] =>
	Array.from({ length: snapshotCount }, (_, index) => (Math.floor(now / hourMs) - index) * hourMs);

/** Hourly snapshots of a channel, newest first. */
export const channelSnapshots = (channel: Channel, now: number) =>
	lastHours(now).map((moment) => ({
		capturedAt: toIso(moment),
		windowDays: 30,
		metrics: metricsFor(channel.platform, `${channel.id} ${moment}`, () => true),
	}));

const hoursTo = (from: number, to: number, step: number): number[] =>
	Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);

/** How old a post is when its snapshots are taken, in hours. They become less frequent and end after 90 days (N49). */
const snapshotAges = [
	...hoursTo(1, 24, 1),
	...hoursTo(30, 7 * 24, 6),
	...hoursTo(8 * 24, 30 * 24, 24),
	...hoursTo(37 * 24, 86 * 24, 7 * 24),
];

const lastOfPost = (publishedAt: number | null, now: number): number[] =>
	publishedAt === null
		? []
		: snapshotAges
				.map((hours) => publishedAt + hours * hourMs)
				.filter((moment) => moment <= now)
				.slice(-snapshotCount)
				.reverse();

/** Snapshots of a post for each channel, from its publishing on (N21). A channel on which it wasn't published has none. */
export const postSnapshots = (post: PostRecord, platformOf: (channelId: string) => Platform, now: number) =>
	post.progress.map(({ channelId, publishedAt }) => ({
		accountId: channelId,
		platform: platformOf(channelId),
		snapshots: lastOfPost(publishedAt, now).map((moment) => ({
			capturedAt: toIso(moment),
			metrics: metricsFor(
				platformOf(channelId),
				`${post.id} ${channelId} ${moment}`,
				(name) => !ofChannelsOnly.has(name),
			),
		})),
	}));
