import type { z } from 'zod/v4';
import { ApiFailure, malformed, type Answer } from '../http/answers';
import { newAttempt, type Attempt, type KeyBook } from '../http/idempotency';
import { hashOf, isRecord, omit } from '../http/json';
import { readJsonBody, readQuery, type ApiRequest } from '../http/requests';
import { read as readBy } from '../http/schema';
import type { Variants } from '../variants';
import { visiblePost } from '../posts/access';
import { catchUp } from '../posts/delivery';
import { viewPostFor } from '../world/posts';
import type { Credential, Workspace } from '../world/records';
import type { World } from '../world/world';
import { requirePermission, type RateLimiter } from './access';
import { noQuery, refuseMore } from './bodies';
import type { Call, Route } from './route';
import type { Match } from './routes';

/** Reads the body. Undefined if the route has no body. @throws ApiFailure 413, 422 */
const readBody = ({ route }: Match, request: ApiRequest): unknown => {
	const { bodyText } = request;
	if (bodyText === null) throw new ApiFailure(413, 'too_large', 'body: at most 1 MiB');
	if (route.body === undefined) {
		if (bodyText !== '') throw malformed('body', 'this request takes none');
		return undefined;
	}
	return readJsonBody(request);
};

/** The idempotency key of a request. The header overrides the body, and an empty header counts as no key (N23, P68). */
const idempotencyKey = ({ route }: Match, { headers }: ApiRequest, body: unknown): string | null => {
	if (route.isIdempotent !== true) return null;
	const header = headers['idempotency-key'] ?? '';
	if (header.length > 128) throw malformed('Idempotency-Key', 'at most 128 characters');
	if (header !== '') return header;
	const own = isRecord(body) ? body['idempotencyKey'] : undefined;
	return typeof own === 'string' ? own : null;
};

/** A text that is the same for requests with the same method, route, ID and body, whatever their key. */
const fingerprintOf = ({ route, id }: Match, body: unknown): string => {
	const rest = isRecord(body) ? omit(body, 'idempotencyKey') : {};
	return hashOf([route.method, route.path, id.toLowerCase(), rest]);
};

const timeName = /At$|_at$|^serverTime$/;

/** The times of an answer in another format. */
const rewritten = (value: unknown, rewrite: (time: string) => string, name = ''): unknown => {
	if (typeof value === 'string') return timeName.test(name) ? rewrite(value) : value;
	if (Array.isArray(value)) return value.map((item) => rewritten(item, rewrite));
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewritten(item, rewrite, key)]));
};

const formats: Record<Exclude<Variants['times'], 'offset'>, (time: string) => string> = {
	Z: (time) => time.replace(/\+00:00$/, 'Z'),
	'whole seconds': (time) => time.replace(/\.\d+(?=\+00:00$)/, ''),
};

/** Writes the times of an answer in the format of the current variant (N42). */
export const withTimes = (answer: Answer, { times }: Variants): Answer =>
	times === 'offset' || answer.body === undefined
		? answer
		: { ...answer, body: rewritten(answer.body, formats[times]) };

/** What all requests share, and what a fault does to this request. */
export interface Surroundings {
	world: World;
	limiter: RateLimiter;
	idempotency: KeyBook;
	/** Waits right before the work, while the idempotency key is in use. Rejects if the client has disconnected. */
	pause(): Promise<void>;
	/** The 5xx as which the request counts after its work is done. Undefined if it doesn't. */
	failsAfterwards: number | undefined;
}

/** Returns the first answer again, but with the post as it is now (N23). */
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

const workspaceOf = (world: World, { workspaceId }: Credential): Workspace => {
	const workspace = world.workspaces.get(workspaceId);
	if (workspace === undefined) throw new Error(`No workspace ${workspaceId}`);
	return workspace;
};

/** The schema of a query. No document says that unknown parameters are refused (N24). */
const queryOf = ({ profile }: World, { query = noQuery }: Route): z.ZodType =>
	profile.refusesMore ? query : query.strip();

/** Checks what the route gets. @throws ApiFailure 422 if it doesn't match the route's schemas. */
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
	query: readBy(queryOf(world, route), readQuery(request.search)),
	search: [...request.search].map((pair) => pair.join('=')).join('&'),
	ifNoneMatch: request.headers['if-none-match'],
});

/** What the service refuses although no document says so, after its schemas. @throws ApiFailure 422 */
const requireMore = ({ world, body }: Pick<Call, 'world' | 'body'>): void => {
	if (world.profile.refusesMore) refuseMore(body);
};

/** Does the work of a request, or repeats the answer of a finished one. */
const carryOut = async (match: Match, call: Call, around: Surroundings): Promise<Answer> => {
	const { attempt, world } = call;
	if (attempt.state !== 'done') return work(match, call, around);
	catchUp(world);
	return match.route.repeat?.(call) ?? repeat(call, attempt);
};

/**
 * Handles a request after authentication. The sandbox checks the permission, rate limit, idempotency, body and query in this
 * order, and then the route does its work.
 *
 * @throws ApiFailure
 */
export const perform = async (
	credential: Credential,
	match: Match,
	request: ApiRequest,
	around: Surroundings,
): Promise<Answer> => {
	const { world, limiter, idempotency, failsAfterwards } = around;
	const { route } = match;
	const now = world.time();
	world.uploads.forgetOld(now);
	requirePermission(credential, route.permission);
	limiter.count(route.kind, credential, now);
	const raw = readBody(match, request);
	const key = idempotencyKey(match, request, raw);
	const scope = key === null ? null : `${credential.workspaceId} ${credential.id} ${key}`;
	const attempt =
		scope === null ? newAttempt('', now) : idempotency.claim(scope, fingerprintOf(match, raw), now);
	const keepsDraft = route.keepsDraft === true;
	const isNew = attempt.state !== 'done';
	try {
		const call: Call = { ...readCall(credential, match, request, raw, world), attempt };
		requireMore(call);
		const answer = await carryOut(match, call, around);
		if (isNew && failsAfterwards !== undefined)
			idempotency.loseAnswer(scope, attempt, keepsDraft, answer, failsAfterwards);
		else if (isNew) idempotency.succeed(attempt, answer);
		return answer;
	} catch (error) {
		if (isNew) idempotency.fail(scope, attempt, keepsDraft, error);
		throw error;
	}
};
