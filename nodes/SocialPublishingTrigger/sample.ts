import { ownValue } from '../../client/http/json.js';
import { once } from '../../client/http/memo.js';
import type { PublishingClient } from '../../client/publishing/index.js';
import type { PostStatus } from '../../client/publishing/posts/status.js';
import type { Channel, Identity, Post } from '../../client/publishing/schemas.js';
import { toTimestamp } from '../shared/dates.js';
import { ParameterError } from '../shared/errors.js';
import { failedChannels } from '../SocialPublishing/output/sentences.js';
import { dayMs, expiryOf } from '../SocialPublishing/words/keyExpiry.js';
import {
	eventsAbout,
	eventsOf,
	filterEvents,
	isOn,
	matchesPost,
	statusesOf,
	statusOfEvent,
	type EventAbout,
	type EventFilter,
	type EventName,
	type PostEvent,
} from './events.js';
import { deadlines, type Deadline } from './incidents/deadlines.js';
import { incidentEventNames, type Incident } from './incidents/findIncidents.js';
import { keyEventName } from './incidents/keyExpiry.js';
import { readPostsAtRisk, statusesAtRisk } from './incidents/postsAtRisk.js';
import { createServiceClock } from './serviceClock.js';
import type { TriggerSettings } from './settings.js';

const minuteMs = 60_000;
const sampleSize = 5;
/** How many posts to search for a sample. */
const searchedPosts = 300;
/** A time before all posts, so a sample shows the events that led to it. */
const longAgo = '1970-01-01T00:00:00+00:00';

/**
 * Returns the events of the newest matching posts, as if they had just happened, and of the newest one with each event that they don't have.
 * The service leaves out posts that can't match.
 */
async function samplePosts({ posts }: PublishingClient, filter: EventFilter): Promise<PostEvent[]> {
	const events = filter.events.filter((event) => !incidentEventNames.includes(event));
	if (events.length === 0) return [];
	const ofEvents = statusesOf(events);
	const isAboutOtherStatuses = ofEvents.length < events.length;
	const status = isAboutOtherStatuses ? (filter.statuses as PostStatus[]) : ofEvents;
	const accountId = filter.channelIds.length === 1 ? filter.channelIds[0] : undefined;
	const found = (await posts.list({ status, accountId }, searchedPosts))
		.map((post) => filterEvents({ ...filter, events }, eventsOf({ post, since: longAgo })))
		.filter((ofPost) => ofPost.length > 0);
	const newest = found.slice(0, sampleSize);
	const shown = new Set(newest.flat().map(({ event }) => event));
	const others = found
		.slice(sampleSize)
		.filter((ofPost) => ofPost.some(({ event }) => shown.size < shown.add(event).size));
	return [...newest, ...others].flat();
}

/** Statuses that any post can have, so that the newest one can show them. Others need an address or a reason from a network. */
const inventedStatuses: readonly PostStatus[] = [
	'approved',
	'changes_requested',
	'on_hold',
	'pending_approval',
	'queued',
	'rejected',
	'scheduled',
];

type Invent = (
	post: Post,
	about: { filter: EventFilter; time: string },
) => Omit<PostEvent, 'before' | 'event'> | undefined;

/** How a post looks when an event happens that no status stands for. Undefined for a post to which it can't happen. */
const inventions: Partial<Record<EventName, Invent>> = {
	dealtWith: (post, { time }) =>
		failedChannels(post).length > 0 ? { post: { ...post, attentionResolvedAt: time } } : undefined,
	channelWarning: (post, { filter: { channelIds } }) => {
		const warned = post.channels.find((each) => channelIds.length === 0 || isOn(channelIds, each));
		if (warned === undefined) return undefined;
		const channel = { ...warned, warnings: [{ code: 'sample', message: 'What the network says' }] };
		const channels = post.channels.map((each) => (each === warned ? channel : each));
		return { post: { ...post, channels }, channel };
	},
};

/** Returns how to show an event that stands for a status. Undefined for one that can't be shown. */
function inventStatus(event: EventName): Invent | undefined {
	const status = statusOfEvent(event);
	return status !== undefined && inventedStatuses.includes(status)
		? (post, { time }) => ({ post: withStatus(post, status, time) })
		: undefined;
}

/** Returns the newest matching post as it looks when an event happens that no post has had yet. */
async function inventPosts(
	{ posts }: PublishingClient,
	filter: EventFilter,
	found: readonly PostEvent[],
): Promise<PostEvent[]> {
	const missing = filter.events.flatMap((event): Array<[EventName, Invent]> => {
		const invent = ownValue(inventions, event) ?? inventStatus(event);
		return found.some((one) => one.event === event) || invent === undefined ? [] : [[event, invent]];
	});
	if (missing.length === 0) return [];
	const newest = await posts.list({}, searchedPosts);
	return missing.flatMap(([event, invent]) => {
		for (const post of newest) {
			const time = toTimestamp(Date.parse(post.updatedAt) + dayMs);
			const invented = invent(post, { filter, time });
			if (invented && matchesPost(filter, invented.post)) return [{ event, ...invented }];
		}
		return [];
	});
}

/** How a channel looks when an event happens to it. */
const connectionSamples: Record<EventAbout<'connection'>, Pick<Channel, 'status' | 'needsReconnect'>> = {
	channelNeedsReconnecting: { status: 'disconnected', needsReconnect: true },
	channelReconnected: { status: 'connected', needsReconnect: false },
	channelTokenExpiring: { status: 'token_expiring', needsReconnect: false },
};

/**
 * Returns a channel as it looks when an event happens to it: one that already looks so if possible, then one with posts at risk.
 */
async function sampleOfChannel(
	{ posts }: PublishingClient,
	channels: readonly Channel[],
	{ event, now }: { event: EventAbout<'connection'>; now: number },
): Promise<Incident[]> {
	const state = connectionSamples[event];
	const looksSo = ({ status, needsReconnect }: Channel): boolean =>
		status === state.status || (needsReconnect && state.needsReconnect);
	const atRisk = await posts.list({ status: statusesAtRisk }, searchedPosts);
	const targeted = new Set(atRisk.flatMap((post) => post.channels.map(({ accountId }) => accountId)));
	const hasRisk = ({ id }: Channel): boolean => targeted.has(id);
	const real = channels.filter(looksSo);
	const [channel] = [...real.filter(hasRisk), ...real, ...channels.filter(hasRisk), ...channels];
	if (!channel) return [];
	const risk =
		event === 'channelReconnected'
			? { troubleSince: toTimestamp(now - 60 * minuteMs) }
			: { atRisk: await readPostsAtRisk(posts, channel.id) };
	return [{ kind: 'channel', event, channel: { ...channel, ...state }, since: toTimestamp(now), ...risk }];
}

/** The status of a post whose time has come. */
const statusAtDeadline: Record<EventAbout<'deadline'>, PostStatus> = {
	postDueSoon: 'scheduled',
	postOverdue: 'scheduled',
	reviewOverdue: 'pending_approval',
};

/** Returns a post with a status and a time, and not published on any channel. Before a post is scheduled, its channels are drafts (N18). */
function withStatus(post: Post, status: PostStatus, time: string): Post {
	const isScheduled = status === 'scheduled' || status === 'queued';
	const times = { scheduledAt: isScheduled ? time : null, publishedAt: null };
	const ofChannel = { ...times, status: isScheduled ? status : 'draft', url: null, error: null };
	return { ...post, ...times, status, channels: post.channels.map((each) => ({ ...each, ...ofChannel })) };
}

/** Returns a post a minute after its time has come, in whole seconds. Prefers one in the right status. */
async function sampleOfPost(
	{ posts }: PublishingClient,
	filter: EventFilter,
	{ event, delayMs, timeName }: Deadline,
	{ limits, now }: { limits: TriggerSettings['limits']; now: number },
): Promise<Incident[]> {
	const status = statusAtDeadline[event];
	const find = (listed: Post[]) => listed.find((post) => matchesPost({ ...filter, statuses: [] }, post));
	const post =
		find(await posts.list({ status: [status] }, searchedPosts)) ?? find(await posts.list({}, searchedPosts));
	if (!post) return [];
	const time = toTimestamp(Math.round((now - delayMs(limits) - minuteMs) / 1000) * 1000);
	return [{ kind: 'post', event, post: withStatus(post, status, time), times: { [timeName]: time } }];
}

/** Returns the API key when it has the first number of days left, or less if it expires sooner. */
function sampleOfKey(identity: Identity, days: readonly number[], now: number): Incident {
	const sampled = now + Math.max(...days) * dayMs;
	const end = Math.min(sampled, Date.parse(expiryOf(identity) ?? toTimestamp(sampled)));
	return { kind: 'key', event: keyEventName, identity, expiresAt: toTimestamp(end), now };
}

/** Returns an incident of each chosen event, made from the user's own channels, posts and API key. Leaves out events that have none. */
async function sampleIncidents(
	client: PublishingClient,
	{ events, channelIds, limits }: TriggerSettings,
	{ filter, readIdentity }: { filter: EventFilter; readIdentity(): Promise<Identity> },
): Promise<Incident[]> {
	if (!events.some((event) => incidentEventNames.includes(event))) return [];
	const ofChannels = eventsAbout('connection').filter((event) => events.includes(event));
	const now = await createServiceClock(client.posts, Date.now).now();
	const channels = (ofChannels.length > 0 ? await client.accounts.list() : []).filter(
		({ id }) => channelIds.length === 0 || channelIds.includes(id.toLowerCase()),
	);
	const incidents: Incident[] = [];
	for (const event of ofChannels)
		incidents.push(...(await sampleOfChannel(client, channels, { event, now })));
	for (const deadline of deadlines.filter(({ event }) => events.includes(event)))
		incidents.push(...(await sampleOfPost(client, filter, deadline, { limits, now })));
	if (events.includes(keyEventName))
		incidents.push(sampleOfKey(await readIdentity(), limits.expiryDays, now));
	return incidents;
}

/**
 * Returns events of the user's posts and channels, as if they had just happened, for testing a workflow. Invents what hasn't happened
 * yet. Doesn't change the stored state. Throws a `ParameterError` if no post and no channel matches.
 */
export async function readSample(
	client: PublishingClient,
	settings: TriggerSettings,
): Promise<{ events: PostEvent[]; invented: PostEvent[]; incidents: Incident[] }> {
	const readIdentity = once(async () => await client.me());
	const credentialId = settings.onlyThisKey ? (await readIdentity()).credential.id : undefined;
	const filter: EventFilter = { ...settings, credentialId };
	const events = await samplePosts(client, filter);
	const invented = await inventPosts(client, filter, events);
	const incidents = await sampleIncidents(client, settings, { filter, readIdentity });
	if (events.length + invented.length + incidents.length > 0) return { events, invented, incidents };
	throw new ParameterError(
		'No post matches the events and filters yet',
		"That's normal before the event happens for the first time, and filters can leave out everything. To build your workflow, choose another event in 'Trigger On' or other 'Filters', and change them back afterwards",
	);
}
