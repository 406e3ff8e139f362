import { createHash } from 'node:crypto';
import type { Post } from '../../client/publishing/schemas';

/** What is remembered of a channel of a post: its state and how many warnings it had. */
export type KnownChannel = [status: string, warnings: number];

/** What is remembered of a post, so that the next look at it shows what changed. */
export interface KnownPost {
	status: string;
	updatedAt: string;
	/** By channel id. */
	channels: Record<string, KnownChannel>;
}

/** Posts by id. */
export type KnownPosts = Record<string, KnownPost>;

/**
 * How much is remembered in full: posts and their channels together. An entry takes about 60 bytes, so that this part
 * of a trigger's state stays under 300 kB whatever the workspace holds.
 */
export const knownEntriesMax = 4_000;

/** What is remembered after a poll. */
export interface Memory {
	posts: KnownPosts;
	/** Marks of posts that are no longer known but that the next listing shows again: 12 bytes each. */
	recent: string[];
}

const settledStatuses = ['published', 'partially_published', 'failed', 'rejected'];

const isSettled = ({ status }: KnownPost): boolean => settledStatuses.includes(status);
const weight = ({ channels }: KnownPost): number => 1 + Object.keys(channels).length;
const age = ({ updatedAt }: KnownPost): number => Date.parse(updatedAt);

/** What to remember of a post. */
export function toKnown({ status, updatedAt, channels }: Post): KnownPost {
	const entries = channels.map(({ accountId, status: state, warnings }): [string, KnownChannel] => [
		accountId,
		[state, warnings.length],
	]);
	return { status, updatedAt, channels: Object.fromEntries(entries) };
}

/** Whether two looks at a post show the same. */
export const isSame = (a: KnownPost, b: KnownPost): boolean =>
	a.updatedAt === b.updatedAt &&
	JSON.stringify([a.status, a.channels]) === JSON.stringify([b.status, b.channels]);

/** Whether a look at a post is older than what is known: pages may come in any order. */
export const isOlder = (a: KnownPost, b: KnownPost): boolean => age(a) < age(b);

/** A short mark of one version of a post; 48 bits tell tens of thousands apart. */
export const markOf = (id: string, { updatedAt }: Pick<KnownPost, 'updatedAt'>): string =>
	createHash('sha256').update(`${id}@${updatedAt}`).digest('base64').slice(0, 8);

/**
 * Forgets what is too much: settled posts before others, and of each the oldest first. Of a forgotten post that the
 * next listing, which begins at `since`, will show again, a mark is kept.
 */
export function bounded(posts: KnownPosts, since: string, entriesMax = knownEntriesMax): Memory {
	const newestFirst = Object.entries(posts).sort(
		([, a], [, b]) => Number(isSettled(a)) - Number(isSettled(b)) || age(b) - age(a),
	);
	let entries = 0;
	const fits = newestFirst.map(([, post]) => (entries += weight(post)) <= entriesMax);
	const kept = newestFirst.filter((_, index) => fits[index]);
	const forgotten = newestFirst.filter((_, index) => !fits[index]);
	const recent = forgotten.filter(([, post]) => age(post) >= Date.parse(since));
	return { posts: Object.fromEntries(kept), recent: recent.map(([id, post]) => markOf(id, post)) };
}
