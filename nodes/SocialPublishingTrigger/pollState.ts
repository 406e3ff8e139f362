import { isObject, recordOf, withoutUndefined } from '../../client/http/json.js';
import { hasTrait } from '../../client/publishing/posts/status.js';
import { isTimestamp } from '../shared/dates.js';
import type { FeedPosition } from './changeFeed.js';
import { isListOfTexts, isOptional, isShape, isTable, isText, type Guard } from './guards.js';
import { writeIncidents, type IncidentState, type StoredIncidents } from './incidents/incidentState.js';
import { packedTime, packId, packTime, unpackId, unpackTime } from './compact.js';
import { digestLength, digestOf, type SeenChannel, type SeenPost, type SeenPosts } from './seenPosts.js';
import type { SettingsFingerprint } from './settings.js';

/**
 * The stored form of seen posts. It uses flat strings, because n8n observes every object in static data. A post is one line,
 * `updatedAt|status|channel.status.warnings|…`, in which the index in `names` replaces channel IDs and statuses, and IDs and times
 * are packed. A channel with the post's status and no warnings is only its index. The line of a post with which someone can deal ends
 * with `|@`, and with the time after someone did. Version 1 had no such ends.
 */
export interface StoredSeenPosts {
	/** Channel IDs and statuses, packed like IDs. */
	names: string[];
	/** Lines by packed post ID. */
	posts: Record<string, string>;
	digests: string;
}

/** How far the trigger has read. */
export interface Progress {
	/** The service's time when the trigger started. Earlier changes don't start the workflow. */
	startedAt: string;
	position: FeedPosition;
	seen: SeenPosts;
}

/**
 * The versions of the stored state that can be read. The last one is written. Add one if an earlier build of this package couldn't read what
 * this one writes.
 */
export const stateVersions = [1, 2] as const;

/**
 * What the trigger stores in the node's static data between polls. It's about 0.1 megabytes for 1,000 posts, and under half a megabyte,
 * however large the workspace is.
 */
export interface PollState extends SettingsFingerprint, Omit<Progress, 'seen'> {
	/** One of {@link stateVersions}. */
	version: number;
	/** Counts the states written. Two polls that overlap start from the same number, and the slower one discards its result. */
	revision: number;
	/** The ID of the API key, if the user wants only its posts. */
	credentialId?: string;
	seen: StoredSeenPosts;
	/** Only if the user chose events that need it. */
	incidents?: StoredIncidents;
}

/** How much is remembered. Both together are about 0.3 megabytes. */
export const bounds = {
	/**
	 * Posts, in characters of JSON. Enough for about 2,500 posts on four channels each. A post that is no longer remembered
	 * counts as seen for the first time when it changes.
	 */
	postsSizeMax: 175_000,
	/** Digests. Many times what a workspace can write in a minute (contract section 8). */
	digestsMax: 20_000,
};

/** Characters of JSON around a line and its ID (quotes, colon and comma), and around a name (quotes and comma). */
const lineFrame = 6;
const nameFrame = 3;

/** Begins the end of a line that says whether someone dealt with the post. */
const dealtWithMark = '@';

const namesIn = ({ status, channels }: SeenPost): string[] => [
	status,
	...[...channels].flatMap(([id, channel]) => [id, channel.status]),
];

/** Writes lines until the limit is reached. */
class LineWriter {
	readonly posts: Record<string, string> = recordOf([]);
	private readonly indexes = new Map<string, string>();
	private size = 0;

	constructor(private readonly sizeMax: number) {}

	/** Adds a post. Returns false if it no longer fits. */
	add(id: string, post: SeenPost): boolean {
		const newNames = new Set(namesIn(post).filter((name) => !this.indexes.has(name)));
		for (const name of newNames) this.indexes.set(name, this.indexes.size.toString(36));
		const line = this.lineOf(post);
		const packed = packId(id);
		this.size += packed.length + line.length + lineFrame;
		for (const name of newNames) this.size += packId(name).length + nameFrame;
		const fits = this.size <= this.sizeMax;
		if (fits) this.posts[packed] = line;
		else newNames.forEach((name) => this.indexes.delete(name));
		return fits;
	}

	names(): string[] {
		return [...this.indexes.keys()].map(packId);
	}

	private lineOf({ updatedAt, status, channels, dealtWithAt }: SeenPost): string {
		const states = [...channels].map(([id, channel]) => {
			const isUsual = channel.status === status && channel.warnings === 0;
			const state = isUsual ? [] : [this.indexes.get(channel.status), channel.warnings];
			return [this.indexes.get(id), ...state].join('.');
		});
		const end =
			dealtWithAt === undefined ? [] : [`${dealtWithMark}${dealtWithAt ? packTime(dealtWithAt) : ''}`];
		return [packTime(updatedAt), this.indexes.get(status), ...states, ...end].join('|');
	}
}

/** Sorts posts by what to keep first: open posts before settled ones, and the newest of each first. */
function mostRelevantFirst(posts: SeenPosts['posts']): Array<[string, SeenPost]> {
	const ranked = [...posts].map(([id, post]) => ({
		entry: [id, post] as [string, SeenPost],
		isSettled: Number(hasTrait(post, 'settled') && !hasTrait(post, 'unfinished')),
		time: Date.parse(post.updatedAt),
	}));
	ranked.sort((a, b) => a.isSettled - b.isSettled || b.time - a.time);
	return ranked.map(({ entry }) => entry);
}

/** Decides which digests are still needed. */
interface DigestScope {
	/** Where the next listing starts. Earlier changes aren't listed again. */
	watermark: string;
	/** Whether earlier digests belong to posts that can be listed again. */
	keepsDigests: boolean;
}

/** Writes seen posts within the limits. A post that is dropped but will be listed again leaves a digest. */
export function writeSeenPosts(
	{ posts, digests }: SeenPosts,
	{ watermark, keepsDigests }: DigestScope,
	{ postsSizeMax, digestsMax } = bounds,
): StoredSeenPosts {
	const writer = new LineWriter(postsSizeMax);
	const ranked = mostRelevantFirst(posts);
	const keptCount = ranked.findIndex(([id, post]) => !writer.add(id, post));
	const dropped = keptCount < 0 ? [] : ranked.slice(keptCount);
	const start = Date.parse(watermark);
	const newDigests = dropped
		.filter(([, { updatedAt }]) => Date.parse(updatedAt) >= start)
		.map(([id, post]) => digestOf(id, post))
		.reverse();
	// Oldest first, because the oldest are the first that are no longer needed.
	const all = [...new Set([...(keepsDigests ? digests : []), ...newDigests])];
	return { names: writer.names(), posts: writer.posts, digests: all.slice(-digestsMax).join('') };
}

/** Reads seen posts. Takes a few milliseconds if they reach the limit. */
export function readSeenPosts({ names, posts, digests }: StoredSeenPosts): SeenPosts {
	const unpacked = names.map(unpackId);
	const nameAt = (index = ''): string => unpacked[parseInt(index, 36)] ?? '';
	const entries = Object.entries(posts).map(([id, line]): [string, SeenPost] => {
		const [updatedAt = '', status, ...rest] = line.split('|');
		const texts = rest.filter((text) => !text.startsWith(dealtWithMark));
		const dealtWith = rest.find((text) => text.startsWith(dealtWithMark))?.slice(dealtWithMark.length);
		const channels = texts.map((text): [string, SeenChannel] => {
			const [channelId, ownStatus = status, warnings = '0'] = text.split('.');
			return [nameAt(channelId), { status: nameAt(ownStatus), warnings: Number(warnings) }];
		});
		const post = {
			updatedAt: unpackTime(updatedAt),
			status: nameAt(status),
			channels: new Map(channels),
			...(dealtWith === undefined ? {} : { dealtWithAt: dealtWith === '' ? null : unpackTime(dealtWith) }),
		};
		return [unpackId(id), post];
	});
	const all = digests.match(new RegExp(`.{${digestLength}}`, 'g')) ?? [];
	return { posts: new Map(entries), digests: new Set(all) };
}

const lineShape = new RegExp(
	`^${packedTime}\\|[0-9a-z]+(\\|[0-9a-z]+(\\.[0-9a-z]+\\.\\d+)?)*(\\|${dealtWithMark}(${packedTime})?)?$`,
);

/** Checks only the format, which is faster than reading the line. */
const isLine: Guard = (line) => typeof line === 'string' && lineShape.test(line);

/** Whether each index in a line is that of a name. A line of another version has others. */
const hasItsNames = ({ names, posts }: StoredSeenPosts): boolean =>
	Object.values(posts).every((line) =>
		line
			.split('|')
			.slice(1)
			.filter((part) => !part.startsWith(dealtWithMark))
			.flatMap((part) => part.split('.').slice(0, 2))
			.every((index) => parseInt(index, 36) < names.length),
	);

const areSeenPosts: Guard = (value) =>
	isShape({ names: isListOfTexts, posts: isTable(isLine), digests: isText })(value) &&
	hasItsNames(value as StoredSeenPosts);

const isState = isShape({
	version: (value) => stateVersions.some((version) => version === value),
	revision: (value) => Number.isSafeInteger(value),
	settings: isText,
	key: isText,
	startFrom: isText,
	credentialId: isOptional(isText),
	startedAt: isTimestamp,
	position: isShape({
		watermark: isTimestamp,
		etag: isOptional(isShape({ query: isText, value: isText })),
		listing: isOptional(isShape({ cursor: isText, serverTime: isTimestamp })),
	}),
	seen: areSeenPosts,
	// What can't be read of it begins anew. The rest is worth keeping.
	incidents: isOptional(isObject),
});

/** Returns the revision of a stored state, whatever else it contains. Returns 0 if there is none. */
export function revisionOf(stored: unknown): number {
	const revision = isObject(stored) ? stored.revision : undefined;
	return Number.isSafeInteger(revision) ? (revision as number) : 0;
}

/** Returns a stored state of this version or an earlier one. Undefined if there is none or its format differs. */
export const readState = (stored: unknown): Omit<PollState, 'version'> | undefined =>
	isState(stored) ? (stored as PollState) : undefined;

/** The parts of a state that aren't about progress. */
type StateHead = SettingsFingerprint & Pick<PollState, 'revision' | 'credentialId'>;

/** A plain copy, because n8n's observed objects can't be copied. */
const copyOf = ({ watermark, etag, listing }: FeedPosition): FeedPosition =>
	withoutUndefined({ watermark, etag: etag && { ...etag }, listing: listing && { ...listing } });

/** Creates a state to store. */
export function writeState(
	{ settings, key, startFrom, revision, credentialId }: StateHead,
	{ startedAt, position, seen }: Progress,
	{ keepsDigests, incidents }: Pick<DigestScope, 'keepsDigests'> & { incidents?: IncidentState },
): PollState {
	return withoutUndefined({
		version: Math.max(...stateVersions),
		revision,
		settings,
		key,
		startFrom,
		credentialId,
		startedAt,
		position: copyOf(position),
		seen: writeSeenPosts(seen, { watermark: position.watermark, keepsDigests }),
		incidents: incidents && writeIncidents(incidents),
	});
}
