import type { Channel } from '../../../client/publishing/schemas.js';
import { eventsAbout, type EventAbout, type EventName } from '../events.js';

/** What can be wrong with the connection of a channel: its token expires soon, or the connection is lost. */
export type Trouble = 'expiring' | 'lost';

const eventOf = {
	expiring: 'channelTokenExpiring',
	lost: 'channelNeedsReconnecting',
} as const satisfies Record<Trouble, EventAbout<'connection'>>;

const reconnected = 'channelReconnected';

export const connectionEventNames: readonly EventName[] = eventsAbout('connection');

/** A trouble of a channel, as it's remembered until the channel is connected again. */
export interface Sighting {
	/** The time of the first reading that saw it. */
	seenAt: string;
	/** Whether the trigger's first reading saw it, so it isn't known since when. */
	isOld: boolean;
	/** Whether it's still to be reported, was reported, or is known and won't be reported. */
	state: 'waiting' | 'reported' | 'known';
}

/** What is remembered about a channel. */
export type Sightings = Partial<Record<Trouble, Sighting>>;

/** The channels with a trouble, by ID. A channel that the key no longer has stays until it's back and connected. */
export type Troubles = ReadonlyMap<string, Sightings>;

/** A change of a channel's connection that starts the workflow. */
export interface ConnectionIncident {
	event: EventAbout<'connection'>;
	channel: Channel;
	/** The time of the reading that saw it. Null if it isn't known since when. */
	since: string | null;
	/** For a channel that is connected again: the time of the reading that saw its trouble. */
	troubleSince?: string | null;
}

/** A reading of the channels, and what to report. */
export interface ConnectionReading {
	/** The service's time. */
	now: string;
	/** How long a trouble must last before it's reported, in milliseconds. */
	waitMs: number;
	/** The events that the user chose. */
	events: readonly EventName[];
	/** For the first reading: whether to report the troubles that it sees, or only to remember them. */
	first?: 'report' | 'remember';
}

function troubleOf({ needsReconnect, status }: Channel): Trouble | undefined {
	if (needsReconnect) return 'lost';
	return status === 'token_expiring' ? 'expiring' : undefined;
}

/** Whether a trouble counts as reported. If the user chose neither event of a trouble, 'Channel Reconnected' follows both. */
function countsAsReported(trouble: Trouble, events: readonly EventName[]): boolean {
	return events.includes(eventOf[trouble]) || !Object.values(eventOf).some((event) => events.includes(event));
}

const sinceOf = ({ isOld, seenAt }: Sighting): string | null => (isOld ? null : seenAt);

const isDue = ({ seenAt, state }: Sighting, { now, waitMs, first }: ConnectionReading): boolean =>
	state === 'waiting' && (first !== undefined || Date.parse(now) - Date.parse(seenAt) >= waitMs);

/** What follows from a reading of one channel. */
interface Step {
	incident?: ConnectionIncident;
	sightings: Sightings;
}

function recover(channel: Channel, sightings: Sightings, { now, events }: ConnectionReading): Step {
	const [reported] = Object.values(sightings)
		.filter(({ state }) => state === 'reported')
		.sort((a, b) => Date.parse(a.seenAt) - Date.parse(b.seenAt));
	const incident = {
		event: reconnected,
		channel,
		since: now,
		troubleSince: reported && sinceOf(reported),
	} as const;
	return { incident: reported && events.includes(reconnected) ? incident : undefined, sightings: {} };
}

/** Remembers a trouble from its first sighting on. A lost connection that became an expiring one isn't lost any more. */
function withSighting(sightings: Sightings, trouble: Trouble, { now, first }: ConnectionReading): Sightings {
	const { lost, expiring } = sightings;
	const sighting = sightings[trouble] ?? { seenAt: now, isOld: first !== undefined, state: 'waiting' };
	return trouble === 'lost'
		? { ...(expiring ? { expiring } : {}), lost: sighting }
		: { expiring: sighting, ...(lost && lost.state !== 'waiting' ? { lost } : {}) };
}

const isSettled = (sighting: Sighting | undefined): sighting is Sighting =>
	sighting !== undefined && sighting.state !== 'waiting';

const isLater = (one: Sighting | undefined, other: Sighting): boolean =>
	one !== undefined && Date.parse(one.seenAt) > Date.parse(other.seenAt);

/** A connection that worked for this long isn't lost any more, although its token expires soon. */
const worksAgainMs = 60 * 60_000;

/**
 * A lost connection that becomes an expiring one is the same incident, so it isn't reported as expiring. If it's lost again after it
 * worked for an hour, that is another incident. The first one then stays as the expiring one.
 */
function withoutEnded({ lost, expiring }: Sightings, { now }: ConnectionReading): Sightings {
	if (!isSettled(lost) || !expiring || !isLater(expiring, lost)) return { lost, expiring };
	return Date.parse(now) - Date.parse(expiring.seenAt) < worksAgainMs ? { lost } : { expiring: lost };
}

function suffer(channel: Channel, trouble: Trouble, before: Sightings, reading: ConnectionReading): Step {
	const { lost, expiring } = before;
	if (trouble === 'expiring' && isSettled(lost)) {
		const seen: Sighting = { seenAt: reading.now, isOld: false, state: 'known' };
		return { sightings: isLater(expiring, lost) ? before : { lost, expiring: seen } };
	}
	const sightings = withSighting(
		trouble === 'lost' ? withoutEnded(before, reading) : before,
		trouble,
		reading,
	);
	const sighting = sightings[trouble];
	if (!sighting || !isDue(sighting, reading)) return { sightings };
	const { events, first } = reading;
	const isReported = first !== 'remember' && countsAsReported(trouble, events);
	const event = eventOf[trouble];
	return {
		incident: isReported && events.includes(event) ? { event, channel, since: sinceOf(sighting) } : undefined,
		sightings: { ...sightings, [trouble]: { ...sighting, state: isReported ? 'reported' : 'known' } },
	};
}

/** Compares the channels with the troubles that are remembered. Returns what starts the workflow, and what to remember now. */
export function compareConnections(
	before: Troubles,
	channels: readonly Channel[],
	reading: ConnectionReading,
): { incidents: ConnectionIncident[]; troubles: Troubles } {
	const troubles = new Map(before);
	const incidents: ConnectionIncident[] = [];
	for (const channel of channels) {
		const trouble = troubleOf(channel);
		const known = before.get(channel.id) ?? {};
		const { incident, sightings } = trouble
			? suffer(channel, trouble, known, reading)
			: recover(channel, known, reading);
		if (incident) incidents.push(incident);
		troubles.set(channel.id, sightings);
		if (Object.keys(sightings).length === 0) troubles.delete(channel.id);
	}
	return { incidents, troubles };
}
