import { NotFoundError, ValidationError } from '../../http/errors';
import { collect, pages, type Page } from '../../http/pages';
import type { Requester } from '../../http/request';
import { checked, decode } from '../../http/schemaCheck';
import { paths } from '../paths';
import { listPostsSchema, type ListPosts } from '../requests';
import { postPageSchema, postSchema, type Post, type PostPage } from '../schemas';
import { limits } from '../values';

/** An answer to a conditional read. */
interface Conditional<T> {
	/** Undefined when nothing changed since the ETag. */
	value: T | undefined;
	/** Send it with the next read of the same thing. */
	etag: string | undefined;
}

/** Reading posts (contract section 4). All calls need the permission `read`. */
export interface PostReads {
	/** One post; with an ETag only if it changed since. */
	getIfChanged(postId: string, etag?: string): Promise<Conditional<Post>>;
	get(postId: string): Promise<Post>;
	/** One page; with an ETag of the same query only if it changed since. */
	page(query: ListPosts, etag?: string): Promise<Conditional<PostPage>>;
	/** The posts of all pages, each once, up to `maxItems` (all when undefined). */
	list(query: ListPosts, maxItems?: number): Promise<Post[]>;
	/**
	 * Posts by their IDs in small letters, from lists where that takes fewer requests than to read each. A post that isn't
	 * there is left out.
	 */
	getMany(postIds: readonly string[]): Promise<Map<string, Post>>;
}

const maxRestarts = 3;

/** Reads of single posts in parallel. */
const readsAtOnce = 10;

/** A cursor may vanish between two pages (422): the listing starts again, and the caller drops what it has twice. */
async function* restartingPages(
	fetchPage: (cursor: string | undefined) => Promise<Page<Post>>,
	restarts = 0,
): AsyncGenerator<Page<Post>> {
	let hasVanished = false;
	yield* pages(async (cursor) => {
		const page = await fetchPage(cursor).catch((error: unknown) => {
			hasVanished = cursor !== undefined && error instanceof ValidationError && restarts < maxRestarts;
			if (hasVanished) return { data: [], nextCursor: null };
			throw error;
		});
		return page;
	});
	if (hasVanished) yield* restartingPages(fetchPage, restarts + 1);
}

async function* withoutRepeats(list: AsyncIterable<Page<Post>>): AsyncGenerator<Page<Post>> {
	const seen = new Set<string>();
	for await (const page of list) {
		const data = page.data.filter(({ id }) => !seen.has(id));
		data.forEach(({ id }) => seen.add(id));
		yield { ...page, data };
	}
}

/**
 * Takes posts from lists for as long as that can take fewer requests than to read those singly that are still missing.
 * @param missing IDs in small letters; those that are found are taken out
 */
async function takeFrom(
	lists: AsyncIterable<Page<Post>> | Iterable<Page<Post>>,
	missing: Set<string>,
): Promise<Array<Post | undefined>> {
	const found: Post[] = [];
	let pagesRead = 0;
	for await (const { data } of lists) {
		found.push(...data.filter(({ id }) => missing.delete(id.toLowerCase())));
		pagesRead += 1;
		if (missing.size <= pagesRead) break;
	}
	return found;
}

/** Creates the reading calls over a requester. */
export function createPostReads(request: Requester): PostReads {
	const getIfChanged: PostReads['getIfChanged'] = async (postId, etag) => {
		const response = await request({ method: 'GET', path: paths.post(postId), ifNoneMatch: etag });
		const value = response.status === 304 ? undefined : decode(response, postSchema);
		return { value, etag: response.headers.etag };
	};
	const page: PostReads['page'] = async (query, etag) => {
		const checkedQuery = checked(listPostsSchema, query);
		const response = await request({
			method: 'GET',
			path: paths.posts(),
			query: checkedQuery,
			ifNoneMatch: etag,
		});
		const value = response.status === 304 ? undefined : decode(response, postPageSchema);
		return { value, etag: response.headers.etag };
	};
	const get: PostReads['get'] = async (postId) =>
		decode(await request({ method: 'GET', path: paths.post(postId) }), postSchema);
	const getIfThere = async (postId: string): Promise<Post | undefined> =>
		await get(postId).catch((error: unknown) => {
			if (error instanceof NotFoundError) return undefined;
			throw error;
		});
	// Without an ETag every answer is a whole page.
	const pagesOf = (query: ListPosts) =>
		withoutRepeats(restartingPages(async (cursor) => (await page({ ...query, cursor })).value as PostPage));
	return {
		getIfChanged,
		get,
		page,
		getMany: async (postIds) => {
			const missing = new Set(postIds.map((postId) => postId.toLowerCase()));
			const lists = missing.size > 1 ? pagesOf({ limit: limits.listLimitMax }) : [];
			const found = await takeFrom(lists, missing);
			const left = [...missing];
			for (let start = 0; start < left.length; start += readsAtOnce) {
				found.push(...(await Promise.all(left.slice(start, start + readsAtOnce).map(getIfThere))));
			}
			return new Map(found.flatMap((post) => (post ? [[post.id.toLowerCase(), post]] : [])));
		},
		list: async (query, maxItems) => {
			const limit = Math.min(maxItems ?? limits.listLimitMax, limits.listLimitMax);
			return await collect(pagesOf({ ...query, limit }), maxItems);
		},
	};
}
