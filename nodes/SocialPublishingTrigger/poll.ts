import type { PublishingClient } from '../../client/publishing';
import { readBaseline } from './baseline';
import { look, occurrencesOf, type Occurrence } from './changes';
import { bounded } from './known';
import { readChanges, type Reading } from './reading';
import { select, type Selection } from './selection';
import { watchOf, type TriggerSettings } from './settings';
import { nextSince, type PollState } from './state';

/** What a poll has to hand over, and the state that stands for it. */
export interface PollResult {
	occurrences: Occurrence[];
	/** Undefined when nothing changed: the state stays as it is, so that the next request is conditional again. */
	state?: PollState;
}

const selectionOf = (
	{ events, channelIds, statuses }: TriggerSettings,
	{ credentialId }: PollState,
): Selection => ({
	events,
	channelIds,
	statuses,
	credentialId,
});

/** Begins a watch: nothing that is there already is news, unless the user gave a time to start from. */
export async function beginWatch(client: PublishingClient, settings: TriggerSettings): Promise<PollState> {
	const { startFrom, onlyThisKey } = settings;
	const credentialId = onlyThisKey ? (await client.me()).credential.id : undefined;
	const begin = startFrom
		? { startedAt: startFrom, posts: {}, recent: [] }
		: await readBaseline(client.posts);
	return {
		version: 1,
		revision: 0,
		watch: watchOf(settings),
		since: begin.startedAt,
		...(credentialId ? { credentialId } : {}),
		...begin,
	};
}

function advance(
	state: PollState,
	{ serverTime, listing, etag }: Reading,
	posts: PollState['posts'],
): PollState {
	// The next listing begins where this one did until its last page is read.
	const since = serverTime === undefined || listing ? state.since : nextSince(state.since, serverTime);
	const memory = bounded(posts, since);
	// A listing that goes on shows its first pages no more: their marks hold until it ends.
	const recent = state.listing ? [...state.recent, ...memory.recent] : memory.recent;
	return { ...state, revision: state.revision + 1, since, listing, etag, posts: memory.posts, recent };
}

/** Looks at what changed since the state; pure but for the reading. */
export async function pollOnce(
	{ posts }: PublishingClient,
	settings: TriggerSettings,
	state: PollState,
	hasTime: () => boolean,
): Promise<PollResult> {
	const reading = await readChanges(posts, state, hasTime);
	if (reading.serverTime === undefined) return { occurrences: [] };
	const { changes, known } = look(state, reading.posts, state.startedAt);
	const selection = selectionOf(settings, state);
	const occurrences = changes.flatMap((change) => select(selection, occurrencesOf(change, state.startedAt)));
	return { occurrences, state: advance(state, reading, known) };
}
