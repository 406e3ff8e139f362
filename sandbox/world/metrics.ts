import { toIso } from '../http/clock';
import type { Variants } from '../variants';
import type { Platform } from '../types';
import type { Channel, PostRecord } from './records';
import type { World } from './world';

const hourMs = 3_600_000;
/** How many snapshots an answer has at most. Those of channels are taken hourly (N49). */
const snapshotCounts: Readonly<Record<Variants['metricsHistory'], number>> = { hours: 3, weeks: 14 * 24 };

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

/** A number from 0 to 1 that depends only on the text. */
const fractionFor = (text: string): number => {
	let sum = 7;
	for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
	return sum / 9972;
};

const between = (from: number, to: number, text: string): number => from + fractionFor(text) * (to - from);

const growsFrom = Date.UTC(2025, 0, 1);

/** How many followers a channel has. The number grows evenly, by 0.5 to 2 percent of the first followers a week. */
const followersAt = (channelId: string, moment: number): number => {
	const first = between(800, 9000, channelId);
	const weeks = (moment - growsFrom) / (7 * 24 * hourMs);
	return Math.round(first * (1 + between(0.005, 0.02, `${channelId} growth`) * weeks));
};

/**
 * Everything that was counted of an audience. Each number follows from how often posts were seen, so that none is larger than
 * what it is a part of.
 */
const countsOf = (impressions: number, subject: string): Record<string, number> => {
	const share = (name: string, from: number, to: number): number =>
		Math.round(impressions * between(from, to, `${subject} ${name}`));
	const likes = share('likes', 0.02, 0.06);
	return {
		impressions,
		reach: share('reach', 0.6, 0.85),
		likes,
		comments: Math.round(likes * between(0.04, 0.12, `${subject} comments`)),
		shares: Math.round(likes * between(0.05, 0.15, `${subject} shares`)),
		saves: Math.round(likes * between(0.1, 0.3, `${subject} saves`)),
		link_clicks: share('link_clicks', 0.004, 0.02),
		watch_time: share('watch_time', 8, 25),
	};
};

const interactions = ['likes', 'comments', 'shares', 'saves', 'link_clicks'];

/** Adds the fractions, and selects what the network reports. */
const reportedBy = (
	platform: Platform,
	counts: Record<string, number>,
	subject: string,
	isWanted: (name: string) => boolean,
): Record<string, number> => {
	const names = reported[platform];
	const engaged = interactions
		.filter((name) => names.includes(name))
		.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
	const all: Record<string, number> = {
		...counts,
		engagement_rate: Number((engaged / Math.max(1, counts['impressions'] ?? 0)).toFixed(4)),
		avg_view_pct: Number(between(0.25, 0.6, `${subject} avg_view_pct`).toFixed(4)),
	};
	return Object.fromEntries(names.filter(isWanted).map((name) => [name, all[name] ?? 0]));
};

const windowDays = 30;

/** The metrics of a channel: its followers, and what was counted in the last 30 days. */
const channelMetrics = ({ id, platform }: Channel, moment: number): Record<string, number> => {
	const followers = followersAt(id, moment);
	const gained = followers - followersAt(id, moment - windowDays * 24 * hourMs);
	const counts = countsOf(Math.round(followers * between(2, 5, `${id} views`)), id);
	const own = { followers, followers_delta_30d: gained, follows: Math.round(gained * 1.2) };
	return reportedBy(platform, { ...counts, ...own }, id, () => true);
};

/** The metrics of a post. Most people see it on its first days. */
const postMetrics = (
	postId: string,
	{ channelId, platform }: { channelId: string; platform: Platform },
	publishedAt: number,
	moment: number,
): Record<string, number> => {
	const subject = `${postId} ${channelId}`;
	const seen = 1 - Math.exp(-(moment - publishedAt) / (36 * hourMs));
	const impressions = Math.round(followersAt(channelId, publishedAt) * between(0.2, 0.9, subject) * seen);
	return reportedBy(platform, countsOf(impressions, subject), subject, (name) => !ofChannelsOnly.has(name));
};

const lastHours = (now: number, count: number): number[] =>
	Array.from({ length: count }, (_, index) => (Math.floor(now / hourMs) - index) * hourMs);

/** Hourly snapshots of a channel, newest first. */
export const channelSnapshots = (channel: Channel, world: World) =>
	lastHours(world.time(), snapshotCounts[world.variants.metricsHistory]).map((moment) => ({
		capturedAt: toIso(moment),
		windowDays,
		metrics: channelMetrics(channel, moment),
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

const lastOfPost = (publishedAt: number | null, now: number, count: number): number[] =>
	publishedAt === null
		? []
		: snapshotAges
				.map((hours) => publishedAt + hours * hourMs)
				.filter((moment) => moment <= now)
				.slice(-count)
				.reverse();

/** Snapshots of a post for each channel, from its publishing on (N21). A channel on which it wasn't published has none. */
export const postSnapshots = (post: PostRecord, world: World) =>
	post.progress.map(({ channelId, publishedAt }) => {
		const { platform } = world.channel(channelId);
		const count = snapshotCounts[world.variants.metricsHistory];
		return {
			accountId: channelId,
			platform,
			snapshots: lastOfPost(publishedAt, world.time(), count).map((moment) => ({
				capturedAt: toIso(moment),
				metrics: postMetrics(post.id, { channelId, platform }, publishedAt ?? moment, moment),
			})),
		};
	});
