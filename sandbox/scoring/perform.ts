import { ApiFailure, type Answer } from '../http/answers';
import { hashOf } from '../http/json';
import { readJsonBody, readQuery, type ApiRequest } from '../http/requests';
import { read } from '../http/schema';
import type { Account } from './accounts';
import { matchRoute, type ScoringRoute } from './routes';
import type { Leave } from './slots';
import type { ScoringState } from './state';

/** 400: the request doesn't match the contract. */
const badRequest = (field: string, message: string): ApiFailure =>
	new ApiFailure(400, 'invalid_request', `${field}: ${message}`);

/** Turns a 422 for a malformed request into a 400. This service uses 422 only for other errors (S-N19). */
const asBadRequest = <T>(readRequest: () => T): T => {
	try {
		return readRequest();
	} catch (error) {
		if (!(error instanceof ApiFailure) || error.code !== 'invalid_request') throw error;
		throw new ApiFailure(400, error.code, error.detail);
	}
};

const rawInput = ({ method, lists = [] }: ScoringRoute, request: ApiRequest): unknown => {
	if (request.bodyText === null) throw new ApiFailure(413, 'payload_too_large', 'body: is too large');
	if (method === 'GET' && request.bodyText !== '') throw badRequest('body', 'this request takes none');
	if (method === 'POST' && request.search.size > 0) throw badRequest('query', 'this request takes none');
	return method === 'POST' ? readJsonBody(request) : readQuery(request.search, lists);
};

/** Reads the body or the query. Refuses unknown properties and parameters. @throws ApiFailure 400, 413 */
const readInput = ({ profile }: ScoringState, route: ScoringRoute, request: ApiRequest): unknown => {
	const raw = asBadRequest(() => rawInput(route, request));
	const input = asBadRequest(() => read(route.input, raw));
	const refusal = profile.refusal(raw as Record<string, unknown>);
	if (refusal !== undefined) throw badRequest(...refusal);
	return input;
};

/** The idempotency key of a POST, or null (S-N23). @throws ApiFailure 400 if it's too long. */
const idempotencyKey = ({ method }: ScoringRoute, { headers }: ApiRequest): string | null => {
	const key = method === 'POST' ? (headers['idempotency-key'] ?? '') : '';
	if (key.length > 255) throw badRequest('Idempotency-Key', 'at most 255 characters');
	return key === '' ? null : key;
};

/** A text that is the same for requests with the same path and input. */
const fingerprintOf = ({ path }: ScoringRoute, input: unknown): string => hashOf([path, input]);

/** A request that is being handled. */
interface ScoringCall extends ApiRequest {
	method: string;
	path: string;
	requestId: string;
	/** Aborts when the client disconnects. */
	left: AbortSignal;
	/** Waits right before the work, while the slot is in use. Rejects if the client has disconnected. */
	pause(): Promise<void>;
}

/** An answer, and the credits that were charged for it. */
interface PaidAnswer {
	answer: Answer;
	credits: number;
}

/** A request that has passed all checks and can be carried out. */
interface Order {
	state: ScoringState;
	account: Account;
	route: ScoringRoute;
	input: unknown;
	asked: ScoringCall;
}

const enterSlot = async ({ state, account, route, asked }: Order): Promise<Leave> => {
	if (route.slots === undefined) return () => undefined;
	const lane = `${account.name} ${route.path}`;
	const { slotWaitMs } = state.behaviour;
	return state.slots.enter({ lane, limit: route.slots, waitMs: slotWaitMs, left: asked.left });
};

const work = async (order: Order): Promise<object> => {
	const { state, account, route, input, asked } = order;
	const leave = await enterSlot(order);
	const stopWork = state.load.startWork(route.path);
	try {
		await asked.pause();
		return route.perform(input, account);
	} finally {
		stopWork();
		leave();
	}
};

/** Does the work and charges the credits. A call that fails costs nothing (S-N22). */
const sell = async (order: Order): Promise<PaidAnswer> => {
	const { state, account, route, input, asked } = order;
	const credits = route.cost(input);
	const payment = account.reserve(credits);
	try {
		const answer = await work(order);
		const body = state.profile.views[route.path]?.({ ...answer }) ?? answer;
		payment.take({
			created_at: state.clock.now().toISOString(),
			endpoint: `${route.method} ${route.path}`,
			request_id: asked.requestId,
		});
		return { answer: { status: 200, body }, credits };
	} finally {
		payment.release();
	}
};

/** Carries a request out once for each idempotency key. A repeat gets the first answer for free (S-N23). */
const sellOnce = async (order: Order): Promise<PaidAnswer> => {
	const { account, route, input, asked } = order;
	const { idempotency, clock } = order.state;
	const key = idempotencyKey(route, asked);
	if (key === null || !order.state.profile.knowsKeys) return sell(order);
	const scope = `${account.name} ${key}`;
	const attempt = idempotency.claim(scope, fingerprintOf(route, input), clock.time());
	if (attempt.answer !== null) return { answer: attempt.answer, credits: 0 };
	try {
		const sold = await sell(order);
		idempotency.succeed(attempt, sold.answer);
		return sold;
	} catch (error) {
		idempotency.fail(scope, attempt, false);
		throw error;
	}
};

/**
 * Handles a request after authentication. The sandbox checks the rate limit, path and method, input, idempotency, credits and
 * slot in this order, and then the route does its work.
 *
 * @throws ApiFailure
 */
export const perform = async (
	state: ScoringState,
	account: Account,
	asked: ScoringCall,
): Promise<PaidAnswer> => {
	account.limiter.count(state.clock.time());
	const leave = account.limiter.enter();
	try {
		const route = matchRoute(asked.method, asked.path);
		return await sellOnce({ state, account, route, input: readInput(state, route, asked), asked });
	} finally {
		leave();
	}
};
