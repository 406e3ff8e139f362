import type { Post, PostChannel } from '../../client/publishing/schemas';
import { eventOfStatus, type EventName } from './events';
import { isOlder, isSame, markOf, toKnown, type KnownPost, type KnownPosts, type Memory } from './known';

/** A post that is not as it was at the last look. */
export interface Change {
	post: Post;
	/** How it was; undefined for a post seen for the first time. */
	before?: KnownPost;
}

/** Something the user may have asked for. */
export interface Occurrence {
	event: EventName;
	/** Null when it is not known. */
	previousStatus: string | null;
	post: Post;
	/** For events of a single channel. */
	channel?: PostChannel;
}

/** What a look at some posts shows. */
export interface Look {
	changes: Change[];
	/** What is known afterwards. */
	known: KnownPosts;
}

const isAfter = (time: string | null | undefined, start: string): boolean =>
	typeof time === 'string' && Date.parse(time) > Date.parse(start);

/**
 * Compares posts with what is known of them. Posts may come in any order, twice, or older than known.
 * A post seen for the first time is a change only if it was changed after the watch began; all times are the service's.
 */
export function look({ posts: known, recent }: Memory, posts: Post[], startedAt: string): Look {
	const seen = new Set(recent);
	const after: KnownPosts = { ...known };
	const changes = new Map<string, Change>();
	for (const post of posts) {
		const now = toKnown(post);
		const latest = after[post.id];
		if (latest && (isSame(latest, now) || isOlder(now, latest))) continue;
		after[post.id] = now;
		const before = known[post.id];
		const isNews =
			before !== undefined || (isAfter(post.updatedAt, startedAt) && !seen.has(markOf(post.id, post)));
		if (isNews) changes.set(post.id, { post, before });
	}
	const inOrder = [...changes.values()].sort(
		(a, b) => Date.parse(a.post.updatedAt) - Date.parse(b.post.updatedAt),
	);
	return { changes: inOrder, known: after };
}

/**
 * Whether a state seen for the first time began after the watch did. A post made since then entered it in any case; of
 * an older one the publish time tells, and where there is none it is taken as new: rather twice than not at all.
 */
function isNewState(createdAt: string, publishedAt: string | null | undefined, startedAt: string): boolean {
	return isAfter(createdAt, startedAt) || !publishedAt || isAfter(publishedAt, startedAt);
}

function postEvents({ post, before }: Change, startedAt: string): Occurrence[] {
	const { status, createdAt, publishedAt } = post;
	const event = eventOfStatus(status);
	const hasEntered = before ? before.status !== status : isNewState(createdAt, publishedAt, startedAt);
	const previousStatus = before?.status ?? null;
	const isCreated = !before && isAfter(createdAt, startedAt);
	return [
		...(isCreated ? [{ event: 'postCreated' as const, previousStatus, post }] : []),
		...(event && hasEntered ? [{ event, previousStatus, post }] : []),
		{ event: 'anyChange', previousStatus, post },
	];
}

const channelStates: Record<string, EventName> = { failed: 'channelFailed', published: 'channelPublished' };

function channelEvents(channel: PostChannel, { post, before }: Change, startedAt: string): Occurrence[] {
	const { accountId, status, publishedAt, warnings } = channel;
	const [stateBefore, warningsBefore] = before?.channels[accountId] ?? [null, 0];
	const event = channelStates[status];
	const hasEntered = before ? stateBefore !== status : isNewState(post.createdAt, publishedAt, startedAt);
	const hasWarnings = warnings.length > warningsBefore && (before !== undefined || hasEntered);
	const found = { previousStatus: stateBefore, post, channel };
	return [
		...(event && hasEntered ? [{ event, ...found }] : []),
		...(hasWarnings ? [{ event: 'channelWarning' as const, ...found }] : []),
	];
}

/** Everything that happened to a post between two looks. */
export function occurrencesOf(change: Change, startedAt: string): Occurrence[] {
	return [
		...postEvents(change, startedAt),
		...change.post.channels.flatMap((channel) => channelEvents(channel, change, startedAt)),
	];
}
