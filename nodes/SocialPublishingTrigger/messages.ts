import { firstLine } from '../../client/http/text.js';
import { sentences } from '../shared/errorTexts.js';
import { momentIn } from '../shared/dates.js';
import { lastStateOf } from '../../client/publishing/posts/channelStates.js';
import type { Channel, PostChannel } from '../../client/publishing/schemas.js';
import {
	becameEnd,
	failedChannels,
	labelsOf,
	titleOf,
	type Told,
} from '../SocialPublishing/output/sentences.js';
import { channelPhrase, nameOf, statusNames } from '../SocialPublishing/words/labels.js';
import { statusOfEvent, type EventAbout, type EventWithoutStatus, type PostEvent } from './events.js';
import type { ChannelIncident, DeadlineIncident } from './incidents/findIncidents.js';

/** What a sentence about an event needs to know. */
interface ToldEvent extends Told {
	/** The channel of an event that is about one channel. */
	channel?: PostChannel;
}

/** Ends a sentence about a post, by the event. That of an event with a status says how the post became so. */
const ends: Readonly<Record<EventWithoutStatus, (told: ToldEvent) => string>> = {
	anyChange: ({ post }) => `changed. Its status is ${nameOf(statusNames, post.status)}.`,
	dealtWith: ({ post }) =>
		`was dealt with.${post.status === 'partially_published' ? ` It had failed on ${labelsOf(failedChannels(post))}.` : ''}`,
	channelFailed: ({ channel, ...told }) =>
		becameEnd('failed', { ...told, channels: channel ? [channel] : [] }),
	channelPublished: ({ channel }) => `was published on ${labelsOf(channel ? [channel] : [])}.`,
	channelWarning: ({ channel }) => {
		const { message, code } = channel?.warnings.at(-1) ?? {};
		return `has a warning. ${sentences(`${labelsOf(channel ? [channel] : [])}: ${firstLine(message ?? code ?? '')}`)}`;
	},
	postCreated: ({ post }) => `was created. Its status is ${nameOf(statusNames, post.status)}.`,
};

/** Says in a sentence what happened to a post. @param zone the workflow's time zone */
export const postMessage = (
	{ event, post, before, channel }: Pick<PostEvent, 'before' | 'channel' | 'event' | 'post'>,
	zone: string,
): string => {
	const told = {
		post,
		channels: channel ? [channel] : post.channels,
		zone,
		wasPublished: (id: string) => before?.channels.get(id)?.status === 'published',
	};
	const status = statusOfEvent(event);
	const own = channel && lastStateOf(post, channel);
	// The item of one channel says what became of the post there.
	const became = own === 'published' || own === 'failed' ? own : status;
	const end =
		status === undefined || became === undefined
			? ends[event as EventWithoutStatus]({ ...told, channel })
			: becameEnd(became, told);
	return `${titleOf(post)} ${end}`;
};

const deadlineEnds: Readonly<Record<EventAbout<'deadline'>, (at: string, status: string) => string>> = {
	postDueSoon: (at) => `is due on ${at}.`,
	postOverdue: (at, status) => `was due on ${at}, and still has the status ${status}.`,
	reviewOverdue: (at) => `has been waiting for approval since ${at}.`,
};

/** Says in a sentence which time has come for a post. */
export function deadlineMessage({ event, post, times }: DeadlineIncident, zone: string): string {
	const at = momentIn(zone, times.dueAt ?? times.since);
	return `${titleOf(post)} ${deadlineEnds[event](at, nameOf(statusNames, post.status))}`;
}

const connectionEnds: Readonly<Record<EventAbout<'connection'>, string>> = {
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
