import type { Post, PostChannel, PostStatus } from '../../../sandbox';
import type { Talk } from '../../sandbox/talk';

/** An event in short: post, event, channel, previous and new status. */
export type Entry = string;

/** What an observer expects to be told. */
export interface Expected {
	must: Entry[];
	/** Posts that were made before the watch began, but were not in the list yet: both is right. */
	may: Entry[];
}

/** How posts stood when the observer looked last, by id. */
export type Looks = ReadonlyMap<string, Post>;

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

/** Every event, as the trigger names them. */
export const allEvents = [
	...Object.values(eventOf),
	'postCreated',
	'channelPublished',
	'channelFailed',
	'channelWarning',
	'anyChange',
];

/** Writes an event in short. */
export const entryOf = (
	id: string,
	event: string,
	previous: string | null,
	status: string,
	channelId = '',
): Entry => `${id} ${event} ${channelId} ${previous}>${status}`;

/** States in which a post is changed by nothing but what takes it out of them. */
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
	const known = hasEntered ? 0 : (before?.warnings.length ?? 0);
	return [
		...(hasEntered ? [entryOf(id, event, previous, status, accountId)] : []),
		...(warnings.length > known ? [entryOf(id, 'channelWarning', previous, status, accountId)] : []),
	];
}

/** What a person who watches takes note of. Two edits within one moment look the same. */
const pictureOf = ({ updatedAt, status, channels }: Post): string =>
	JSON.stringify([updatedAt, status, channels.map(({ accountId, status: state }) => [accountId, state])]);

function entriesOf(post: Post, before: Post | undefined): Entry[] {
	const { id, status } = post;
	const previous = before?.status ?? null;
	const hasReturned = untouched.includes(status) && hasMoved(post, before);
	const event = previous === status && !hasReturned ? undefined : eventOf[status];
	const entries = [
		...(before ? [] : [entryOf(id, 'postCreated', null, status)]),
		...(event ? [entryOf(id, event, previous, status)] : []),
		...post.channels.flatMap((channel) => channelEntries(post, channel, before)),
	];
	const hasChanged = before !== undefined && pictureOf(before) !== pictureOf(post);
	return entries.length === 0 && hasChanged ? [entryOf(id, 'anyChange', previous, status)] : entries;
}

/**
 * The naive way to watch, and the measure of the trigger: it lists every post at every poll and compares each with how
 * it stood before.
 */
export class Observer {
	private begunAt = 0;

	constructor(
		private readonly talk: Talk,
		/** Undefined before the first look. */
		public looks: Looks | undefined = undefined,
	) {}

	/** Lists all posts and says what has to be told. */
	async look(): Promise<Expected> {
		const { body } = await this.talk.ask('GET', '/posts/?limit=100');
		const posts = (body.data ?? []) as unknown as Post[];
		const { looks: before } = this;
		this.looks = new Map([...(before ?? []), ...posts.map((post): [string, Post] => [post.id, post])]);
		if (before === undefined) {
			this.begunAt = this.talk.sandbox.clock.now().getTime();
			return { must: [], may: [] };
		}
		const isGrey = (post: Post) => !before.has(post.id) && Date.parse(post.createdAt) <= this.begunAt;
		const told = (some: Post[]) => some.flatMap((post) => entriesOf(post, before.get(post.id)));
		return { must: told(posts.filter((post) => !isGrey(post))), may: told(posts.filter(isGrey)) };
	}
}
