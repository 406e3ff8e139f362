import type { output, ZodType } from 'zod/v4';
import { ApiError, type UnexpectedResponseError } from '../http/errors';
import type { KeyedWrite } from '../http/idempotency';
import { ownValue } from '../http/json';
import type { Call, Requester } from '../http/request';
import { decode } from '../http/schemaCheck';
import type { HttpResponse } from '../http/types';
import { UnreadableWriteError } from './errors';
import { paths } from './paths';
import { PostFinder, type FinderPorts } from './posts/findPost';
import { createRecovery, type Recover } from './posts/recovery';
import { postSchema, routedPostSchema, type Post } from './schemas';

/** A post together with what became of the write: kept as a draft, carried out, or sent to Review. */
export type RoutedPost = Post & { routed: string };

/** What `routed` must have been, for answers that leave it out. */
const routingByStatus: Record<string, string> = { draft: 'draft', pending_approval: 'pending_approval' };

/** Joins a post and its routing. */
export const withRouting = (post: Post, routed?: string | null): RoutedPost => ({
	...post,
	routed: routed ?? ownValue(routingByStatus, post.status) ?? 'enacted',
});

/** Reads the answer of a write; one of another shape is an `UnreadableWriteError`. */
export function decodeWrite<S extends ZodType>(response: HttpResponse, schema: S): output<S> {
	try {
		return decode(response, schema);
	} catch (error) {
		const { statusCode, problem } = error as UnexpectedResponseError;
		throw new UnreadableWriteError(statusCode, problem);
	}
}

/** Reads the answer of a write that returns a post. */
export function toRouted(response: HttpResponse): RoutedPost {
	const { post, routed } = decodeWrite(response, routedPostSchema);
	return withRouting(post, routed);
}

/** Adds to a failure the post that was saved before it, so that it is not lost. */
export const namingPost =
	(postId: string | undefined) =>
	(error: unknown): never => {
		const lacksIt = error instanceof ApiError && error.postId === undefined && postId !== undefined;
		throw lacksIt ? Object.assign(error, { postId }) : error;
	};

/** What the changing calls have in common. */
export interface PostCalls {
	read(postId: string): Promise<RoutedPost>;
	/** Reads a post; undefined when it isn't as the condition says. */
	readIf(postId: string, isDone: (post: Post) => boolean): Promise<RoutedPost | undefined>;
	post(path: string, body: Call['body'], key?: KeyedWrite): Promise<HttpResponse>;
	/** Does a write whose answer can get lost. */
	recover: Recover;
	/** Finds the post that a write has made. */
	finder: PostFinder;
	/** Milliseconds since 1970. */
	now: () => number;
}

/** Creates them over a requester. */
export function createPostCalls(request: Requester, ports: FinderPorts): PostCalls {
	const read = async (postId: string) =>
		withRouting(decode(await request({ method: 'GET', path: paths.post(postId) }), postSchema));
	return {
		read,
		readIf: async (postId, isDone) => {
			const found = await read(postId);
			return isDone(found) ? found : undefined;
		},
		post: async (path, body, { idempotencyKey } = {}) =>
			await request({ method: 'POST', path, body, idempotencyKey }),
		recover: createRecovery(ports),
		finder: new PostFinder(ports),
		now: ports.now,
	};
}
