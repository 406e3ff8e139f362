import { once } from '../../http/memo.js';
import { collect, pages } from '../../http/pages.js';
import type { Sleep } from '../../http/types.js';
import { isOutcomeUnknown, SamePostsError } from '../errors.js';
import type { Identity, Post, PostPage } from '../schemas.js';
import { limits } from '../values.js';
import type { RunMemory, UnconfirmedWrite } from './memory.js';
import type { PostReads } from './reads.js';
import type { MakingWrite } from './writes.js';

/** When a write was first sent, and when it failed. */
type Moments = Pick<UnconfirmedWrite, 'startedAt' | 'failedAt'>;

/** What a search needs from its caller. */
export interface FinderPorts {
	memory: RunMemory;
	sleep: Sleep;
	/** Milliseconds since 1970. */
	now: () => number;
	me: () => Promise<Identity>;
	reads: Pick<PostReads, 'page'>;
}

/** How long a change can take to appear in lists, in milliseconds (contract section 8). */
const visibilityMs = 60_000;

const firstPauseMs = 2_000;

/**
 * Finds the post that a write created before its answer was lost. Compares the posts of this key that were created since the
 * write began. Ignores posts that are known to come from other writes of the execution.
 *
 * The service's time in a list can be half a minute early (contract N24). So a post that looks the same is mistaken for the post
 * of this write if someone else created it with this key since half a minute before the write began, and the memory doesn't know
 * that post.
 */
export class PostFinder {
	/** Writes of this run whose posts aren't known yet. */
	private readonly unsettled = new Set<MakingWrite>();

	private readonly ownCredential = once(async () => (await this.ports.me()).credential.id);

	constructor(private readonly ports: FinderPorts) {}

	/** Notes a write that creates a post. Until that post is known, other searches of the run take the write into account. */
	begin(making: MakingWrite): void {
		this.unsettled.add(making);
	}

	noteMade(making: MakingWrite, postId: string | undefined): void {
		if (postId !== undefined) this.ports.memory.madePosts.add(postId);
		this.unsettled.delete(making);
	}

	/** Notes that a write has failed. Its post stays open if the service may have created one. */
	noteFailed(making: MakingWrite, error: unknown): void {
		if (!isOutcomeUnknown(error) && !(error instanceof SamePostsError)) this.unsettled.delete(making);
	}

	/**
	 * Returns the ID of the post, or undefined if no post is certain to come from this write. With `isPatient`, looks until the
	 * post would have appeared in lists, and throws a `SamePostsError` if other writes may have created the posts it finds.
	 */
	async find(
		making: MakingWrite,
		{ startedAt, failedAt }: Moments,
		isPatient: boolean,
	): Promise<string | undefined> {
		const { memory, now, sleep } = this.ports;
		const look = this.lookFor(making, startedAt);
		let leftMs = isPatient ? failedAt + visibilityMs - now() : 0;
		let seen = await look();
		for (let pauseMs = firstPauseMs; !seen.isClear && leftMs > 0; pauseMs *= 2) {
			await sleep(Math.min(pauseMs, leftMs));
			leftMs -= pauseMs;
			seen = await look();
		}
		const [found, ...others] = seen.postIds;
		if (found === undefined || (!seen.isClear && !isPatient)) return undefined;
		if (!seen.isClear) throw new SamePostsError([found, ...others]);
		memory.madePosts.add(found);
		return found;
	}

	/** Returns the IDs of all posts with the content of this write that were created since it began, wherever they go. */
	async findAlike({ isAsSent, ...making }: MakingWrite, { startedAt }: Moments): Promise<string[]> {
		const look = this.lookFor({ ...making, looksLike: isAsSent ?? making.looksLike }, startedAt);
		return (await look()).postIds;
	}

	/**
	 * Creates a search that reads the posts again each time. The first search fixes the service's time at which the write
	 * began.
	 */
	private lookFor(making: MakingWrite, startedAt: number) {
		let since: number | undefined;
		return async () => {
			const posts = await this.ownPosts(making, (serverTime) => {
				// A service whose times have no fractions of a second cuts them off that of the post, too.
				since ??= Math.floor((serverTime - (this.ports.now() - startedAt)) / 1000) * 1000;
				return since;
			});
			const alike = await this.thoseLike(making, posts);
			const others = [...this.unsettled].filter((other) => other !== making);
			const ofOthers = await Promise.all(others.map(async (other) => await this.thoseLike(other, alike)));
			const postIds = alike.map(({ id }) => id);
			return { postIds, isClear: postIds.length === 1 && ofOthers.flat().length === 0 };
		};
	}

	/** The posts that this key or a former one has created since a time. `sinceOf` returns that time on the service's clock. */
	private async ownPosts(
		{ channelId: accountId }: MakingWrite,
		sinceOf: (serverTime: number) => number,
	): Promise<Post[]> {
		const { usedKeys } = this.ports.memory;
		usedKeys.add(await this.ownCredential());
		const list = pages(async (cursor) => {
			// Without an ETag, the answer always has a page.
			const query = { accountId, cursor, limit: limits.listLimitMax };
			const page = (await this.ports.reads.page(query)).value as PostPage;
			const since = sinceOf(Date.parse(page.serverTime));
			const data = page.data.filter(({ createdAt }) => Date.parse(createdAt) >= since);
			// The newest posts come first, so a page with an older post is the last page needed.
			return { data, nextCursor: data.length < page.data.length ? null : page.nextCursor };
		});
		return (await collect(list)).filter(
			({ createdVia }) => createdVia && usedKeys.has(createdVia.credentialId),
		);
	}

	private async thoseLike({ looksLike }: MakingWrite, posts: Post[]): Promise<Post[]> {
		const verdicts = await Promise.all(posts.map(async (post) => await looksLike(post)));
		const { madePosts } = this.ports.memory;
		return posts.filter(({ id }, index) => verdicts[index] === true && !madePosts.has(id));
	}
}
