import { firstLine, inSentence, listed } from '../../client/http/text.js';
import { hasFallen, lastStateOf } from '../../client/publishing/posts/channelStates.js';
import type { Channel, Post, PostChannel } from '../../client/publishing/schemas.js';
import { momentIn } from '../shared/dates.js';
import { sentences } from '../shared/errorTexts.js';
import { channelPhrase, nameOf, statusNames } from '../SocialPublishing/words/labels.js';
import type { PostEvent } from './events.js';
import type { SeenPost } from './seenPosts.js';
import type { ChannelIncident, DeadlineIncident } from './incidents/findIncidents.js';

/** What a sentence about an event needs to know. */
interface Told {
	post: Post;
	/** The post as it was last seen. */
	before?: SeenPost;
	/** The channel of an event that is about one channel. */
	channel?: PostChannel;
	/** The workflow's time zone. */
	zone: string;
}

const channelLabel = ({ platform, handle, accountId }: PostChannel): string =>
	channelPhrase(platform, handle, accountId);

const labelsOf = (channels: readonly PostChannel[]): string => listed(channels.map(channelLabel));

/** How a sentence names a post. */
function titleOf({ caption, title }: Post): string {
	const line = firstLine(caption === '' ? (title ?? '') : caption);
	return line === '' ? 'A post without a caption' : `“${line}”`;
}

/** The channels on which a post has failed, or the others. */
const channelsOf = (post: Post, hasFailed: boolean): PostChannel[] =>
	post.channels.filter((channel) => (lastStateOf(post, channel) === 'failed') === hasFailed);

/** Why a channel has failed, such as `TikTok (acme): Video too long.` */
const reasonOf = (channel: PostChannel): string =>
	sentences([channelLabel(channel), firstLine(channel.error ?? '')].filter(Boolean).join(': '));

/** Why channels have failed, one sentence each. */
const reasonsOf = (channels: readonly PostChannel[]): string =>
	channels
		.filter(({ error }) => error)
		.map((channel) => ` ${reasonOf(channel)}`)
		.join('');

/** Whether a network took a post back after it was published on a channel. */
const fellOn = ({ post, before }: Told, channel: PostChannel): boolean =>
	hasFallen(post, channel) ||
	(before?.channels.get(channel.accountId)?.status === 'published' &&
		lastStateOf(post, channel) === 'failed');

/** Ends a sentence about channels that took a post back, with their reasons. @param takers the channels, in a sentence */
function tookItBack(takers: string, channels: readonly PostChannel[]): string {
	const [reason = '', ...others] = new Set(channels.map(({ error }) => firstLine(error ?? '')));
	return others.length > 0
		? `${takers} took it back.${reasonsOf(channels)}`
		: sentences([`${takers} took it back`, reason].filter(Boolean).join(': '));
}

/** Ends a sentence about a post that networks took back. Undefined if none did. */
function fall(told: Told): string | undefined {
	const { post } = told;
	const takers = post.channels.filter((channel) => fellOn(told, channel));
	if (takers.length === 0) return undefined;
	const failed = channelsOf(post, true).filter((channel) => !takers.includes(channel));
	const published = post.channels.filter((channel) => !failed.includes(channel));
	const all = ['the network', 'both'][published.length - 1] ?? 'all';
	const who = takers.length === published.length ? all : inSentence(takers.map(channelLabel));
	const rest = failed.length > 0 ? ` It wasn't published on ${labelsOf(failed)}.${reasonsOf(failed)}` : '';
	return `was published on ${inSentence(published.map(channelLabel))}, but ${tookItBack(who, takers)}${rest}`;
}

const time = (zone: string, at: string | null | undefined): string =>
	at ? ` for ${momentIn(zone, at)}` : '';

/** Ends a sentence about a post, by the event. What isn't here says the post's status. */
const ends: Readonly<Record<string, (told: Told) => string>> = {
	approved: () => 'was approved.',
	changesRequested: () => 'needs changes.',
	dealtWith: ({ post }) =>
		`was dealt with.${post.status === 'partially_published' ? ` It had failed on ${labelsOf(channelsOf(post, true))}.` : ''}`,
	channelFailed: (told) => {
		const { channel } = told;
		return channel && fellOn(told, channel)
			? `was published on ${channelLabel(channel)}, but ${tookItBack('the network', [channel])}`
			: `wasn't published on ${channel ? reasonOf(channel) : 'a channel.'}`;
	},
	channelPublished: ({ channel }) => `was published on ${labelsOf(channel ? [channel] : [])}.`,
	channelWarning: ({ channel }) => {
		const { message, code } = channel?.warnings.at(-1) ?? {};
		return `has a warning. ${sentences(`${labelsOf(channel ? [channel] : [])}: ${firstLine(message ?? code ?? '')}`)}`;
	},
	failed: (told) => fall(told) ?? `wasn't published on any channel.${reasonsOf(channelsOf(told.post, true))}`,
	onHold: () => 'was put on hold.',
	partiallyPublished: (told) => {
		const { post } = told;
		const end = fall(told);
		if (end !== undefined) return end;
		const failed = channelsOf(post, true);
		const begin = `was published on ${labelsOf(channelsOf(post, false))}, but not on`;
		const [first, ...others] = failed.map(reasonOf);
		return first !== undefined && others.length === 0
			? `${begin} ${first}`
			: `${begin} ${labelsOf(failed)}.${reasonsOf(failed)}`;
	},
	postCreated: ({ post }) => `was created. Its status is ${nameOf(statusNames, post.status)}.`,
	published: ({ post }) => `was published on ${labelsOf(post.channels)}.`,
	queued: ({ post }) => `was added to the queue of ${labelsOf(post.channels)}.`,
	rejected: () => 'was rejected.',
	scheduled: ({ post, zone }) =>
		`was scheduled on ${labelsOf(post.channels)}${time(zone, post.scheduledAt)}.`,
	sentToReview: () => 'was sent to review.',
};

/** Says in a sentence what happened to a post. @param zone the workflow's time zone */
export const postMessage = (
	{ event, ...told }: Pick<PostEvent, 'before' | 'channel' | 'event' | 'post'>,
	zone: string,
): string => {
	const end =
		ends[event]?.({ ...told, zone }) ?? `changed. Its status is ${nameOf(statusNames, told.post.status)}.`;
	return `${titleOf(told.post)} ${end}`;
};

const deadlineEnds: Readonly<Record<string, (at: string, status: string) => string>> = {
	postDueSoon: (at) => `is due on ${at}.`,
	postOverdue: (at, status) => `was due on ${at}, and is still ${status}.`,
	reviewOverdue: (at) => `has been waiting for approval since ${at}.`,
};

/** Says in a sentence which time has come for a post. */
export function deadlineMessage({ event, post, times }: DeadlineIncident, zone: string): string {
	const at = momentIn(zone, times.dueAt ?? times.since);
	return `${titleOf(post)} ${deadlineEnds[event]?.(at, nameOf(statusNames, post.status)) ?? at}`;
}

const connectionEnds: Readonly<Record<string, string>> = {
	channelNeedsReconnecting: 'must be reconnected.',
	channelReconnected: 'is connected again.',
	channelTokenExpiring: 'must be reconnected soon, because its token expires.',
};

/** Says in a sentence what happened to the connection of a channel. */
export function connectionMessage({ event, channel, atRisk }: ChannelIncident): string {
	const { platform, handle, id }: Channel = channel;
	const posts = atRisk?.total === 1 ? '1 post is' : `${atRisk?.total} posts are`;
	const risk = atRisk === undefined || atRisk.total === 0 ? '' : ` ${posts} at risk.`;
	return `${channelPhrase(platform, handle, id)} ${connectionEnds[event]}${risk}`;
}
