import { createHash, randomUUID } from 'node:crypto';
import type { z } from 'zod/v4';
import type { Answer } from '../http/answers';
import type { Attempt } from '../http/idempotency';
import type { Permission } from '../types';
import type { Credential, Workspace } from '../world/records';
import type { World } from '../world/world';

/** A request that has passed the checks that all routes share. */
export interface Call<Body = unknown, Query = unknown> {
	world: World;
	credential: Credential;
	workspace: Workspace;
	/** The ID in the path. Empty if the path has none. */
	id: string;
	body: Body;
	query: Query;
	/** The query text, for entity tags. */
	search: string;
	ifNoneMatch: string | undefined;
	/** What an idempotency key remembers. Without a key, it's discarded after the call. */
	attempt: Attempt;
}

/** One method on one path. To add an endpoint, write one of these and list it in routes.ts. */
export interface Route<Body = unknown, Query = unknown> {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** The path below `/api/v1`. `{id}` is a placeholder for an ID. */
	path: string;
	/**
	 * Whether the path is that of a list, which works with and without a trailing slash. All other paths must match exactly.
	 */
	isList?: boolean;
	/** Whether the contract doesn't list the path. */
	isExtra?: boolean;
	permission: Permission;
	/** The rate limit that counts the request. */
	kind: 'read' | 'write';
	/** Undefined for requests without a body. */
	body?: z.ZodType<Body>;
	/** A strict schema, which `strip` turns into one that ignores unknown parameters. */
	query?: z.ZodType<Query> & { strip(): z.ZodType<Query> };
	/** Whether the route supports an idempotency key. Other routes ignore the header (N23). */
	isIdempotent?: boolean;
	/** Whether a failed request keeps what it saved for a retry with the same key. Only create does (P71). */
	keepsDraft?: boolean;
	/** Whether the route also accepts an OAuth token. Other routes accept only API keys (N28). */
	acceptsTokens?: boolean;
	/** @throws ApiFailure */
	perform(call: Call<Body, Query>): Answer;
	/** The answer to a repeat of a finished call. By default the first answer, with the post as it is now. */
	repeat?(call: Call<Body, Query>): Answer;
}

const tagOf = (...parts: string[]): string => {
	const hash = createHash('sha1');
	for (const part of parts) hash.update(part).update('\0');
	return `"${hash.digest('base64url')}"`;
};

const names = (header: string, tag: string): boolean =>
	header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);

/**
 * Answers a read of posts with an `ETag`, or with 304 and no body if the client has already seen this content (P65). In the
 * variant that returns a new tag every time, there is no 304 (N42).
 *
 * @param visible the content that the tag stands for, together with the key and the exact query. A list leaves out
 *   `serverTime`, because it isn't content.
 */
export const answerTagged = (call: Call, visible: unknown, body: unknown): Answer => {
	if (call.world.variants.entityTags === 'fresh') {
		return { status: 200, body, headers: { ETag: tagOf(randomUUID()) } };
	}
	const tag = tagOf(call.credential.id, call.id, call.search, JSON.stringify(visible));
	const headers = { ETag: tag };
	if (call.ifNoneMatch !== undefined && names(call.ifNoneMatch, tag)) return { status: 304, headers };
	return { status: 200, body, headers };
};
