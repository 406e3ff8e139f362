import type { Sleep } from '../../http/types.js';
import type { PostReads } from './reads.js';
import type { Post } from '../schemas.js';
import { lastStateOf } from './channelStates.js';
import { hasTrait, isDraft } from './status.js';

/** Which statuses to wait for, and how long. */
export interface OutcomeOptions {
	/** Post statuses to wait for. Empty waits until the post's own status is final. */
	statuses?: readonly string[];
	/** The longest wait, in milliseconds. */
	limitMs: number;
	/** How long after it was published to read the post again, in milliseconds. Default: 0, which reads it only once. */
	confirmAfterMs?: number;
}

/** Why the wait ended. A draft has no result, because nobody publishes it. */
type OutcomeReason = 'draft' | 'reached' | 'scheduledLater' | 'takenBack' | 'timeLimit';

/** A post at the end of the wait, and why the wait ended. */
export interface Outcome {
	post: Post;
	reason: OutcomeReason;
	/** The IDs of the channels that took the post back while the wait went on. */
	takenBack: string[];
}

const firstPauseMs = 2_000;
const longestPauseMs = 30_000;
/** One hour, because someone can move the post to an earlier time. Also, a timer over 24.8 days would end immediately. */
const longestSleepMs = 3_600_000;
/**
 * How much longer each pause is than the one before. Short first pauses notice quick results, and long later ones save
 * requests.
 */
const growth = 1.5;

/**
 * Only the post's own status decides, because the statuses of its channels are free texts (contract section 3, wire details N18).
 */
const isReached = (post: Post, statuses: readonly string[]): boolean =>
	statuses.length > 0 ? statuses.includes(post.status) : hasTrait(post, 'settled');

/** The earliest time at which a post that waits for its time can change by itself. 0 for a post that can change at any time. */
function nextEvent({ status, scheduledAt, channels }: Post): number {
	if (!['queued', 'scheduled'].includes(status)) return 0;
	const times = [scheduledAt, ...channels.map((channel) => channel.scheduledAt)].flatMap((time) =>
		time ? [Date.parse(time)] : [],
	);
	return times.length === 0 || times.some(Number.isNaN) ? 0 : Math.min(...times);
}

/** Milliseconds since 1970. */
interface Moment {
	now: number;
	deadline: number;
}

/** Returns why the wait ends, or undefined to continue. */
function reasonToStop(
	post: Post,
	{ statuses = [] }: OutcomeOptions,
	{ deadline, now }: Moment,
): OutcomeReason | undefined {
	if (isReached(post, statuses)) return statuses.length === 0 && isDraft(post) ? 'draft' : 'reached';
	if (nextEvent(post) > deadline) return 'scheduledLater';
	return now >= deadline ? 'timeLimit' : undefined;
}

/**
 * How long to sleep before the next read. At least until the status can change, but at most an hour, and never past the
 * deadline.
 */
const pauseBefore = (post: Post, pauseMs: number, { deadline, now }: Moment): number =>
	Math.max(0, Math.min(Math.max(pauseMs, nextEvent(post) - now), longestSleepMs, deadline - now));

/** Returns the IDs of the channels on which a post was published, and isn't any more. */
const takenBackBetween = (before: Post, after: Post): string[] =>
	before.channels
		.filter((channel) => lastStateOf(before, channel) === 'published')
		.map(({ accountId }) => accountId)
		.filter((id) =>
			after.channels.some((channel) => channel.accountId === id && lastStateOf(after, channel) === 'failed'),
		);

/**
 * Waits until the result of a post is known. It uses conditional reads, which cost almost nothing while nothing changes, with
 * growing pauses between them. Doesn't wait for a post that is scheduled for after the time limit. A post that is published on a channel is
 * read again if the options say so, because networks take posts back.
 */
export async function waitForOutcome(
	{ getIfChanged }: Pick<PostReads, 'getIfChanged'>,
	{ sleep, now }: { sleep: Sleep; now: () => number },
	postId: string,
	options: OutcomeOptions,
): Promise<Outcome> {
	const deadline = now() + options.limitMs;
	let { value, etag } = await getIfChanged(postId);
	// The first read has no ETag, so it always returns a post.
	let post = value as Post;
	const confirmed = async (published: Post, reason: OutcomeReason): Promise<Outcome> => {
		const { confirmAfterMs = 0 } = options;
		const isPublished = published.channels.some((channel) => lastStateOf(published, channel) === 'published');
		if (confirmAfterMs === 0 || reason !== 'reached' || !isPublished)
			return { post: published, reason, takenBack: [] };
		await sleep(confirmAfterMs);
		const latest = (await getIfChanged(postId, etag)).value ?? published;
		const takenBack = takenBackBetween(published, latest);
		return { post: latest, reason: takenBack.length > 0 ? 'takenBack' : reason, takenBack };
	};
	for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * growth, longestPauseMs)) {
		const moment = { now: now(), deadline };
		const reason = reasonToStop(post, options, moment);
		if (reason) return await confirmed(post, reason);
		await sleep(pauseBefore(post, pauseMs, moment));
		({ value, etag } = await getIfChanged(postId, etag));
		post = value ?? post;
	}
}
