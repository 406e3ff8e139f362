import type { PublishingClient } from '../../client/publishing';
import { postStatuses } from '../../client/publishing/values';
import { compareTimes, laterOf } from '../shared/dates';
import { isWholeListing, readChangeFeed, watermarkAt, withOffset, type FeedPage } from './changeFeed';
import { eventsOf, filterEvents, type PostEvent } from './events';
import { readSeenPosts, readState, revisionOf, writeState, type PollState, type Progress } from './pollState';
import { compareWithSeen, nothingSeen, toSeenPost, type PostChange, type SeenPosts } from './seenPosts';
import type { SettingsFingerprint, TriggerSettings } from './settings';

/** Takes a page of the change feed. Pages may come in any order, and list a post again. */
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

/** Statuses that a post can still leave. Of a published post, `publishedAt` says whether it is news. */
const openStatuses = postStatuses.filter((status) => status !== 'published');

/** More than this is not remembered anyway. */
const openPostsMax = 2_000;
/** Several times what a workspace can write in a minute (contract section 8). */
const recentPostsMax = 5_000;

/** Records how posts are when the trigger begins, so that none of it is news: open ones, and those the next poll lists. */
async function readBaseline(posts: PublishingClient['posts']): Promise<Progress> {
	const { value } = await posts.page({ limit: 1 });
	// Without an ETag the answer is a page. The service's clock counts, never this machine's.
	const startedAt = withOffset((value as { serverTime: string }).serverTime);
	const watermark = watermarkAt(startedAt);
	const listed = [
		...(await posts.list({ status: openStatuses }, openPostsMax)),
		...(await posts.list({ updatedSince: watermark }, recentPostsMax)),
	];
	const seen = new Map(listed.map((post) => [post.id, toSeenPost(post)]));
	return { startedAt, position: { watermark }, seen: { ...nothingSeen, posts: seen } };
}

/** What a poll works with. */
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
	/** Undefined when nothing changed: the stored state stays, so that the next request is conditional again. */
	state?: PollState;
}

/** Where a poll begins to read. */
interface Start extends Omit<Progress, 'seen'> {
	/** Called only when something changed. */
	readSeen: () => SeenPosts;
	/** The id of the API key, where it is known. */
	credentialId?: string;
}

/** Where to continue; undefined when there is nothing to continue, so that a baseline is needed. */
function startOf({ settings, fingerprint }: Polling, state: PollState | undefined): Start | undefined {
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

async function proceed(polling: Polling, start: Start, revision: number): Promise<PollResult> {
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
	// What a listing over several polls showed first is shown again until one poll has read a whole listing.
	const keepsDigests = !isWholeListing(position, progress.position);
	return { events, state: writeState(head, progress, { keepsDigests }) };
}

/** Reads what changed since the stored state. Where that is missing, or of other settings, records a baseline. */
export async function poll(polling: Polling, stored: unknown): Promise<PollResult> {
	const revision = revisionOf(stored) + 1;
	const start = startOf(polling, readState(stored));
	return start ? await proceed(polling, start, revision) : await begin(polling, revision);
}
