import type { Post, PostChannel, PostStatus } from '../../../sandbox';
import type { PublishingApi } from '../../sandbox/publishingApi';

/** An event in short form: post, event, channel, previous and new status. */
export type Entry = string;

/** What the trigger must emit. */
interface Expected {
	required: Entry[];
	/** Optional: events of posts created before the trigger started that weren't in the list yet. They can have changed since. */
	allowed: Entry[];
}

/** Posts at the last poll, by ID. */
export type KnownPosts = ReadonlyMap<string, Post>;

const eventOf: Partial<Record<PostStatus, string>> = {
	approved: 'approved',
	changes_requested: 'changesRequested',
	failed: 'failed',
	on_hold: 'onHold',
	partially_published: 'partiallyPublished',
	pending_approval: 'sentToReview',
	published: 'published',
	queued: 'queued',
	rejected: 'rejected',
	scheduled: 'scheduled',
};

/** Every event, as the trigger names it. */
export const allEvents = [
	...Object.values(eventOf),
	'dealtWith',
	'postCreated',
	'channelPublished',
	'channelFailed',
	'channelWarning',
	'anyChange',
];

/** Formats an event in short form. */
export const entryOf = (
	id: string,
	event: string,
	previous: string | null,
	status: string,
	channelId = '',
): Entry => `${id} ${event} ${channelId} ${previous}>${status}`;

/** States in which a post changes only by leaving the state. */
const untouched = ['failed', 'pending_approval'];

const hasMoved = (post: Post, before: Post | undefined): before is Post =>
	before !== undefined && Date.parse(post.updatedAt) > Date.parse(before.updatedAt);

function channelEntries(post: Post, channel: PostChannel, postBefore: Post | undefined): Entry[] {
	const { id } = post;
	const { accountId, status, warnings } = channel;
	const before = postBefore?.channels.find((other) => other.accountId === accountId);
	const previous = before?.status ?? null;
	const hasFailedAgain = status === 'failed' && hasMoved(post, postBefore) && postBefore.status === 'failed';
	const hasEntered =
		hasFailedAgain || (previous !== status && (status === 'published' || status === 'failed'));
	const event = status === 'published' ? 'channelPublished' : 'channelFailed';
	const oldWarnings = hasEntered ? 0 : (before?.warnings.length ?? 0);
	return [
		...(hasEntered ? [entryOf(id, event, previous, status, accountId)] : []),
		...(warnings.length > oldWarnings ? [entryOf(id, 'channelWarning', previous, status, accountId)] : []),
	];
}

/** What reveals a change. Two edits with the same timestamp look the same. */
const contentOf = ({ updatedAt, status, channels }: Post): string =>
	JSON.stringify([updatedAt, status, channels.map(({ accountId, status: state }) => [accountId, state])]);

function entriesOf(post: Post, before: Post | undefined): Entry[] {
	const { id, status } = post;
	const previous = before?.status ?? null;
	const hasReturned = untouched.includes(status) && hasMoved(post, before);
	const event = previous === status && !hasReturned ? undefined : eventOf[status];
	const { attentionResolvedAt: at } = post;
	const isDealtWith = at !== null && at !== before?.attentionResolvedAt;
	const entries = [
		...(before ? [] : [entryOf(id, 'postCreated', null, status)]),
		...(event ? [entryOf(id, event, previous, status)] : []),
		...(isDealtWith ? [entryOf(id, 'dealtWith', previous, status)] : []),
		...post.channels.flatMap((channel) => channelEntries(post, channel, before)),
	];
	const hasChanged = before !== undefined && contentOf(before) !== contentOf(post);
	return entries.length === 0 && hasChanged ? [entryOf(id, 'anyChange', previous, status)] : entries;
}

/**
 * The simplest correct trigger, used to check the real one. It lists every post at every poll and compares each with its
 * earlier version.
 */
export class ReferenceTrigger {
	private startedAt = 0;

	constructor(
		private readonly api: PublishingApi,
		/** Undefined before the first poll. */
		public posts: KnownPosts | undefined = undefined,
	) {}

	/** Lists all posts and returns what the trigger must emit. */
	async poll(): Promise<Expected> {
		const { body } = await this.api.send('GET', '/posts/?limit=100');
		const listed = (body.data ?? []) as unknown as Post[];
		const { posts: before } = this;
		this.posts = new Map([...(before ?? []), ...listed.map((post): [string, Post] => [post.id, post])]);
		if (before === undefined) {
			this.startedAt = this.api.sandbox.clock.now().getTime();
			return { required: [], allowed: [] };
		}
		const isUndecided = (post: Post) => !before.has(post.id) && Date.parse(post.createdAt) <= this.startedAt;
		const entries = (some: Post[]) => some.flatMap((post) => entriesOf(post, before.get(post.id)));
		return {
			required: entries(listed.filter((post) => !isUndecided(post))),
			allowed: listed
				.filter(isUndecided)
				.flatMap((post) => [...entriesOf(post, undefined), entryOf(post.id, 'anyChange', null, post.status)]),
		};
	}
}
