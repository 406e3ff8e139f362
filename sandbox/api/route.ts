import type { z } from 'zod/v4';
import type { Permission } from '../types';
import type { Credential, Workspace } from '../world/records';
import type { World } from '../world/world';
import type { Attempt } from './idempotency';

/** What is sent back. Without a body nothing is. */
export interface Answer {
	status: number;
	body?: unknown;
	headers?: Record<string, string>;
}

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
	/** Under `/api/v1`; `{id}` stands for an id. */
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
