import { comparableText, isBlank } from '../../http/text.js';
import type { Sleep } from '../../http/types.js';
import type { Accounts } from '../accounts.js';
import type { PostReads } from '../posts/reads.js';
import type { Post } from '../schemas.js';
import { statusesWith } from '../posts/status.js';
import { comparedPost, plannedPost, type ComparedChannel, type ComparedPost } from './comparedPosts.js';
import type { PostToCheck } from '../validation/types.js';
import { likenessOf, type Likeness } from './similarity.js';
import { wordsOf, type ComparedWords } from './words.js';

/** What counts as a clash. A limit of 0 turns a comparison off. */
export interface ClashLimits {
	/** Days before and after the planned time in which the same text clashes. */
	textDays: number;
	/** Minutes before and after the planned time in which any other post on the channel clashes. */
	spacingMinutes: number;
}

/** Why two posts clash on a channel. */
export type ClashReason = 'sameText' | 'similarText' | 'closeInTime';

/** A post that another one clashes with on one channel. */
export interface Clash<Other extends ComparedPost = ComparedPost> {
	reason: ClashReason;
	/** The channel of the planned post. */
	channel: ComparedChannel;
	other: Other;
	otherChannel: ComparedChannel;
	/** How many minutes later the other post is. Negative if it's earlier. Undefined if one of the times isn't known. */
	minutesLater?: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Compares texts, and keeps their words, because each text is compared with many others. */
class TextComparer {
	private readonly wordsByText = new Map<string, ComparedWords>();

	/** The last comparison of a text. Most channels of a post have the same text, so it's often the next one, too. */
	private readonly lastOf = new Map<string, { other: string; likeness: Likeness }>();

	compare(one: string, other: string): Likeness {
		const [text, otherText] = [comparableText(one), comparableText(other)];
		if (text === '' || otherText === '') return undefined;
		const last = this.lastOf.get(text);
		if (last?.other === otherText) return last.likeness;
		const likeness = text === otherText ? 'same' : likenessOf(this.wordsOf(text), this.wordsOf(otherText));
		this.lastOf.set(text, { other: otherText, likeness });
		return likeness;
	}

	private wordsOf(text: string): ComparedWords {
		const words = this.wordsByText.get(text) ?? wordsOf(text);
		this.wordsByText.set(text, words);
		return words;
	}
}

/** Compares what two posts show on a channel. On a channel with titles, posts with different titles are different. */
function likenessOn(comparer: TextComparer, planned: ComparedChannel, other: ComparedChannel): Likeness {
	const hasTitles = planned.isTitled === true && planned.title !== '' && other.title !== '';
	const titles = hasTitles ? comparer.compare(planned.title, other.title) : 'same';
	if (titles === undefined) return undefined;
	if (hasTitles && isBlank(planned.caption) && isBlank(other.caption)) return titles;
	const captions = comparer.compare(planned.caption, other.caption);
	return captions === 'same' ? titles : captions;
}

/** Finds the posts that a planned post clashes with. Those with the same text come first, then those with a similar one. */
type FindClashes = <Other extends ComparedPost>(
	planned: ComparedPost,
	others: readonly Other[],
	limits: ClashLimits,
) => Promise<Array<Clash<Other>>>;

const ranks: Record<ClashReason, number> = { sameText: 0, similarText: 1, closeInTime: 2 };

const reasons = { same: 'sameText', similar: 'similarText' } as const;

/** After so many posts, the process can do other work. */
const postsBeforePause = 20;

/** Creates the function that finds clashes. It remembers the texts that it has seen. */
function createFindClashes(now: () => number, sleep: Sleep): FindClashes {
	const comparer = new TextComparer();
	const reasonFor = (
		planned: ComparedChannel,
		other: ComparedChannel,
		{ textDays, spacingMinutes }: ClashLimits,
	): ClashReason | undefined => {
		const apartMs = Math.abs((other.time ?? now()) - (planned.time ?? now()));
		const isNear = textDays > 0 && apartMs <= textDays * dayMs;
		const likeness = isNear ? likenessOn(comparer, planned, other) : undefined;
		if (likeness) return reasons[likeness];
		const areTimed = planned.time !== undefined && other.time !== undefined;
		return areTimed && apartMs < spacingMinutes * minuteMs ? 'closeInTime' : undefined;
	};
	return async <Other extends ComparedPost>(
		planned: ComparedPost,
		others: readonly Other[],
		limits: ClashLimits,
	) => {
		const channels = new Map(planned.channels.map((channel) => [channel.accountId.toLowerCase(), channel]));
		const clashesWith = (other: Other): Array<Clash<Other>> =>
			other.channels.flatMap((otherChannel) => {
				const channel = channels.get(otherChannel.accountId.toLowerCase());
				const reason = channel && reasonFor(channel, otherChannel, limits);
				if (!reason) return [];
				const { time } = otherChannel;
				const areTimed = channel.time !== undefined && time !== undefined;
				const minutesLater = areTimed ? Math.round((time - (channel.time ?? 0)) / minuteMs) : undefined;
				return [{ reason, channel, other, otherChannel, minutesLater }];
			});
		const clashes: Array<Clash<Other>> = [];
		for (const [index, other] of others.entries()) {
			if (index % postsBeforePause === postsBeforePause - 1) await sleep(0);
			clashes.push(...clashesWith(other));
		}
		return clashes.sort((one, other) => ranks[one.reason] - ranks[other.reason]);
	};
}

/** Enough for the posts of a few weeks, with ten requests. */
const listedMax = 1_000;

/** Posts with which a planned post is compared. */
interface OtherPosts {
	/** Up to 1,000, the newest first. */
	posts: Post[];
	hasMore: boolean;
}

/** Compares posts before they are sent with those that exist. */
export interface Clashes {
	/** Lists the newest posts that are or will be published. Needs the permission `read`. */
	list(): Promise<OtherPosts>;
	/** Returns an existing post as it's compared. Undefined for a post that isn't meant to be published. */
	ofPost(post: Post): ComparedPost | undefined;
	/** Returns a post as it's compared before it's sent. `postId` is for a post that exists. */
	ofPlanned(content: PostToCheck, postId?: string): Promise<ComparedPost>;
	find: FindClashes;
}

/** Creates the comparison of posts. `now` returns milliseconds since 1970, and `sleep` lets the process do other work. */
export const createClashes = (
	{ listWithTime }: PostReads,
	accounts: Accounts,
	now: () => number,
	sleep: Sleep,
): Clashes => ({
	list: async () => {
		const { posts, isWhole } = await listWithTime({ status: statusesWith('compared') }, listedMax);
		return { posts, hasMore: !isWhole };
	},
	ofPost: comparedPost,
	ofPlanned: async (content, postId) => {
		// Without the channels, only their names are missing.
		const channels = await accounts.list().catch(() => []);
		return plannedPost(content, channels, now(), postId);
	},
	find: createFindClashes(now, sleep),
});
