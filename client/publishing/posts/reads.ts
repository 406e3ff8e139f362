import { ValidationError } from '../../http/errors';
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
}

const maxRestarts = 3;

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
	return {
		getIfChanged,
		get: async (postId) => decode(await request({ method: 'GET', path: paths.post(postId) }), postSchema),
		page,
		list: async (query, maxItems) => {
			const limit = Math.min(maxItems ?? limits.listLimitMax, limits.listLimitMax);
			// Without an ETag every answer is a whole page.
			const fetchPage = async (cursor: string | undefined) =>
				(await page({ ...query, limit, cursor })).value as PostPage;
			return await collect(withoutRepeats(restartingPages(fetchPage)), maxItems);
		},
	};
}
