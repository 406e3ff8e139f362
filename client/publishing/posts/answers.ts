import type { output, ZodType } from 'zod/v4';
import { UnexpectedResponseError } from '../../http/errors.js';
import { decode } from '../../http/schemaCheck.js';
import type { HttpResponse } from '../../http/types.js';
import { UnreadableWriteError } from '../errors.js';
import { routedPostSchema, type Post } from '../schemas.js';
import { routingOf } from './status.js';

/** A post after a write. `routed` says whether it was kept as a draft, carried out, or sent for approval. */
export type RoutedPost = Post & { routed: string };

/** Adds the value of `routed` to a post. */
export const withRouting = (post: Post, routed?: string | null): RoutedPost => ({
	...post,
	routed: routed ?? routingOf(post),
});

function failAsWrite(error: unknown): never {
	if (!(error instanceof UnexpectedResponseError)) throw error;
	throw new UnreadableWriteError(error.statusCode, error.problem, error);
}

/** Reads the answer of a write. Throws an `UnreadableWriteError` if the answer doesn't match. */
export function decodeWrite<S extends ZodType>(response: HttpResponse, schema: S): output<S> {
	try {
		return decode(response, schema);
	} catch (error) {
		return failAsWrite(error);
	}
}

/** Reads the answer of a write that returns a post. */
export function toRouted(response: HttpResponse): RoutedPost {
	const { post, routed } = decodeWrite(response, routedPostSchema);
	return withRouting(post, routed);
}
