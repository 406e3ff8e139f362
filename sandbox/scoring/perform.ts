import { ApiFailure, type Answer } from '../http/answers';
import { hashOf } from '../http/json';
import { readJsonBody, readQuery, type ApiRequest } from '../http/requests';
import { read } from '../http/schema';
import type { Account } from './accounts';
import { matchRoute, type ScoringRoute } from './routes';
import type { Leave } from './slots';
import type { ScoringState } from './state';

/** 400: the request is not as the contract has it. */
const badRequest = (field: string, message: string): ApiFailure =>
	new ApiFailure(400, 'invalid_request', `${field}: ${message}`);

/** A request of the wrong shape is 400 here, not 422, which this service knows for other things only (S-N19). */
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

/** Body or query, read strictly: an unknown property or parameter is refused. @throws ApiFailure 400, 413 */
const readInput = (route: ScoringRoute, request: ApiRequest): unknown =>
	asBadRequest(() => read(route.input, rawInput(route, request)));

/** The idempotency key of a POST; null for none (S-N23). @throws ApiFailure 400 when it is too long. */
const idempotencyKey = ({ method }: ScoringRoute, { headers }: ApiRequest): string | null => {
	const key = method === 'POST' ? (headers['idempotency-key'] ?? '') : '';
	if (key.length > 255) throw badRequest('Idempotency-Key', 'at most 255 characters');
	return key === '' ? null : key;
};

/** What a request asks for, the same for the same content. */
const fingerprintOf = ({ path }: ScoringRoute, input: unknown): string => hashOf([path, input]);

/** A call on its way through the service. */
interface ScoringCall extends ApiRequest {
	method: string;
	path: string;
	requestId: string;
	/** Aborts when the client leaves. */
	left: AbortSignal;
	/** Waits right before the work, while the slot is taken. Rejects when the client has left. */
	pause(): Promise<void>;
}

/** An answer, and the credits that it took. */
interface PaidAnswer {
	answer: Answer;
	credits: number;
}

/** A call that was read and is ready to be sold. */
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

/** Does the work and takes the credits; a call that fails costs nothing (S-N22). */
const sell = async (order: Order): Promise<PaidAnswer> => {
	const { state, account, route, input, asked } = order;
	const credits = route.cost(input);
	const payment = account.reserve(credits);
	try {
		const body = await work(order);
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

/** Sells once under a key: a repeat gets the first answer for nothing (S-N23). */
const sellOnce = async (order: Order): Promise<PaidAnswer> => {
	const { account, route, input, asked } = order;
	const { idempotency, clock } = order.state;
	const key = idempotencyKey(route, asked);
	if (key === null) return sell(order);
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
 * Everything between authentication and the answer, in the sandbox's order: rate limit, path and method, body or query,
 * idempotency, credits, slot, then the route's own work.
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
		return await sellOnce({ state, account, route, input: readInput(route, asked), asked });
	} finally {
		leave();
	}
};
