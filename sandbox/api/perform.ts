import { isRecord, read as readBy } from '../http/schema';
import { visiblePost } from '../posts/access';
import { catchUp } from '../posts/publishing';
import { viewPostFor } from '../posts/view';
import type { Credential, Workspace } from '../world/records';
import type { World } from '../world/world';
import { requirePermission } from './authenticate';
import { newAttempt, type Attempt, type IdempotencyBook } from './idempotency';
import { noQuery } from './bodies';
import { fingerprintOf, idempotencyKey, readBody, readQuery, type ApiRequest } from './request';
import type { RateLimiter } from './rateLimits';
import type { Answer, Call } from './route';
import type { Match } from './routes';

/** What all requests share, and what a fault does to this one. */
export interface Surroundings {
	world: World;
	limiter: RateLimiter;
	idempotency: IdempotencyBook;
	/** Waits right before the work, while the idempotency key is taken. Rejects when the client has left. */
	pause(): Promise<void>;
	/** Whether the work is done but counts as failed. */
	failsAfterwards: boolean;
}

/** Answers as the first time, but with the post as it is now (N23). */
const repeat = (call: Call, { answer, postId }: Attempt): Answer => {
	const { status, body } = answer ?? { status: 200 };
	if (postId === null || !isRecord(body)) return { status, body };
	return { status, body: { ...body, post: viewPostFor(call, visiblePost(call, postId)) } };
};

const work = async (match: Match, call: Call, around: Surroundings): Promise<Answer> => {
	await around.pause();
	catchUp(call.world);
	return match.route.perform(call);
};

const attemptWork = async (
	match: Match,
	call: Call,
	scope: string | null,
	around: Surroundings,
): Promise<Answer> => {
	const { attempt } = call;
	const keepsDraft = match.route.keepsDraft === true;
	try {
		const answer = await work(match, call, around);
		if (around.failsAfterwards) around.idempotency.fail(scope, attempt, keepsDraft);
		else around.idempotency.succeed(attempt, answer);
		return answer;
	} catch (error) {
		around.idempotency.fail(scope, attempt, keepsDraft);
		throw error;
	}
};

const workspaceOf = (world: World, { workspaceId }: Credential): Workspace => {
	const workspace = world.workspaces.get(workspaceId);
	if (workspace === undefined) throw new Error(`No workspace ${workspaceId}`);
	return workspace;
};

/** What the route itself gets to see. @throws ApiFailure 422 for what is not shaped as the route has it. */
const readCall = (
	credential: Credential,
	{ route, id }: Match,
	request: ApiRequest,
	raw: unknown,
	world: World,
) => ({
	world,
	credential,
	workspace: workspaceOf(world, credential),
	id,
	body: route.body && readBy(route.body, raw),
	query: readBy(route.query ?? noQuery, readQuery(request.search)),
	search: [...request.search].map((pair) => pair.join('=')).join('&'),
	ifNoneMatch: request.headers['if-none-match'],
});

/**
 * Everything between authentication and the answer, in the sandbox's order: permission, rate limit, body, query,
 * idempotency, then the route's own work.
 *
 * @throws ApiFailure
 */
export const perform = async (
	credential: Credential,
	match: Match,
	request: ApiRequest,
	around: Surroundings,
): Promise<Answer> => {
	const { world, limiter, idempotency } = around;
	const now = world.time();
	world.uploads.forgetOld(now);
	requirePermission(credential, match.route.permission);
	limiter.count(match.route.kind, credential, now);
	const raw = readBody(match, request);
	const read = readCall(credential, match, request, raw, world);
	const key = idempotencyKey(match, request, raw);
	const scope = key === null ? null : `${credential.workspaceId} ${credential.id} ${key}`;
	const fingerprint = fingerprintOf(match, raw);
	const attempt = scope === null ? newAttempt(fingerprint, now) : idempotency.claim(scope, fingerprint, now);
	const call: Call = { ...read, attempt };
	if (attempt.state !== 'done') return attemptWork(match, call, scope, around);
	catchUp(world);
	return match.route.repeat?.(call) ?? repeat(call, attempt);
};
