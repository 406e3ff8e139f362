import type { PublishingClient } from '../../../../../client/publishing';
import { isObject, mapValues } from '../../../../../client/http/json';
import type { Change } from '../../../../../client/publishing/posts/plan';
import type { Post } from '../../../../../client/publishing/schemas';
import { inZone } from '../../../../shared/dates';
import { channelLabel } from '../../../labels';

type Changes = Record<string, Change>;

const idsIn = (value: unknown): string[] =>
	Array.isArray(value) ? value.map(String) : isObject(value) ? Object.keys(value) : [];

/** Changes whose values are lists of channels or objects keyed by channel. */
const ofChannels = ['channels', 'perAccount', 'queueIds'];

/** Returns channel names by ID. Uses the posts that were read, and lists the key's channels only if a name is missing. */
async function namesOf(
	{ accounts }: PublishingClient,
	changes: Changes,
	posts: Post[],
): Promise<ReadonlyMap<string, string>> {
	const ids = ofChannels.flatMap((name) => [...idsIn(changes[name]?.before), ...idsIn(changes[name]?.after)]);
	const names = new Map(
		posts.flatMap(({ channels }) =>
			channels.map(({ accountId, platform, handle }): [string, string] => [
				accountId,
				channelLabel(platform, handle, accountId),
			]),
		),
	);
	if (ids.every((id) => names.has(id))) return names;
	// A missing name must not fail an item after its write.
	const all = await accounts.list().catch(() => []);
	return new Map([
		...names,
		...all.map(({ id, platform, handle }): [string, string] => [id, channelLabel(platform, handle, id)]),
	]);
}

/** Adds channel names to the channel IDs in a value. */
function named(value: unknown, nameOf: (id: string) => string): unknown {
	if (Array.isArray(value)) {
		return value.map((id) => ({ accountId: String(id), channel: nameOf(String(id)) }));
	}
	if (!isObject(value)) return value;
	return mapValues(value, (own, id) => ({
		channel: nameOf(id),
		...(isObject(own) ? own : { value: own }),
	}));
}

/**
 * Returns changes as the output shows them, with times in the time zone and channels by name and ID.
 * @param posts the post before and after the change, as far as they were read
 */
export async function shownChanges(
	client: PublishingClient,
	changes: Changes,
	{ zone, posts }: { zone: string; posts: Post[] },
): Promise<Changes> {
	const names = await namesOf(client, changes, posts);
	const shown = (name: string, value: unknown): unknown =>
		ofChannels.includes(name) ? named(value, (id) => names.get(id) ?? id) : inZone(value, zone);
	return mapValues(changes, ({ before, after }, name) => ({
		before: shown(name, before),
		after: shown(name, after),
	}));
}
