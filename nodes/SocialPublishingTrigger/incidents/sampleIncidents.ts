import type { PublishingClient } from '../../../client/publishing';
import type { Channel, Post } from '../../../client/publishing/schemas';
import type { PostStatus } from '../../../client/publishing/values';
import { toTimestamp } from '../../shared/dates';
import { matchesPost, type EventFilter, type EventName } from '../events';
import { createServiceClock } from '../serviceClock';
import type { TriggerSettings } from '../settings';
import type { Deadline, DeadlineLimits } from './deadlines';
import type { ChannelIncident, DeadlineIncident, Incident } from './findIncidents';
import { readPostsAtRisk, statusesAtRisk } from './postsAtRisk';

/** How a channel looks when an event happens to it. */
const connectionSamples: Partial<Record<EventName, Pick<Channel, 'status' | 'needsReconnect'>>> = {
	channelNeedsReconnecting: { status: 'disconnected', needsReconnect: true },
	channelReconnected: { status: 'connected', needsReconnect: false },
	channelTokenExpiring: { status: 'token_expiring', needsReconnect: false },
};

/** A post for which a time has come. */
interface DeadlineSample {
	status: PostStatus;
	timeName: Deadline['timeName'];
	/** The time that the event is about, in milliseconds from now. */
	fromNowMs(limits: DeadlineLimits): number;
}

const minuteMs = 60_000;

const deadlineSamples: Partial<Record<EventName, DeadlineSample>> = {
	postDueSoon: { status: 'scheduled', timeName: 'dueAt', fromNowMs: ({ leadMs }) => leadMs - minuteMs },
	postOverdue: { status: 'scheduled', timeName: 'dueAt', fromNowMs: ({ graceMs }) => -graceMs - minuteMs },
	reviewOverdue: {
		status: 'pending_approval',
		timeName: 'since',
		fromNowMs: ({ reviewLimitMs }) => -reviewLimitMs - minuteMs,
	},
};

type Settings = Pick<TriggerSettings, 'events' | 'channelIds' | 'limits'>;

const searchedPosts = 100;

/**
 * Returns a channel that has posts at risk, so that the sample shows them. One that the event has happened to comes first. Without
 * such a channel, returns one that the event has happened to, or else the first one.
 */
async function findChannel(
	{ posts }: PublishingClient,
	channels: readonly Channel[],
	wanted: Channel['status'],
): Promise<Channel | undefined> {
	const inState = channels.filter(({ status }) => status === wanted);
	const atRisk = await posts.list({ status: statusesAtRisk }, searchedPosts);
	const targeted = new Set(atRisk.flatMap((post) => post.channels.map(({ accountId }) => accountId)));
	return [...inState, ...channels].find(({ id }) => targeted.has(id)) ?? inState[0] ?? channels[0];
}

/** Returns a channel of the user as it looks when the event happens to it. */
async function sampleOfChannel(
	client: PublishingClient,
	channels: readonly Channel[],
	event: EventName,
	now: number,
): Promise<ChannelIncident[]> {
	const state = connectionSamples[event];
	const fitting = state && (await findChannel(client, channels, state.status));
	if (!state || !fitting) return [];
	const incident = {
		kind: 'channel',
		event,
		channel: { ...fitting, ...state },
		since: toTimestamp(now),
	} as const;
	return state.status === 'connected'
		? [{ ...incident, troubleSince: toTimestamp(now - 60 * minuteMs) }]
		: [{ ...incident, atRisk: await readPostsAtRisk(client.posts, fitting.id) }];
}

/** Returns a post with a status and a time, and not published on any channel. While a post is in review, its channels are drafts (N18). */
function withStatus(post: Post, status: PostStatus, time: string): Post {
	const isInReview = status === 'pending_approval';
	const state = {
		status: isInReview ? 'draft' : status,
		scheduledAt: isInReview ? null : time,
		publishedAt: null,
	};
	const channels = post.channels.map((channel) => ({ ...channel, ...state, url: null, error: null }));
	return { ...post, ...state, status, channels };
}

/** Returns a post of the user as it looks when the event happens to it. */
async function sampleOfPost(
	{ posts }: PublishingClient,
	filter: EventFilter,
	event: EventName,
	{ limits, now }: { limits: DeadlineLimits; now: number },
): Promise<DeadlineIncident[]> {
	const sample = deadlineSamples[event];
	if (!sample) return [];
	const { status, timeName } = sample;
	const find = (listed: Post[]) => listed.find((one) => matchesPost(filter, one));
	const post =
		find(await posts.list({ status: [status] }, searchedPosts)) ?? find(await posts.list({}, searchedPosts));
	if (!post) return [];
	const time = toTimestamp(now + sample.fromNowMs(limits));
	return [{ kind: 'post', event, post: withStatus(post, status, time), times: { [timeName]: time } }];
}

/** Returns an incident of each chosen event, made from the user's own channels and posts. Leaves out events that have neither. */
export async function sampleIncidents(
	client: PublishingClient,
	{ events, channelIds, limits }: Settings,
	credentialId: string | undefined,
): Promise<Incident[]> {
	const chosenOf = (samples: object): EventName[] => events.filter((event) => Object.hasOwn(samples, event));
	const [ofChannels, ofPosts] = [chosenOf(connectionSamples), chosenOf(deadlineSamples)];
	if (ofChannels.length + ofPosts.length === 0) return [];
	const now = await createServiceClock(client.posts).now();
	const channels = ofChannels.length > 0 ? await client.accounts.list() : [];
	const fitting = channels.filter(
		({ id }) => channelIds.length === 0 || channelIds.includes(id.toLowerCase()),
	);
	const filter: EventFilter = { events, channelIds, statuses: [], credentialId };
	const incidents: Incident[] = [];
	for (const event of ofChannels) incidents.push(...(await sampleOfChannel(client, fitting, event, now)));
	for (const event of ofPosts)
		incidents.push(...(await sampleOfPost(client, filter, event, { limits, now })));
	return incidents;
}
