import { once } from '../../client/http/memo.js';
import type { PublishingClient } from '../../client/publishing/index.js';
import type { Identity, Post } from '../../client/publishing/schemas.js';
import { postStatuses } from '../../client/publishing/posts/status.js';
import { compareTimes, laterOf } from '../shared/dates.js';
import { isWholeListing, readChangeFeed, watermarkAt, inTimestampForm, type FeedPage } from './changeFeed.js';
import { eventsOf, filterEvents, type PostEvent } from './events.js';
import { findIncidents, incidentEventNames, type Found, type Incident } from './incidents/findIncidents.js';
import { readIncidents, type IncidentState } from './incidents/incidentState.js';
import {
	readSeenPosts,
	readState,
	revisionOf,
	writeState,
	type PollState,
	type Progress,
} from './pollState.js';
import { createServiceClock, type ServiceClock } from './serviceClock.js';
import { compareWithSeen, nothingSeen, toSeenPost, type PostChange, type SeenPosts } from './seenPosts.js';
import type { SettingsFingerprint, TriggerSettings } from './settings.js';

/** Compares a page of the change feed with the seen posts. Pages can come in any order, and can list a post again. */
export function takePage(
	{ startedAt, position, seen }: Progress,
	page: FeedPage,
): { changes: PostChange[]; progress: Progress } {
	const since = laterOf(position.watermark, startedAt);
	const compared = compareWithSeen(seen, page.posts, { startedAt, since });
	return {
		changes: compared.changes,
		progress: { startedAt, position: page.position, seen: compared.seen },
	};
}

/** Statuses that a post can still leave. For a published post, `publishedAt` shows whether it's new. */
const openStatuses = postStatuses.filter((status) => status !== 'published');

/** The most open posts to read. The trigger wouldn't remember more. */
const openPostsMax = 2_000;
/** How many recent posts to read. Several times what a workspace can write in a minute (contract section 8). */
const recentPostsMax = 5_000;

/** Everything that a poll reads of posts. */
interface Reading {
	events: PostEvent[];
	/** All posts that were listed. A list can show a post late, which then counts as no change. */
	listed: Post[];
	/** Undefined if nothing changed. */
	progress?: Progress;
	/** Whether earlier digests belong to posts that can be listed again. */
	keepsDigests: boolean;
	/** Whether it's the first poll, which lists the posts that are there. */
	isFirst: boolean;
}

/**
 * Records the posts that exist when the trigger starts, so they don't count as changes. Reads open posts, and those that the next
 * poll lists.
 */
async function readBaseline({ client, clock }: Polling): Promise<Reading> {
	const { posts } = client;
	const { value } = await clock.page({ limit: 1 });
	// Without an ETag, the answer is a page. Uses the service's clock, never this machine's.
	const startedAt = inTimestampForm((value as { serverTime: string }).serverTime);
	const watermark = watermarkAt(startedAt);
	const listed = [
		...(await posts.list({ status: openStatuses }, openPostsMax)),
		...(await posts.list({ updatedSince: watermark }, recentPostsMax)),
	];
	const seen = new Map(listed.map((post) => [post.id, toSeenPost(post)]));
	const progress = { startedAt, position: { watermark }, seen: { ...nothingSeen, posts: seen } };
	return { events: [], progress, keepsDigests: false, listed, isFirst: true };
}

interface Polling {
	client: PublishingClient;
	/** Reads the API key once per poll. */
	readIdentity(): Promise<Identity>;
	clock: ServiceClock;
	settings: TriggerSettings;
	fingerprint: SettingsFingerprint;
	/** Whether there is time for another page. */
	hasTime: () => boolean;
	/** The ID of the API key, if the user wants only its posts. */
	credentialId?: string;
}

/** What starts the workflow, and the state to store with it. */
interface PollResult {
	events: PostEvent[];
	incidents: Incident[];
	/** Undefined if nothing changed. The stored state then stays, and the next request is conditional again. */
	state?: PollState;
	/** Why the channels or the API key couldn't be read. The next poll reads them. */
	failure?: unknown;
	/** Whether what was remembered of incidents couldn't be read, so that open ones are reported again. */
	isDamaged: boolean;
}

interface PollStart extends Omit<Progress, 'seen'> {
	/** Called only if something changed. */
	readSeen: () => SeenPosts;
	/** The ID of the API key, if it's known. */
	credentialId?: string;
	/** What is remembered of incidents. Undefined if nothing was read for them yet. */
	incidents?: IncidentState;
	/** Whether what was remembered of incidents can't be read. */
	isDamaged?: boolean;
}

/** Returns where to continue. Undefined if there is nothing to continue, which requires a baseline. */
function startOf(
	{ settings, fingerprint }: Pick<Polling, 'settings' | 'fingerprint'>,
	state: ReturnType<typeof readState>,
): PollStart | undefined {
	if (settings.startFrom !== undefined && state?.startFrom !== fingerprint.startFrom) {
		const { startFrom } = settings;
		return { startedAt: startFrom, position: { watermark: startFrom }, readSeen: () => nothingSeen };
	}
	if (state?.settings !== fingerprint.settings) return undefined;
	const { startedAt, position, credentialId, seen } = state;
	const incidents = state.incidents && readIncidents(state.incidents);
	const isDamaged = state.incidents !== undefined && incidents === undefined;
	const start = {
		startedAt,
		position,
		credentialId,
		incidents,
		isDamaged,
		readSeen: () => readSeenPosts(seen),
	};
	if (state.key === fingerprint.key) return start;
	const { key, ...others } = incidents ?? {};
	return {
		...start,
		position: { ...position, etag: undefined },
		credentialId: undefined,
		// Another key is read at once.
		incidents: key ? { ...others, key: { ...key, nextReading: startedAt } } : incidents,
	};
}

const progressAt = ({ startedAt, position, readSeen }: PollStart): Progress => ({
	startedAt,
	position,
	seen: readSeen(),
});

const byTime = (a: PostChange, b: PostChange): number => compareTimes(a.post.updatedAt, b.post.updatedAt);

async function readChanges(polling: Polling, start: PollStart): Promise<Reading> {
	const { clock, settings, hasTime, credentialId } = polling;
	const { startedAt, position, readSeen } = start;
	const changes: PostChange[] = [];
	const listed: Post[] = [];
	let progress: Progress | undefined;
	for await (const page of readChangeFeed(clock, position, hasTime)) {
		const taken = takePage(progress ?? { startedAt, position, seen: readSeen() }, page);
		changes.push(...taken.changes);
		listed.push(...page.posts);
		progress = taken.progress;
	}
	changes.sort(byTime);
	const filter = { ...settings, credentialId };
	return {
		events: changes.flatMap((change) => filterEvents(filter, eventsOf(change))),
		listed: listed.sort((a, b) => compareTimes(a.updatedAt, b.updatedAt)),
		isFirst: false,
		progress,
		// The first posts of a listing that spans several polls are listed again, until one poll has read a whole listing.
		keepsDigests: !progress || !isWholeListing(position, progress.position),
	};
}

/** Whether 'Start From' is still in the future. */
const isEarly = ({ startFrom }: TriggerSettings, now: number): boolean =>
	startFrom !== undefined && now < Date.parse(startFrom);

async function readIncidentsOf(
	polling: Polling,
	{ listed, isFirst }: Reading,
	{ incidents: before, isDamaged = false }: Partial<PollStart> = {},
): Promise<Found> {
	const { clock, settings } = polling;
	const isNeeded = settings.events.some((event) => incidentEventNames.includes(event));
	if (!isNeeded || isEarly(settings, await clock.now())) return { incidents: [], state: before };
	// What was damaged is reported again rather than never.
	const reportsOld = isDamaged || (!isFirst && settings.startFrom !== undefined);
	return await findIncidents({ ...polling, listed, isFirst, reportsOld }, before);
}

/** Reads what happened since the stored state. Records a baseline if there is no state, or if it belongs to other settings. */
export async function poll(
	{
		client,
		settings,
		fingerprint,
		hasTime,
		now,
	}: Omit<Polling, 'clock' | 'credentialId' | 'readIdentity'> & { now(): number },
	stored: unknown,
): Promise<PollResult> {
	const start = startOf({ settings, fingerprint }, readState(stored));
	const readIdentity = once(async () => await client.me());
	const credentialId = settings.onlyThisKey
		? (start?.credentialId ?? (await readIdentity()).credential.id)
		: undefined;
	const clock = createServiceClock(client.posts, now);
	const polling: Polling = { client, readIdentity, clock, settings, fingerprint, hasTime, credentialId };
	const reading = start ? await readChanges(polling, start) : await readBaseline(polling);
	const { incidents, state, failure } = await readIncidentsOf(polling, reading, start);
	const isDamaged = start?.isDamaged ?? false;
	const result = { events: reading.events, incidents, failure, isDamaged };
	const hasNews = reading.progress !== undefined || isDamaged || state !== start?.incidents;
	const progress = hasNews ? (reading.progress ?? (start && progressAt(start))) : undefined;
	if (!progress) return result;
	const head = { ...fingerprint, revision: revisionOf(stored) + 1, credentialId };
	const { keepsDigests } = reading;
	return { ...result, state: writeState(head, progress, { keepsDigests, incidents: state }) };
}
