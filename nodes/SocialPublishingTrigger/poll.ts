import type { PublishingClient } from '../../client/publishing';
import { readBaseline, watchFrom } from './baseline';
import { occurrencesOf, type Occurrence } from './changes';
import type { Identity } from './identity';
import type { Memory } from './known';
import { readChanges } from './listing';
import { select } from './selection';
import type { TriggerSettings } from './settings';
import { readState, revisionOf, writeState, type PollState } from './state';
import { unpack } from './storedMemory';
import type { Place } from './watch';

/** What a poll works with. */
export interface Polling {
	client: PublishingClient;
	settings: TriggerSettings;
	identity: Identity;
	/** Whether there is time for another page. */
	hasTime: () => boolean;
}

/** What a poll has to hand over, and the state that stands for it. */
export interface PollResult {
	occurrences: Occurrence[];
	/** Undefined when nothing changed: the state stays as it is, so that the next request is conditional again. */
	state?: PollState;
}

/** A stored state, if it belongs to these settings. With another key, what belongs to the old one is left behind. */
function resume(stored: PollState | undefined, { watch, key }: Identity): PollState | undefined {
	if (stored?.watch !== watch) return undefined;
	return stored.key === key ? stored : { ...stored, credentialId: undefined, tag: undefined };
}

async function ownIdOf({ client, settings }: Polling, known?: string): Promise<string | undefined> {
	return settings.onlyThisKey ? (known ?? (await client.me()).credential.id) : undefined;
}

/** The state of a watch that begins now: nothing that is there already is news. */
async function beginNow(polling: Polling, revision: number): Promise<PollResult> {
	const credentialId = await ownIdOf(polling);
	const watch = await readBaseline(polling.client.posts);
	const head = { ...polling.identity, revision, credentialId };
	return { occurrences: [], state: writeState(head, watch, { keepsMarks: false }) };
}

/** Where a poll goes on. */
interface Start extends Place {
	recall: () => Memory;
	credentialId?: string;
}

async function readOn(polling: Polling, start: Start, revision: number): Promise<PollResult> {
	const { client, settings, identity, hasTime } = polling;
	const { recall, credentialId: known, ...place } = start;
	const credentialId = await ownIdOf(polling, known);
	const seen = await readChanges({ posts: client.posts, recall, hasTime }, place);
	if (!seen) return { occurrences: [] };
	const { changes, watch } = seen;
	const selection = { ...settings, credentialId };
	const occurrences = changes.flatMap((change) => select(selection, occurrencesOf(change)));
	// Marks of a listing that this poll did not begin, or did not end, hold until one poll has seen a whole listing.
	const keepsMarks = place.listing !== undefined || watch.listing !== undefined;
	return { occurrences, state: writeState({ ...identity, revision, credentialId }, watch, { keepsMarks }) };
}

/** Looks at what changed since the stored state, or begins to watch where it is of no use. */
export async function pollOnce(polling: Polling, stored: unknown): Promise<PollResult> {
	const { settings, identity } = polling;
	const revision = revisionOf(stored) + 1;
	const state = readState(stored);
	if (settings.startFrom !== undefined && state?.startFrom !== identity.startFrom) {
		const { memory, ...place } = watchFrom(settings.startFrom);
		return await readOn(polling, { ...place, recall: () => memory }, revision);
	}
	const resumed = resume(state, identity);
	if (!resumed) return await beginNow(polling, revision);
	const { startedAt, since, tag, listing, credentialId } = resumed;
	const recall = () => unpack(resumed);
	return await readOn(polling, { startedAt, since, tag, listing, credentialId, recall }, revision);
}
