import { createHash } from 'node:crypto';
import type { Post } from '../../client/publishing/schemas';
import { compareTimes } from './times';

/** What is remembered of a channel of a post. */
export interface KnownChannel {
	status: string;
	/** How many warnings it had. */
	warnings: number;
}

/** What is remembered of a post, so that the next look at it shows what changed. */
export interface KnownPost {
	status: string;
	updatedAt: string;
	/** By channel id. */
	channels: ReadonlyMap<string, KnownChannel>;
}

/** Posts by id. */
export type KnownPosts = ReadonlyMap<string, KnownPost>;

/** What is remembered after a poll. */
export interface Memory {
	posts: KnownPosts;
	/** Marks of posts that are remembered no more, but that the next listing shows again. */
	marks: ReadonlySet<string>;
}

/** What to remember of a post. */
export function toKnown({ status, updatedAt, channels }: Post): KnownPost {
	const entries = channels.map(({ accountId, status: state, warnings }): [string, KnownChannel] => [
		accountId,
		{ status: state, warnings: warnings.length },
	]);
	return { status, updatedAt, channels: new Map(entries) };
}

/** All that is remembered of a post as one text; channels may come in any order. */
function fingerprint({ status, updatedAt, channels }: KnownPost): string {
	const states = [...channels].map(([id, channel]) => `${id} ${channel.status} ${channel.warnings}`);
	return [updatedAt, status, ...states.sort()].join('\n');
}

/**
 * Whether two looks at a post show the same. The time of the last change alone does not tell: two changes may fall
 * into the same moment.
 */
export const isSame = (a: KnownPost, b: KnownPost): boolean =>
	a.updatedAt === b.updatedAt && fingerprint(a) === fingerprint(b);

/** Whether a look at a post is older than another one: pages may come in any order. */
export const isOlder = (a: KnownPost, b: KnownPost): boolean => compareTimes(a.updatedAt, b.updatedAt) < 0;

/** Length of every mark in characters: 48 bits tell tens of thousands apart. */
export const markLength = 8;

/** A short mark of one look at a post. */
export const markOf = (id: string, post: KnownPost): string =>
	createHash('sha256')
		.update(`${id}\n${fingerprint(post)}`)
		.digest('base64')
		.slice(0, markLength);
