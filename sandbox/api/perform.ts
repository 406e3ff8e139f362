import { createHash } from 'node:crypto';
import { visiblePost } from '../posts/access';
import { catchUp } from '../posts/publishing';
import { viewPost } from '../posts/view';
import type { Credential } from '../world/records';
import type { World } from '../world/world';
import { requirePermission } from './authenticate';
import { isRecord } from './check';
import { malformed, ApiFailure } from './failure';
import { newAttempt, type Attempt, type IdempotencyBook } from './idempotency';
import { noQuery, readQuery } from './queries';
import type { RateLimiter } from './rateLimits';
import type { Answer, Call } from './route';
import type { Match } from './routes';

/** A request as the API reads it, whatever it came in over. */
export interface ApiRequest {
	search: URLSearchParams;
	/** Lower-case names. */
	headers: Readonly<Record<string, string | undefined>>;
	/** The whole body; null when it was larger than 1 MiB. */
	bodyText: string | null;
}

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

const parseJson = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		throw malformed('body', 'is not JSON');
	}
};

const readBody = ({ route }: Match, { headers, bodyText }: ApiRequest): unknown => {
	if (bodyText === null) throw new ApiFailure(413, 'too_large', 'body: at most 1 MiB');
	if (route.body === undefined) {
		if (bodyText !== '') throw malformed('body', 'this request takes none');
		return undefined;
	}
	if (bodyText === '') throw malformed('body', 'is required');
	if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
		throw malformed('Content-Type', 'must be application/json');
	}
	return parseJson(bodyText);
};

/** The key of a request: the header beats the body, and an empty header is none (N23, P68). */
const idempotencyKey = ({ route }: Match, { headers }: ApiRequest, body: unknown): string | null => {
	if (route.isIdempotent !== true) return null;
	const header = headers['idempotency-key'] ?? '';
	if (header.length > 128) throw malformed('Idempotency-Key', 'at most 128 characters');
	if (header !== '') return header;
	const own = isRecord(body) ? body['idempotencyKey'] : undefined;
	return typeof own === 'string' ? own : null;
};

/** JSON whose properties are in order, so that the same content is the same text. */
const ordered = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(ordered);
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.keys(value)
			.sort()
			.map((name) => [name, ordered(value[name])]),
	);
};

const fingerprintOf = ({ route, id }: Match, body: unknown): string => {
	const { idempotencyKey: _, ...rest } = isRecord(body) ? body : {};
	const asked = JSON.stringify([route.method, route.path, id.toLowerCase(), ordered(rest)]);
	return createHash('sha256').update(asked).digest('hex');
};

/** Answers as the first time, but with the post as it is now (N23). */
const repeat = (call: Call, { answer, postId }: Attempt): Answer => {
	const { status, body } = answer ?? { status: 200 };
	if (postId === null || !isRecord(body)) return { status, body };
	return { status, body: { ...body, post: viewPost(call.world, visiblePost(call, postId)) } };
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
	const { route, id } = match;
	const now = world.time();
	requirePermission(credential, route.permission);
	limiter.count(route.kind, credential, now);
	const raw = readBody(match, request);
	const body = route.body?.(raw, '');
	const query = (route.query ?? noQuery)(readQuery(request.search), '');
	const key = idempotencyKey(match, request, raw);
	const scope = key === null ? null : `${credential.workspaceId} ${credential.id} ${key}`;
	const fingerprint = fingerprintOf(match, raw);
	const attempt = scope === null ? newAttempt('', now) : idempotency.claim(scope, fingerprint, now);
	const workspace = world.workspaces.get(credential.workspaceId);
	if (workspace === undefined) throw new Error(`No workspace ${credential.workspaceId}`);
	const search = [...request.search].map((pair) => pair.join('=')).join('&');
	const ifNoneMatch = request.headers['if-none-match'];
	const call: Call = { world, credential, workspace, id, body, query, search, ifNoneMatch, attempt };
	if (attempt.state === 'done') {
		catchUp(world);
		return repeat(call, attempt);
	}
	return attemptWork(match, call, scope, around);
};
