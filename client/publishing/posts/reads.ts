import type { z } from 'zod/v4';
import { NotFoundError, ValidationError } from '../../http/errors.js';
import { pages, type Page } from '../../http/pages.js';
import type { Requester } from '../../http/request.js';
import { checked, decode } from '../../http/schemaCheck.js';
import type { HttpResponse } from '../../http/types.js';
import { paths } from '../paths.js';
import { listPostsSchema, type ListPosts } from '../requests.js';
import { postPageSchema, postSchema, type Post, type PostPage } from '../schemas.js';
import { limits } from '../values.js';

/** The answer to a conditional read. */
interface Conditional<T> {
	/** Undefined if nothing has changed since the ETag. */
	value: T | undefined;
	/** Pass it to the next read of the same post or list. */
	etag: string | undefined;
	/** The service's time of the answer, in milliseconds since 1970 and to the second. Undefined if the answer doesn't have it. */
	answeredAt: number | undefined;
}

/** Calls that read posts (contract section 4). All of them need the permission `read`. */
export interface PostReads {
	/** Reads one post. With an ETag, returns the post only if it has changed since. */
	getIfChanged(postId: string, etag?: string): Promise<Conditional<Post>>;
	get(postId: string): Promise<Post>;
	/** Reads one post. Undefined if it doesn't exist, or isn't visible to this API key. */
	getIfThere(postId: string): Promise<Post | undefined>;
	/** Reads one page. With an ETag of the same query, returns the page only if it has changed since. */
	page(query: ListPosts, etag?: string): Promise<Conditional<PostPage>>;
	/** Returns the posts of all pages without duplicates, up to `maxItems`, or all if it's undefined. */
	list(query: ListPosts, maxItems?: number): Promise<Post[]>;
	/** Lists posts, and says when the service listed them. If the list is whole, the time is the next `updatedSince`. */
	listWithTime(query: ListPosts, maxItems?: number): Promise<ListedPosts>;
	/**
	 * Returns posts by their IDs in lower case, as long as lists take fewer requests than reading each post. The caller has to read
	 * the others.
	 */
	getListed(postIds: readonly string[]): Promise<Map<string, Post>>;
}

/** Posts of a list, and when the service listed them. */
interface ListedPosts {
	posts: Post[];
	/** The service's time of the first page, which is up to 30 seconds early, so that a later listing misses nothing. */
	serverTime: string;
	/** Whether `maxItems` left out no post. */
	isWhole: boolean;
}

const maxRestarts = 3;

/** A page of posts. The page in place of a vanished one has no time. */
type ListedPage = Page<Post> & Partial<Pick<PostPage, 'serverTime'>>;

/** Reads all pages, and starts again if a cursor is no longer valid (422). The caller has to remove duplicates. */
async function* restartingPages(
	fetchPage: (cursor: string | undefined) => Promise<ListedPage>,
	restarts = 0,
): AsyncGenerator<ListedPage> {
	let hasVanished = false;
	yield* pages(
		async (cursor) =>
			await fetchPage(cursor).catch((error: unknown) => {
				hasVanished = cursor !== undefined && error instanceof ValidationError && restarts < maxRestarts;
				if (hasVanished) return { data: [], nextCursor: null };
				throw error;
			}),
	);
	if (hasVanished) yield* restartingPages(fetchPage, restarts + 1);
}

async function* withoutRepeats(list: AsyncIterable<ListedPage>): AsyncGenerator<ListedPage> {
	const seen = new Set<string>();
	for await (const page of list) {
		const data = page.data.filter(({ id }) => !seen.has(id));
		data.forEach(({ id }) => seen.add(id));
		yield { ...page, data };
	}
}

/**
 * Finds posts in lists as long as that can take fewer requests than reading the remaining posts one by one.
 * @param missing IDs in lower case. Found posts are removed from it
 */
async function takeFrom(lists: AsyncIterable<Page<Post>>, missing: Set<string>): Promise<Post[]> {
	const found: Post[] = [];
	let pagesRead = 0;
	for await (const { data } of lists) {
		found.push(...data.filter(({ id }) => missing.delete(id.toLowerCase())));
		pagesRead += 1;
		if (missing.size <= pagesRead) break;
	}
	return found;
}

/** Returns what a conditional read found. */
function conditional<S extends z.ZodType>(response: HttpResponse, schema: S): Conditional<z.output<S>> {
	const { etag, date } = response.headers;
	const answeredAt = Date.parse(date ?? '');
	return {
		value: response.status === 304 ? undefined : decode(response, schema),
		etag,
		answeredAt: Number.isNaN(answeredAt) ? undefined : answeredAt,
	};
}

/** Creates the calls that read posts. */
export function createPostReads(request: Requester): PostReads {
	const getIfChanged: PostReads['getIfChanged'] = async (postId, etag) =>
		conditional(await request({ method: 'GET', path: paths.post(postId), ifNoneMatch: etag }), postSchema);
	const page: PostReads['page'] = async (query, etag) => {
		const call = { path: paths.posts(), query: checked(listPostsSchema, query), ifNoneMatch: etag };
		return conditional(await request({ method: 'GET', ...call }), postPageSchema);
	};
	const get: PostReads['get'] = async (postId) =>
		decode(await request({ method: 'GET', path: paths.post(postId) }), postSchema);
	const getIfThere: PostReads['getIfThere'] = async (postId) =>
		await get(postId).catch((error: unknown) => {
			if (error instanceof NotFoundError) return undefined;
			throw error;
		});
	// Without an ETag, the answer always has a page.
	const pagesOf = (query: ListPosts) =>
		withoutRepeats(restartingPages(async (cursor) => (await page({ ...query, cursor })).value as PostPage));
	const listWithTime: PostReads['listWithTime'] = async (query, maxItems = Infinity) => {
		const posts: Post[] = [];
		let [firstTime, isWhole] = ['', false];
		const limit = Math.min(maxItems, limits.listLimitMax);
		for await (const { data, nextCursor, serverTime } of pagesOf({ ...query, limit })) {
			firstTime ||= serverTime ?? '';
			posts.push(...data);
			isWhole = nextCursor === null && posts.length <= maxItems;
			if (posts.length >= maxItems) break;
		}
		return { posts: posts.slice(0, maxItems), serverTime: firstTime, isWhole };
	};
	return {
		getIfChanged,
		get,
		getIfThere,
		page,
		getListed: async (postIds) => {
			const missing = new Set(postIds.map((postId) => postId.toLowerCase()));
			const found = missing.size > 1 ? await takeFrom(pagesOf({ limit: limits.listLimitMax }), missing) : [];
			return new Map(found.map((post) => [post.id.toLowerCase(), post]));
		},
		list: async (query, maxItems) => (await listWithTime(query, maxItems)).posts,
		listWithTime,
	};
}
