import type { Sleep } from '../../http/types';
import type { PostReads } from './reads';
import type { Post } from '../schemas';

/** The statuses to wait for, and for how long. */
export interface OutcomeWish {
	/** Post statuses to wait for; empty: until no channel is queued, scheduled or publishing. */
	statuses?: readonly string[];
	/** How long to wait, in milliseconds. */
	limitMs: number;
}

/** Why the waiting ended. */
export type OutcomeReason = 'reached' | 'scheduledLater' | 'timeLimit';

/** A post after the wait, and why the wait ended. */
export interface Outcome {
	post: Post;
	reason: OutcomeReason;
}

/** Channel states in which something is still to come (wire details N18). */
const underway = ['queued', 'scheduled', 'publishing'];

const firstPauseMs = 2_000;
const longestPauseMs = 30_000;
/** A post may be moved to an earlier time meanwhile; and a timer over 24.8 days would end immediately. */
const longestSleepMs = 3_600_000;
/** How much longer each pause is than the one before: few requests, and soon enough where it is quick. */
const growth = 1.5;

const isReached = (post: Post, statuses: readonly string[]): boolean =>
	statuses.length > 0
		? statuses.includes(post.status)
		: !post.channels.some(({ status }) => underway.includes(status));

const timeOf = (text: string | null | undefined): number => (text ? Date.parse(text) : Number.NaN);

/** The first moment at which something can happen: now, where a channel is publishing or nobody knows its time. */
function nextEvent({ channels }: Post): number {
	const times = channels
		.filter(({ status }) => underway.includes(status))
		.map(({ status, scheduledAt }) => (status === 'publishing' ? Number.NaN : timeOf(scheduledAt)));
	return times.length === 0 || times.some(Number.isNaN) ? 0 : Math.min(...times);
}

/** Milliseconds since 1970. */
interface Moment {
	now: number;
	deadline: number;
}

/** What ends the waiting, or undefined to go on. */
function reasonToStop(post: Post, wish: OutcomeWish, { deadline, now }: Moment): OutcomeReason | undefined {
	if (isReached(post, wish.statuses ?? [])) return 'reached';
	if (nextEvent(post) > deadline) return 'scheduledLater';
	return now >= deadline ? 'timeLimit' : undefined;
}

/** Sleeps until something can have happened, for an hour at most, and not beyond the deadline. */
const pauseBefore = (post: Post, pauseMs: number, { deadline, now }: Moment): number =>
	Math.max(0, Math.min(Math.max(pauseMs, nextEvent(post) - now), longestSleepMs, deadline - now));

/**
 * Reads a post until its result is known: by conditional reads, which cost almost nothing while nothing changes,
 * at growing distances. A post scheduled for after the time limit is not waited for.
 */
export async function waitForOutcome(
	{ getIfChanged }: Pick<PostReads, 'getIfChanged'>,
	{ sleep, now }: { sleep: Sleep; now: () => number },
	postId: string,
	wish: OutcomeWish,
): Promise<Outcome> {
	const deadline = now() + wish.limitMs;
	let { value, etag } = await getIfChanged(postId);
	// Without an ETag the first answer is a whole post.
	let post = value as Post;
	for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * growth, longestPauseMs)) {
		const moment = { now: now(), deadline };
		const reason = reasonToStop(post, wish, moment);
		if (reason) return { post, reason };
		await sleep(pauseBefore(post, pauseMs, moment));
		({ value, etag } = await getIfChanged(postId, etag));
		post = value ?? post;
	}
}
