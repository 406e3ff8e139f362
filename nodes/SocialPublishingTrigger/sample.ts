import { ownValue } from '../../client/http/json.js';
import { once } from '../../client/http/memo.js';
import type { PublishingClient } from '../../client/publishing/index.js';
import type { ListPosts } from '../../client/publishing/requests.js';
import { lastStateOf } from '../../client/publishing/posts/channelStates.js';
import type { Channel, Identity, Post } from '../../client/publishing/schemas.js';
import type { PostStatus } from '../../client/publishing/posts/status.js';
import { toTimestamp } from '../shared/dates.js';
import { ParameterError } from '../shared/errors.js';
import { dayMs, expiryOf } from '../SocialPublishing/words/keyExpiry.js';
import {
	eventsAbout,
	eventsOf,
	filterEvents,
	matchesPost,
	statusesOf,
	statusOfEvent,
	type EventAbout,
	type EventFilter,
	type EventName,
	type EventWithoutStatus,
	type PostEvent,
} from './events.js';
import type { Deadline, DeadlineLimits } from './incidents/deadlines.js';
import {
	incidentEventNames,
	type ChannelIncident,
	type DeadlineIncident,
	type Incident,
} from './incidents/findIncidents.js';
import { keyEventName, type KeyIncident } from './incidents/keyExpiry.js';
import { readPostsAtRisk, statusesAtRisk } from './incidents/postsAtRisk.js';
import { createServiceClock } from './serviceClock.js';
import type { TriggerSettings } from './settings.js';

const sampleSize = 5;
/** How many posts to search for a sample. */
const searchedPosts = 300;
/** A time before all posts, so a sample shows the events that led to it. */
const longAgo = '1970-01-01T00:00:00+00:00';

/** Returns the events that a change of a post causes. */
const changeEventsOf = (events: EventName[]): EventName[] =>
	events.filter((event) => !incidentEventNames.includes(event));

/** Whether a post in any status can be a sample of one of the events. */
const isAboutAnyStatus = (events: EventName[]): boolean => statusesOf(events).length < events.length;

/** Lets the service leave out posts that can't match. */
function queryOf({ events, channelIds, statuses }: TriggerSettings): ListPosts {
	const wanted = isAboutAnyStatus(events) ? [] : statusesOf(events);
	const common = wanted.filter((status) => statuses.length === 0 || statuses.includes(status));
	const [accountId, ...others] = channelIds;
	return {
		status: (wanted.length > 0 ? common : statuses) as PostStatus[],
		...(others.length === 0 && accountId !== undefined ? { accountId } : {}),
	};
}

const hasChannelThat = (post: Post, state: string): boolean =>
	post.channels.some((channel) => lastStateOf(post, channel) === state);

/** Whether a post as it is now could have caused an event that no status stands for. */
const couldHaveCaused: Record<EventWithoutStatus, (post: Post) => boolean> = {
	anyChange: () => true,
	channelFailed: (post) => hasChannelThat(post, 'failed'),
	channelPublished: (post) => hasChannelThat(post, 'published'),
	channelWarning: ({ channels }) => channels.some(({ warnings }) => warnings.length > 0),
	dealtWith: ({ attentionResolvedAt }) => Boolean(attentionResolvedAt),
	postCreated: () => true,
};

/** Whether the current version of a post could have caused one of the events. */
const isSample = (filter: EventFilter, post: Post): boolean =>
	matchesPost(filter, post) &&
	filter.events.some(
		(event) =>
			statusOfEvent(event) === post.status ||
			ownValue<(post: Post) => boolean>(couldHaveCaused, event)?.(post) === true,
	);

/** Returns the events of the newest matching posts, as if they had just happened. */
async function samplePosts(
	client: PublishingClient,
	settings: TriggerSettings,
	credentialId: string | undefined,
): Promise<PostEvent[]> {
	const events = changeEventsOf(settings.events);
	if (events.length === 0) return [];
	const filter: EventFilter = { ...settings, events, credentialId };
	const posts = await client.posts.list(queryOf({ ...settings, events }), searchedPosts);
	const fitting = posts.filter((post) => isSample(filter, post)).slice(0, sampleSize);
	return fitting.flatMap((post) => filterEvents(filter, eventsOf({ post, since: longAgo })));
}

/** How a channel looks when an event happens to it. */
const connectionSamples: Record<EventAbout<'connection'>, Pick<Channel, 'status' | 'needsReconnect'>> = {
	channelNeedsReconnecting: { status: 'disconnected', needsReconnect: true },
	channelReconnected: { status: 'connected', needsReconnect: false },
	channelTokenExpiring: { status: 'token_expiring', needsReconnect: false },
};

/** Whether a channel already looks so. A service can have other words for a connection that is fine or lost. */
const looksLike = (
	channel: Channel,
	{ status, needsReconnect }: Pick<Channel, 'status' | 'needsReconnect'>,
) => channel.needsReconnect === needsReconnect && (status !== 'token_expiring' || channel.status === status);

/** A post for which a time has come. */
interface DeadlineSample {
	status: PostStatus;
	timeName: Deadline['timeName'];
	/** The time that the event is about, in milliseconds from now. */
	fromNowMs(limits: DeadlineLimits): number;
}

const minuteMs = 60_000;

const deadlineSamples: Record<EventAbout<'deadline'>, DeadlineSample> = {
	postDueSoon: { status: 'scheduled', timeName: 'dueAt', fromNowMs: ({ leadMs }) => leadMs - minuteMs },
	postOverdue: { status: 'scheduled', timeName: 'dueAt', fromNowMs: ({ graceMs }) => -graceMs - minuteMs },
	reviewOverdue: {
		status: 'pending_approval',
		timeName: 'since',
		fromNowMs: ({ reviewLimitMs }) => -reviewLimitMs - minuteMs,
	},
};

/** How many posts to search for one that an event about a channel or a time can show. */
const searchedForIncident = 100;

/**
 * Returns a channel that has posts at risk, so that the sample shows them. One that the event has happened to comes first. Without
 * such a channel, returns one that the event has happened to, or else the first one.
 */
async function findChannel(
	{ posts }: PublishingClient,
	channels: readonly Channel[],
	wanted: Pick<Channel, 'status' | 'needsReconnect'>,
): Promise<Channel | undefined> {
	const inState = channels.filter((channel) => looksLike(channel, wanted));
	const atRisk = await posts.list({ status: statusesAtRisk }, searchedForIncident);
	const targeted = new Set(atRisk.flatMap((post) => post.channels.map(({ accountId }) => accountId)));
	return [...inState, ...channels].find(({ id }) => targeted.has(id)) ?? inState[0] ?? channels[0];
}

/** Returns a channel of the user as it looks when the event happens to it. */
async function sampleOfChannel(
	client: PublishingClient,
	channels: readonly Channel[],
	event: EventAbout<'connection'>,
	now: number,
): Promise<ChannelIncident[]> {
	const state = connectionSamples[event];
	const fitting = await findChannel(client, channels, state);
	if (!fitting) return [];
	const incident = {
		kind: 'channel',
		event,
		channel: looksLike(fitting, state) ? fitting : { ...fitting, ...state },
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
	event: EventAbout<'deadline'>,
	{ limits, now }: { limits: DeadlineLimits; now: number },
): Promise<DeadlineIncident[]> {
	const sample = deadlineSamples[event];
	const { status, timeName } = sample;
	const find = (listed: Post[]) => listed.find((one) => matchesPost(filter, one));
	const post =
		find(await posts.list({ status: [status] }, searchedForIncident)) ??
		find(await posts.list({}, searchedForIncident));
	if (!post) return [];
	const time = toTimestamp(now + sample.fromNowMs(limits));
	return [{ kind: 'post', event, post: withStatus(post, status, time), times: { [timeName]: time } }];
}

/** Returns the user's API key when it has the first number of days left, or less if it expires sooner. */
function sampleOfKey(
	identity: Identity,
	{ expiryDays }: TriggerSettings['limits'],
	now: number,
): KeyIncident {
	const sampled = now + Math.max(...expiryDays) * dayMs;
	const end = Math.min(sampled, Date.parse(expiryOf(identity) ?? toTimestamp(sampled)));
	return { kind: 'key', event: keyEventName, identity, expiresAt: toTimestamp(end), now };
}

/** Returns an incident of each chosen event, made from the user's own channels, posts and API key. Leaves out events that have none. */
async function sampleIncidents(
	client: PublishingClient,
	{ events, channelIds, limits }: TriggerSettings,
	{ credentialId, readIdentity }: { credentialId: string | undefined; readIdentity(): Promise<Identity> },
): Promise<Incident[]> {
	const chosen = <About extends 'connection' | 'deadline'>(about: About): Array<EventAbout<About>> =>
		eventsAbout(about).filter((event) => events.includes(event));
	const [ofChannels, ofPosts] = [chosen('connection'), chosen('deadline')];
	const isAboutKey = events.includes(keyEventName);
	if (ofChannels.length + ofPosts.length === 0 && !isAboutKey) return [];
	const now = await createServiceClock(client.posts, Date.now).now();
	const channels = ofChannels.length > 0 ? await client.accounts.list() : [];
	const fitting = channels.filter(
		({ id }) => channelIds.length === 0 || channelIds.includes(id.toLowerCase()),
	);
	const filter: EventFilter = { events, channelIds, statuses: [], credentialId };
	const incidents: Incident[] = [];
	for (const event of ofChannels) incidents.push(...(await sampleOfChannel(client, fitting, event, now)));
	for (const event of ofPosts)
		incidents.push(...(await sampleOfPost(client, filter, event, { limits, now })));
	if (isAboutKey) incidents.push(sampleOfKey(await readIdentity(), limits, now));
	return incidents;
}

/**
 * Returns events of the user's posts and channels, as if they had just happened, for testing a workflow. Doesn't change the stored
 * state. Throws a `ParameterError` if no post and no channel matches.
 */
export async function readSample(
	client: PublishingClient,
	settings: TriggerSettings,
): Promise<{ events: PostEvent[]; incidents: Incident[] }> {
	const readIdentity = once(async () => await client.me());
	const credentialId = settings.onlyThisKey ? (await readIdentity()).credential.id : undefined;
	const events = await samplePosts(client, settings, credentialId);
	const incidents = await sampleIncidents(client, settings, { credentialId, readIdentity });
	if (events.length + incidents.length > 0) return { events, incidents };
	throw new ParameterError(
		'No post matches the events and filters yet',
		"Create a post, or change 'Trigger On' or 'Filters', then try again",
	);
}
