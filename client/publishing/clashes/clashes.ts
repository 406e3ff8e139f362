import type { Accounts } from '../accounts';
import type { PostReads } from '../posts/reads';
import type { Post } from '../schemas';
import {
	comparedPost,
	comparedStatuses,
	plannedPost,
	type ComparedPost,
	type PlannedContent,
} from './comparedPosts';
import { createFindClashes, type FindClashes } from './findClashes';

/** Enough for the posts of a few weeks, with ten requests. */
const listedMax = 1_000;

/** Posts with which a planned post is compared. */
export interface OtherPosts {
	/** Up to 1,000, the newest first. */
	posts: Post[];
	/** Whether there are more. */
	hasMore: boolean;
}

/** Compares posts before they are sent with those that exist. */
export interface Clashes {
	/** Lists the newest posts that are or will be published. Needs the permission `read`. */
	list(): Promise<OtherPosts>;
	/** Returns an existing post as it's compared. Undefined for a post that isn't meant to be published. */
	ofPost(post: Post): ComparedPost | undefined;
	/** Returns a post as it's compared before it's sent. `postId` is for a post that exists. */
	ofPlanned(content: PlannedContent, postId?: string): Promise<ComparedPost>;
	find: FindClashes;
}

/** Creates the comparison of posts. `now` returns milliseconds since 1970. */
export const createClashes = (
	{ listWithTime }: PostReads,
	accounts: Accounts,
	now: () => number,
): Clashes => ({
	list: async () => {
		const { posts, isWhole } = await listWithTime({ status: [...comparedStatuses] }, listedMax);
		return { posts, hasMore: !isWhole };
	},
	ofPost: comparedPost,
	ofPlanned: async (content, postId) => {
		// Without the channels, only their names are missing.
		const channels = await accounts.list().catch(() => []);
		return plannedPost(content, channels, now(), postId);
	},
	find: createFindClashes(now),
});
