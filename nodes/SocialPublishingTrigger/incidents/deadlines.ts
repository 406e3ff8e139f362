import { createHash } from 'node:crypto';
import { withoutUndefined } from '../../../client/http/json.js';
import { isWaiting } from '../../../client/publishing/posts/channelStates.js';
import type { Post } from '../../../client/publishing/schemas.js';
import type { PostStatus } from '../../../client/publishing/posts/status.js';
import { isTimestamp } from '../../shared/dates.js';
import type { EventAbout, EventName } from '../events.js';

/** What is remembered about a post that is to be published or reviewed. All times are the service's. */
export interface AwaitedPost {
	/** Empty after the post left the statuses in which something is awaited. */
	status: string;
	/** When it's to be published. Undefined if it has no time. */
	dueAt?: string;
	/** Since when it has been waiting for approval, or publishing. */
	since?: string;
	/** What shows whether it began again: a digest of the content in review, or the channels that are done and `updatedAt`. */
	mark?: string;
	/** What was reported, as `event=time`, oldest first. */
	reported: readonly string[];
}

/** By post ID. */
export type AwaitedPosts = ReadonlyMap<string, AwaitedPost>;

/** The limits that the user set, in milliseconds. */
export interface DeadlineLimits {
	graceMs: number;
	reviewLimitMs: number;
	leadMs: number;
}

/** An event that starts the workflow when a time comes, without a change. */
export interface Deadline {
	event: EventAbout<'deadline'>;
	/** The time that the event is about. Undefined if the event can't happen to the post as it is. */
	timeOf(post: AwaitedPost): string | undefined;
	/** How long after that time the event is due, in milliseconds. */
	delayMs(limits: DeadlineLimits): number;
	/** Whether it's too late for the event when the time has come. */
	endsAtTime?: boolean;
	/** The name in the output of the time that the event is about. */
	timeName: 'dueAt' | 'since';
}

/** When each event about a time comes. What is remembered numbers them in this order, so a new one goes to the end. */
const rules: Record<EventAbout<'deadline'>, Omit<Deadline, 'event'>> = {
	postOverdue: {
		timeOf: ({ dueAt }) => dueAt,
		// More than the grace, not exactly.
		delayMs: ({ graceMs }) => graceMs + 1,
		timeName: 'dueAt',
	},
	reviewOverdue: {
		timeOf: ({ status, since }) => (status === 'pending_approval' ? since : undefined),
		delayMs: ({ reviewLimitMs }) => reviewLimitMs + 1,
		timeName: 'since',
	},
	postDueSoon: {
		timeOf: ({ status, dueAt }) => (status === 'scheduled' || status === 'queued' ? dueAt : undefined),
		delayMs: ({ leadMs }) => -leadMs,
		endsAtTime: true,
		timeName: 'dueAt',
	},
};

export const deadlines: readonly Deadline[] = (Object.keys(rules) as Array<EventAbout<'deadline'>>).map(
	(event) => ({ event, ...rules[event] }),
);

/** The names of the events about times. */
export const deadlineEventNames: readonly EventName[] = deadlines.map(({ event }) => event);

/** Writes a time in its shortest form, so that a time always has the same text. Undefined for anything but a time. */
const shortTime = (time: string | null | undefined): string | undefined =>
	isTimestamp(time) ? new Date(time as string).toISOString().replace('.000Z', 'Z') : undefined;

/** Returns the earliest time of the channels that aren't done. A post's own time can be that of a channel that is done. */
function plannedTime(post: Post): string | undefined {
	const { channels, scheduledAt } = post;
	const open = channels.filter((channel) => isWaiting(post, channel));
	const times = open.flatMap((channel) => shortTime(channel.scheduledAt) ?? []);
	const [earliest] = times.sort((a, b) => Date.parse(a) - Date.parse(b));
	return earliest ?? (open.length === channels.length ? shortTime(scheduledAt) : undefined);
}

/** What a post's time can depend on. */
interface Course {
	post: Post;
	/** When it began to publish. */
	since?: string;
	before?: AwaitedPost;
}

/** When a post is to be published, by its status. */
const dueTimes = new Map<string, (course: Course) => string | undefined>([
	['scheduled', ({ post }) => plannedTime(post)],
	['queued', ({ post }) => plannedTime(post)],
	['on_hold', ({ post }) => plannedTime(post) ?? shortTime(post.proposedPublishAt)],
	['pending_approval', ({ post }) => shortTime(post.proposedPublishAt)],
	[
		'publishing',
		({ post, since = '', before }) => {
			const planned = plannedTime(post) ?? shortTime(post.scheduledAt);
			// A post that is published now was due when it began to publish. It can still have the time of an earlier plan.
			const isPlanned = planned !== undefined && planned === before?.dueAt;
			return isPlanned && Date.parse(planned) <= Date.parse(since) ? planned : since;
		},
	],
] satisfies Array<[PostStatus, (course: Course) => string | undefined]>);

/** The statuses in which something is awaited. */
export const awaitedStatuses = [...dueTimes.keys()] as PostStatus[];

/** Length of a digest of a post's content, in characters. */
const digestLength = 8;

function contentDigest({ caption, title, firstComment, linkUrl, mediaAssetIds, channels }: Post): string {
	const own = channels.map((channel) => [
		channel.accountId,
		channel.caption,
		channel.title,
		channel.firstComment,
		channel.boardId,
		channel.options,
	]);
	const content = [
		caption,
		title,
		firstComment,
		linkUrl,
		mediaAssetIds,
		own.map((one) => JSON.stringify(one)).sort(),
	];
	return createHash('sha256').update(JSON.stringify(content)).digest('base64').slice(0, digestLength);
}

/** How to see that something began, by status: the mark of a post, and whether what began before is still going on. */
const beginnings = new Map<
	string,
	{ markOf(post: Post): string; lasts(before: string, mark: string): boolean }
>([
	['pending_approval', { markOf: contentDigest, lasts: (before, mark) => before === mark }],
	[
		'publishing',
		{
			markOf: (post) =>
				`${post.channels.filter((channel) => !isWaiting(post, channel)).length} ${post.updatedAt}`,
			// While it's publishing, a post only changes if another channel is done. Otherwise it's published again.
			lasts: (before, mark) => before === mark || parseInt(mark, 10) > parseInt(before, 10),
		},
	],
]);

function beginningOf(post: Post, before: AwaitedPost | undefined): Pick<AwaitedPost, 'since' | 'mark'> {
	const beginning = beginnings.get(post.status);
	if (!beginning) return {};
	const mark = beginning.markOf(post);
	const isSame =
		before?.status === post.status && before.mark !== undefined && beginning.lasts(before.mark, mark);
	return { since: (isSame ? before.since : undefined) ?? shortTime(post.updatedAt), mark };
}

/** Returns what to remember about a post. */
export function toAwaitedPost(post: Post, before?: AwaitedPost): AwaitedPost {
	const reported = before?.reported ?? [];
	const dueTime = dueTimes.get(post.status);
	if (!dueTime) return { status: '', reported };
	const { since, mark } = beginningOf(post, before);
	return withoutUndefined({
		status: post.status,
		dueAt: dueTime({ post, since, before }),
		since,
		mark,
		reported,
	});
}

const reportOf = ({ event }: Deadline, time: string): string => `${event}=${time}`;

/** Whether a deadline is still to be reported for a post, now or later. */
function isPending(deadline: Deadline, post: AwaitedPost, now: number): boolean {
	const time = deadline.timeOf(post);
	if (time === undefined || post.reported.includes(reportOf(deadline, time))) return false;
	return !deadline.endsAtTime || now < Date.parse(time);
}

/** How long a reported time is remembered after it has passed, in milliseconds. A post can come back with the same time. */
const reportedMs = 30 * 24 * 3_600_000;

const isRemembered = ({ reported }: AwaitedPost, now: number): boolean =>
	reported.some((report) => now - Date.parse(report.replace(/^.*=/, '')) < reportedMs);

/** How many reports are remembered of a post. */
const reportsMax = 20;

/** The most posts to remember. */
const awaitedMax = 2_000;

/** Returns only the posts that are still needed. If there are too many, keeps those with the next deadlines. */
export function forgetOthers(posts: AwaitedPosts, chosen: readonly Deadline[], now: number): AwaitedPosts {
	const nextOf = (post: AwaitedPost): number =>
		Math.min(
			...chosen
				.filter((deadline) => isPending(deadline, post, now))
				.map((deadline) => Date.parse(deadline.timeOf(post) ?? '')),
		);
	const ranked = [...posts]
		.map(([id, post]) => ({ id, post, next: nextOf(post) }))
		.filter(({ post, next }) => next < Infinity || isRemembered(post, now));
	if (ranked.length === posts.size && ranked.length <= awaitedMax) return posts;
	if (ranked.length > awaitedMax) ranked.sort((a, b) => a.next - b.next);
	return new Map(ranked.slice(0, awaitedMax).map(({ id, post }) => [id, post]));
}

/** Adds new versions of posts, in their order. Forgets posts that don't pass `isWanted`. */
export function takeVersions(
	before: AwaitedPosts,
	versions: readonly Post[],
	isWanted: (post: Post) => boolean,
): AwaitedPosts {
	const posts = new Map(before);
	for (const post of versions) {
		const known = posts.get(post.id);
		if (isWanted(post)) posts.set(post.id, toAwaitedPost(post, known));
		else posts.delete(post.id);
	}
	return posts;
}

/** Returns the deadlines of a post that have come and weren't reported. */
export const dueDeadlines = (
	post: AwaitedPost,
	{ chosen, limits, now }: { chosen: readonly Deadline[]; limits: DeadlineLimits; now: number },
): Deadline[] =>
	chosen.filter(
		(deadline) =>
			isPending(deadline, post, now) &&
			now >= Date.parse(deadline.timeOf(post) ?? '') + deadline.delayMs(limits),
	);

/** Returns a post whose deadlines have been reported, or won't be. */
export function withReported(post: AwaitedPost, reported: readonly Deadline[]): AwaitedPost {
	const reports = reported.flatMap((deadline) => {
		const time = deadline.timeOf(post);
		return time === undefined ? [] : [reportOf(deadline, time)];
	});
	return reports.length === 0
		? post
		: { ...post, reported: [...post.reported, ...reports].slice(-reportsMax) };
}
