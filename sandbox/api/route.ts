import { createHash, randomUUID } from 'node:crypto';
import type { z } from 'zod/v4';
import type { Answer } from '../http/answers';
import type { Attempt } from '../http/idempotency';
import type { Permission } from '../types';
import type { Credential, Workspace } from '../world/records';
import type { World } from '../world/world';

/** A request that got through everything that is the same for all routes. */
export interface Call<Body = unknown, Query = unknown> {
	world: World;
	credential: Credential;
	workspace: Workspace;
	/** The id in the path; empty where there is none. */
	id: string;
	body: Body;
	query: Query;
	/** The query as it was written, for entity tags. */
	search: string;
	ifNoneMatch: string | undefined;
	/** What an idempotency key remembers; without a key it is forgotten after the call. */
	attempt: Attempt;
}

/** One method on one path. To add an endpoint, write one of these and list it in routes.ts. */
export interface Route<Body = unknown, Query = unknown> {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** The path below `/api/v1`. `{id}` is a placeholder for an ID. */
	path: string;
	/** The path of a list: works with and without its last slash. Every other works as it is written, and only so. */
	isList?: boolean;
	permission: Permission;
	/** Which of the rate limits it counts against. */
	kind: 'read' | 'write';
	/** Missing: the request has no body. */
	body?: z.ZodType<Body>;
	query?: z.ZodType<Query>;
	/** Whether it honours an idempotency key; on every other route the header is ignored (N23). */
	isIdempotent?: boolean;
	/** Whether what a failed attempt saved stays under its key for the retry: create alone (P71). */
	keepsDraft?: boolean;
	/** @throws ApiFailure */
	perform(call: Call<Body, Query>): Answer;
	/** What a repeat under the key of a call that is done gets; missing: the first answer, its post as it is now. */
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
 * Answers a post read with its `ETag`, or 304 without a body when the caller has seen just this (P65). Where the
 * service gives a new tag with every answer, there is no 304 (N42).
 *
 * @param visible what the tag stands for, together with the key and the exact query; a list leaves its
 * `serverTime` out, which is no content.
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
