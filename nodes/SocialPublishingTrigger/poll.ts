import type { PublishingClient } from '../../client/publishing';
import { postStatuses } from '../../client/publishing/values';
import { compareTimes, laterOf } from '../shared/dates';
import { isWholeListing, readChangeFeed, watermarkAt, inTimestampForm, type FeedPage } from './changeFeed';
import { eventsOf, filterEvents, type PostEvent } from './events';
import { readSeenPosts, readState, revisionOf, writeState, type PollState, type Progress } from './pollState';
import { compareWithSeen, nothingSeen, toSeenPost, type PostChange, type SeenPosts } from './seenPosts';
import type { SettingsFingerprint, TriggerSettings } from './settings';

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

/**
 * Records the posts that exist when the trigger starts, so they don't count as changes. Reads open posts, and those that the next
 * poll lists.
 */
async function readBaseline(posts: PublishingClient['posts']): Promise<Progress> {
	const { value } = await posts.page({ limit: 1 });
	// Without an ETag, the answer is a page. Uses the service's clock, never this machine's.
	const startedAt = inTimestampForm((value as { serverTime: string }).serverTime);
	const watermark = watermarkAt(startedAt);
	const listed = [
		...(await posts.list({ status: openStatuses }, openPostsMax)),
		...(await posts.list({ updatedSince: watermark }, recentPostsMax)),
	];
	const seen = new Map(listed.map((post) => [post.id, toSeenPost(post)]));
	return { startedAt, position: { watermark }, seen: { ...nothingSeen, posts: seen } };
}

/** What a poll needs. */
interface Polling {
	client: PublishingClient;
	settings: TriggerSettings;
	fingerprint: SettingsFingerprint;
	/** Whether there is time for another page. */
	hasTime: () => boolean;
}

/** The events that start the workflow, and the state to store with them. */
interface PollResult {
	events: PostEvent[];
	/** Undefined if nothing changed. The stored state then stays, and the next request is conditional again. */
	state?: PollState;
}

/** Where a poll starts to read. */
interface PollStart extends Omit<Progress, 'seen'> {
	/** Called only if something changed. */
	readSeen: () => SeenPosts;
	/** The ID of the API key, if it's known. */
	credentialId?: string;
}

/** Returns where to continue. Undefined if there is nothing to continue, which requires a baseline. */
function startOf({ settings, fingerprint }: Polling, state: PollState | undefined): PollStart | undefined {
	if (settings.startFrom !== undefined && state?.startFrom !== fingerprint.startFrom) {
		const { startFrom } = settings;
		return { startedAt: startFrom, position: { watermark: startFrom }, readSeen: () => nothingSeen };
	}
	if (state?.settings !== fingerprint.settings) return undefined;
	const { startedAt, position, credentialId, seen } = state;
	const start = { startedAt, position, credentialId, readSeen: () => readSeenPosts(seen) };
	if (state.key === fingerprint.key) return start;
	return { ...start, position: { ...position, etag: undefined }, credentialId: undefined };
}

const ownIdOf = async ({ client, settings }: Polling, known?: string): Promise<string | undefined> =>
	settings.onlyThisKey ? (known ?? (await client.me()).credential.id) : undefined;

async function begin(polling: Polling, revision: number): Promise<PollResult> {
	const credentialId = await ownIdOf(polling);
	const progress = await readBaseline(polling.client.posts);
	const head = { ...polling.fingerprint, revision, credentialId };
	return { events: [], state: writeState(head, progress, { keepsDigests: false }) };
}

const byTime = (a: PostChange, b: PostChange): number => compareTimes(a.post.updatedAt, b.post.updatedAt);

async function proceed(polling: Polling, start: PollStart, revision: number): Promise<PollResult> {
	const { client, settings, fingerprint, hasTime } = polling;
	const { startedAt, position, readSeen } = start;
	const credentialId = await ownIdOf(polling, start.credentialId);
	const changes: PostChange[] = [];
	let progress: Progress | undefined;
	for await (const page of readChangeFeed(client.posts, position, hasTime)) {
		const taken = takePage(progress ?? { startedAt, position, seen: readSeen() }, page);
		changes.push(...taken.changes);
		progress = taken.progress;
	}
	if (!progress) return { events: [] };
	const filter = { ...settings, credentialId };
	const events = changes.sort(byTime).flatMap((change) => filterEvents(filter, eventsOf(change)));
	const head = { ...fingerprint, revision, credentialId };
	// The first posts of a listing that spans several polls are listed again, until one poll has read a whole listing.
	const keepsDigests = !isWholeListing(position, progress.position);
	return { events, state: writeState(head, progress, { keepsDigests }) };
}

/** Reads what changed since the stored state. Records a baseline if there is no state, or if it belongs to other settings. */
export async function poll(polling: Polling, stored: unknown): Promise<PollResult> {
	const revision = revisionOf(stored) + 1;
	const start = startOf(polling, readState(stored));
	return start ? await proceed(polling, start, revision) : await begin(polling, revision);
}
