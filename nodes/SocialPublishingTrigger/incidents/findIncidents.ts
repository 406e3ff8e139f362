import type { PublishingClient } from '../../../client/publishing/index.js';
import type { Identity, Post } from '../../../client/publishing/schemas.js';
import { toTimestamp } from '../../shared/dates.js';
import { dayMs } from '../../SocialPublishing/words/keyExpiry.js';
import { mapConcurrently } from '../../shared/mapConcurrently.js';
import { matchesPost, type EventAbout, type EventFilter, type EventName } from '../events.js';
import type { ServiceClock } from '../serviceClock.js';
import type { TriggerSettings } from '../settings.js';
import {
	compareConnections,
	connectionEventNames,
	type ConnectionIncident,
	type ConnectionReading,
} from './connections.js';
import {
	awaitedStatuses,
	deadlineEventNames,
	deadlines,
	dueDeadlines,
	forgetOthers,
	takeVersions,
	toAwaitedPost,
	withReported,
	type AwaitedPost,
	type AwaitedPosts,
	type Deadline,
} from './deadlines.js';
import type { ConnectionState, IncidentState } from './incidentState.js';
import { compareKey, keyEventName, toleranceMs, type KeyIncident, type KeyState } from './keyExpiry.js';
import { readPostsAtRisk, type PostsAtRisk } from './postsAtRisk.js';

/** A time that has come for a post. */
export interface DeadlineIncident {
	kind: 'post';
	event: EventAbout<'deadline'>;
	post: Post;
	/** The time that the event is about, by its name in the output. */
	times: Partial<Record<Deadline['timeName'], string>>;
}

/** A change of a channel's connection, with the posts that are at risk until it's connected again. */
export interface ChannelIncident extends ConnectionIncident {
	kind: 'channel';
	atRisk?: PostsAtRisk;
}

export type Incident = DeadlineIncident | ChannelIncident | KeyIncident;

/** What a search for incidents needs to know of the poll. */
interface IncidentSearch {
	client: PublishingClient;
	/** Reads the API key once per poll. */
	readIdentity(): Promise<Identity>;
	clock: ServiceClock;
	settings: Pick<TriggerSettings, 'events' | 'channelIds' | 'statuses' | 'limits'>;
	/** The ID of the API key, if only its posts count. */
	credentialId?: string;
	/** Whether there is time for another request. */
	hasTime: () => boolean;
	/** The posts that were listed, in the order of their changes. */
	listed: readonly Post[];
	/** Whether it's the first poll, which lists the posts that are there. */
	isFirst: boolean;
	/** Whether to report what is already wrong at the first poll. */
	reportsOld: boolean;
}

export interface Found {
	incidents: Incident[];
	/** The same object as before if there is nothing new to remember. */
	state: IncidentState | undefined;
	/** Why the channels or the API key couldn't be read. The next poll reads them. */
	failure?: unknown;
}

const chosenDeadlines = (events: readonly EventName[]): Deadline[] =>
	deadlines.filter(({ event }) => events.includes(event));

/** The events that need more than the changes of posts. */
export const incidentEventNames: readonly EventName[] = [
	...connectionEventNames,
	...deadlineEventNames,
	keyEventName,
];

/** The most posts that a poll reads to check their deadlines. The next poll continues. */
const checkedMax = 100;
const checksInParallel = 5;

/** The most awaited posts to read at the first poll. */
const listedMax = 2_000;

const passesStatus = (statuses: readonly string[], { status }: AwaitedPost): boolean =>
	statuses.length === 0 || statuses.includes(status);

/** Returns whether a post passes the filters, whatever its status. */
function wantedBy({ settings, credentialId }: IncidentSearch): (post: Post) => boolean {
	const filter: EventFilter = { ...settings, statuses: [], credentialId };
	return (post) => matchesPost(filter, post);
}

interface FoundIn<State> {
	incidents: Incident[];
	state: State;
}

/** Checks the deadlines that have come. Reads each post first, because lists lag, and a deleted post is in none. */
async function checkDeadlines(
	search: IncidentSearch,
	posts: AwaitedPosts,
	{ chosen, now }: { chosen: Deadline[]; now: number },
): Promise<FoundIn<AwaitedPosts>> {
	const { client, settings, hasTime } = search;
	const { limits, statuses } = settings;
	const isWanted = wantedBy(search);
	const asked = { chosen, limits, now };
	const due = [...posts]
		.filter(([, post]) => passesStatus(statuses, post) && dueDeadlines(post, asked).length > 0)
		.slice(0, checkedMax);
	const current = await mapConcurrently(due.length, checksInParallel, async (index) =>
		hasTime() ? { post: await client.posts.getIfThere(due[index]?.[0] ?? '') } : undefined,
	);
	const next = new Map(posts);
	const incidents: Incident[] = [];
	for (const [index, [id, before]] of due.entries()) {
		const read = current[index];
		if (!read) continue;
		next.delete(id);
		if (!read.post || !isWanted(read.post)) continue;
		const awaited = toAwaitedPost(read.post, before);
		const come = passesStatus(statuses, awaited) ? dueDeadlines(awaited, asked) : [];
		next.set(id, withReported(awaited, come));
		for (const { event, timeOf, timeName } of come) {
			incidents.push({ kind: 'post', event, post: read.post, times: { [timeName]: timeOf(awaited) } });
		}
	}
	return { incidents, state: due.length > 0 ? next : posts };
}

/** Marks what is already wrong as known. A post that is due soon is still reported. */
const passOver = (posts: AwaitedPosts, asked: Parameters<typeof dueDeadlines>[1]): AwaitedPosts =>
	new Map(
		[...posts].map(([id, post]) => [
			id,
			withReported(
				post,
				dueDeadlines(post, asked).filter(({ endsAtTime }) => !endsAtTime),
			),
		]),
	);

const isSame = (one: AwaitedPosts, other: AwaitedPosts): boolean =>
	one.size === other.size &&
	[...one].every(([id, post]) => JSON.stringify(post) === JSON.stringify(other.get(id)));

async function findDeadlines(
	search: IncidentSearch,
	before: AwaitedPosts | undefined,
	now: number,
): Promise<FoundIn<AwaitedPosts>> {
	const { client, settings, listed, isFirst, reportsOld } = search;
	const { events, limits } = settings;
	const chosen = chosenDeadlines(events);
	const versions =
		before || isFirst ? listed : await client.posts.list({ status: awaitedStatuses }, listedMax);
	const known = forgetOthers(takeVersions(before ?? new Map(), versions, wantedBy(search)), chosen, now);
	const passesOver = before === undefined && !reportsOld;
	const awaited = passesOver ? passOver(known, { chosen, limits, now }) : known;
	const checked = await checkDeadlines(search, awaited, { chosen, now });
	const state = forgetOthers(checked.state, chosen, now);
	// A listing repeats posts, which changes nothing.
	return { ...checked, state: before && isSame(before, state) ? before : state };
}

/** How often the channels are read at most. */
const readingMs = 15 * 60_000;

/** Returns the time of the next reading. Readings that are a little late don't delay the ones after them. */
function nextReadingAfter(planned: number, now: number): number {
	const isOnTime = Math.abs(now - planned) <= toleranceMs;
	return (isOnTime ? planned : now) + readingMs;
}

/** Whether it's time to read something. A plan that is too far away comes from a clock that was set back. */
const isTimeToRead = (planned: number, now: number, longestMs: number): boolean =>
	now >= planned - toleranceMs || planned - now > longestMs + 60_000;

async function findConnections(
	search: IncidentSearch,
	before: ConnectionState | undefined,
	now: number,
): Promise<FoundIn<ConnectionState | undefined>> {
	const planned = before ? Date.parse(before.nextReading) : now;
	if (!isTimeToRead(planned, now, readingMs) || !search.hasTime()) return { incidents: [], state: before };
	const { client, settings, reportsOld } = search;
	const { channelIds, events, limits } = settings;
	const channels = await client.accounts.list();
	const reading: ConnectionReading = {
		now: toTimestamp(now),
		waitMs: limits.waitMs,
		events,
		...(before ? {} : { first: reportsOld ? 'report' : 'remember' }),
	};
	const { incidents, troubles } = compareConnections(
		before?.troubles ?? new Map(),
		channels.filter(({ id }) => channelIds.length === 0 || channelIds.includes(id.toLowerCase())),
		reading,
	);
	const found: ChannelIncident[] = [];
	for (const incident of incidents) {
		const isTrouble = incident.troubleSince === undefined;
		const atRisk = isTrouble ? await readPostsAtRisk(client.posts, incident.channel.id) : undefined;
		found.push({ kind: 'channel', ...incident, ...(atRisk ? { atRisk } : {}) });
	}
	const nextReading = toTimestamp(nextReadingAfter(planned, now));
	return { incidents: found, state: { nextReading, troubles } };
}

/** Reads the API key if it's time to, and finds out whether it expires soon. */
async function findKeyExpiry(
	{ hasTime, readIdentity, settings }: IncidentSearch,
	before: KeyState | undefined,
	now: number,
): Promise<FoundIn<KeyState | undefined>> {
	const planned = before ? Date.parse(before.nextReading) : now;
	if (!isTimeToRead(planned, now, dayMs) || !hasTime()) return { incidents: [], state: before };
	const days = settings.limits.expiryDays;
	const { incident, state, pauseMs } = compareKey(before, await readIdentity(), { days, now });
	return {
		incidents: incident ? [incident] : [],
		state: { ...state, nextReading: toTimestamp(now + pauseMs) },
	};
}

/** Finds the incidents that the user chose, and compares them with what is remembered. */
export async function findIncidents(
	search: IncidentSearch,
	before: IncidentState | undefined,
): Promise<Found> {
	const { events } = search.settings;
	const now = await search.clock.now();
	const posts =
		chosenDeadlines(events).length > 0 ? await findDeadlines(search, before?.posts, now) : undefined;
	const failures: unknown[] = [];
	const keeping =
		<State>(state: State) =>
		(failure: unknown): FoundIn<State> => {
			failures.push(failure);
			return { incidents: [], state };
		};
	const connections = connectionEventNames.some((event) => events.includes(event))
		? await findConnections(search, before?.connections, now).catch(keeping(before?.connections))
		: undefined;
	const key = events.includes(keyEventName)
		? await findKeyExpiry(search, before?.key, now).catch(keeping(before?.key))
		: undefined;
	const isUnchanged =
		before !== undefined &&
		posts?.state === before.posts &&
		connections?.state === before.connections &&
		key?.state === before.key;
	const [failure] = failures;
	return {
		incidents: [...(posts?.incidents ?? []), ...(connections?.incidents ?? []), ...(key?.incidents ?? [])],
		state: isUnchanged
			? before
			: {
					...(posts ? { posts: posts.state } : {}),
					...(connections?.state ? { connections: connections.state } : {}),
					...(key?.state ? { key: key.state } : {}),
				},
		...(failure === undefined ? {} : { failure }),
	};
}
