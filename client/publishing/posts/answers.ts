import type { output, ZodType } from 'zod/v4';
import { ApiError, type UnexpectedResponseError } from '../../http/errors';
import { ownValue } from '../../http/json';
import { decode } from '../../http/schemaCheck';
import type { HttpResponse } from '../../http/types';
import { UnreadableWriteError } from '../errors';
import { routedPostSchema, type Post } from '../schemas';

/** A post with the result of the write in `routed`: kept as a draft, carried out, or sent for approval. */
export type RoutedPost = Post & { routed: string };

/** What `routed` must have been, for answers that leave it out. */
const routingByStatus: Record<string, string> = { draft: 'draft', pending_approval: 'pending_approval' };

/** Joins a post and its routing. */
export const withRouting = (post: Post, routed?: string | null): RoutedPost => ({
	...post,
	routed: routed ?? ownValue(routingByStatus, post.status) ?? 'enacted',
});

function failAsWrite({ statusCode, problem }: UnexpectedResponseError): never {
	throw new UnreadableWriteError(statusCode, problem);
}

/** Reads the answer of a write; one of another shape is an `UnreadableWriteError`. */
export function decodeWrite<S extends ZodType>(response: HttpResponse, schema: S): output<S> {
	try {
		return decode(response, schema);
	} catch (error) {
		return failAsWrite(error as UnexpectedResponseError);
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
