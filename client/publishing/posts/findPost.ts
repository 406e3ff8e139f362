import { once } from '../../http/memo';
import { collect, pages } from '../../http/pages';
import type { Sleep } from '../../http/types';
import { SamePostsError } from '../errors';
import type { PostReads } from '../postReads';
import type { Identity, Post, PostPage } from '../schemas';
import { limits } from '../values';
import { isOutcomeUnknown, type UnconfirmedWrite, type RunMemory } from './recovery';

/** A write that makes a post, such as create or duplicate. */
export interface MakingWrite {
	/** Whether a post may be the one that the write makes. */
	looksLike: (post: Post) => boolean | Promise<boolean>;
	/** One of the channels of the post, to read fewer posts. */
	channelId?: string;
}

/** When a write was sent first, and when it failed. */
type Moments = Pick<UnconfirmedWrite, 'startedAt' | 'failedAt'>;

/** What a search needs from outside. */
export interface FinderPorts {
	me: () => Promise<Identity>;
	reads: Pick<PostReads, 'page'>;
	memory: RunMemory;
	sleep: Sleep;
	/** Milliseconds since 1970. */
	now: () => number;
}

/** How long a change can take to show in lists (contract section 8). */
const visibilityMs = 60_000;

const firstPauseMs = 2_000;

/**
 * Finds the post that a write made before its answer was lost: among the posts of this key that were created since the
 * write began, the one that looks like it. Posts that other writes of the execution are known to have made are left out.
 *
 * The service's own time, which a list returns, can be half a minute early (contract N24). A post that looks the same
 * and was made by another execution within that half minute is therefore taken for the one of this write.
 */
export class PostFinder {
	/** Writes of this run whose post isn't known yet. */
	private readonly unsettled = new Set<MakingWrite>();

	private readonly ownCredential = once(async () => (await this.ports.me()).credential.id);

	constructor(private readonly ports: FinderPorts) {}

	/** Does a write that makes a post. Other searches of the run know of it for as long as its post isn't known. */
	async track<T extends { id: string }>(making: MakingWrite, write: () => Promise<T>): Promise<T> {
		this.unsettled.add(making);
		return await write().then(
			(made) => {
				this.ports.memory.madePosts.add(made.id);
				this.unsettled.delete(making);
				return made;
			},
			(error: unknown) => {
				if (!isOutcomeUnknown(error) && !(error instanceof SamePostsError)) this.unsettled.delete(making);
				throw error;
			},
		);
	}

	/**
	 * The ID of the post, or undefined when no look shows one that is surely this write's.
	 * With `isPatient`, looks until a post that was made would show, and throws a `SamePostsError` when there are posts
	 * that other writes can have made as well.
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

	/** Each look reads the posts again; what "since the write began" means is settled by the first one. */
	private lookFor(making: MakingWrite, startedAt: number) {
		let since: number | undefined;
		return async () => {
			const posts = await this.ownPosts(making, (serverTime) => {
				since ??= serverTime - (this.ports.now() - startedAt);
				return since;
			});
			const alike = await this.thoseLike(making, posts);
			const others = [...this.unsettled].filter((other) => other !== making);
			const ofOthers = await Promise.all(others.map(async (other) => await this.thoseLike(other, alike)));
			const postIds = alike.map(({ id }) => id);
			return { postIds, isClear: postIds.length === 1 && ofOthers.flat().length === 0 };
		};
	}

	/** The posts that this key created since a moment, which `sinceOf` tells by the service's own time. */
	private async ownPosts(
		{ channelId: accountId }: MakingWrite,
		sinceOf: (serverTime: number) => number,
	): Promise<Post[]> {
		const credentialId = await this.ownCredential();
		const list = pages(async (cursor) => {
			// Without an ETag every answer is a whole page.
			const query = { accountId, cursor, limit: limits.listLimitMax };
			const page = (await this.ports.reads.page(query)).value as PostPage;
			const since = sinceOf(Date.parse(page.serverTime));
			const data = page.data.filter(({ createdAt }) => Date.parse(createdAt) >= since);
			// Newest first: a page with an older post is the last one of interest.
			return { data, nextCursor: data.length < page.data.length ? null : page.nextCursor };
		});
		return (await collect(list)).filter(({ createdVia }) => createdVia?.credentialId === credentialId);
	}

	private async thoseLike({ looksLike }: MakingWrite, posts: Post[]): Promise<Post[]> {
		const verdicts = await Promise.all(posts.map(async (post) => await looksLike(post)));
		const { madePosts } = this.ports.memory;
		return posts.filter(({ id }, index) => verdicts[index] === true && !madePosts.has(id));
	}
}
