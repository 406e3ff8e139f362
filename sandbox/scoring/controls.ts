import { z } from 'zod/v4';
import type { Clock } from '../http/clock';
import { moveClock, type ControlRequest, type ControlRoutes } from '../http/controls';
import { faultBody, type FaultSpec } from '../http/faults';
import { isRecord } from '../http/json';
import { read } from '../http/schema';
import { scoringSeed, type ScoringSeed } from './seed';
import type { ScoringState } from './state';
import {
	envelopeStyles,
	retryAfterPlaces,
	type InFlight,
	type ScoringAccount,
	type ScoringBehaviour,
	type ScoringPath,
	type ScoringRequest,
} from './types';

/** A running scoring sandbox and its controls. A key is named by its name in the seed, or by itself. */
export interface ScoringSandbox {
	/** `http://127.0.0.1:PORT`, without a trailing slash. */
	readonly url: string;
	readonly port: number;
	readonly seed: ScoringSeed;
	readonly clock: Clock;
	/**
	 * Scripted faults, as the publishing sandbox has them; one that answers uses the envelope set here. `dropAfter` and
	 * `statusAfter` stand for a gateway that loses an answer: the credits are taken and the idempotency key remembers.
	 */
	readonly faults: { add(fault: FaultSpec): void; clear(): void };
	/** The last 10,000 requests to the API, oldest first. */
	readonly requests: ScoringRequest[];
	readonly inFlight: Readonly<Record<ScoringPath | 'all', InFlight>>;
	accounts(): ScoringAccount[];
	/** @throws Error when there is no such key. */
	account(key: string): ScoringAccount;
	readonly credits: { set(key: string, credits: number): void };
	readonly keys: { revoke(key: string): void };
	/** Changes how it behaves from now on. */
	change(behaviour: Partial<ScoringBehaviour>): void;
	/** Back to the seed and the options: credits, faults, limits, idempotency, log and clock. */
	reset(): void;
	/** Ends open connections and stops listening. */
	close(): Promise<void>;
}

/** A scoring sandbox without its address: what can be looked at and moved from outside. */
type ScoringControls = Omit<ScoringSandbox, 'url' | 'port' | 'close' | 'inFlight'>;

/** The controls of {@link ScoringSandbox}, for tests in this process as well as for the paths under `/sandbox/api`. */
export const createControls = (state: ScoringState): ScoringControls => ({
	seed: scoringSeed,
	clock: state.clock,
	faults: {
		add: (fault) => state.faults.add(fault),
		clear: () => state.faults.clear(),
	},
	requests: state.log.requests,
	accounts: () => state.accounts.all().map((account) => account.view()),
	account: (key) => state.accounts.named(key).view(),
	credits: { set: (key, credits) => state.accounts.named(key).setCredits(credits) },
	keys: {
		revoke: (key) => {
			state.accounts.named(key).isRevoked = true;
		},
	},
	change: (behaviour) => Object.assign(state.behaviour, behaviour),
	reset: () => state.reset(),
});

interface ControlContext {
	state: ScoringState;
	controls: ScoringControls;
}

type ControlCall = ControlContext & ControlRequest;

const key = z.string().min(1);
const creditsBody = z.strictObject({ key, credits: z.int().min(0) });
const keyBody = z.strictObject({ key });

const behaviourBody = z.strictObject({
	envelope: z.optional(z.enum(envelopeStyles)),
	retryAfter: z.optional(z.enum(retryAfterPlaces)),
	latencyMs: z.optional(z.int().min(0)),
	slotWaitMs: z.optional(z.int().min(0)),
	requestIdHeader: z.optional(z.string()),
});

const shownRequests = 60;
const shownCharacters = 100;

/** What a request asked for, a line for each field. */
const askedFor = ({ query, body }: ScoringRequest): string[] =>
	Object.entries({ ...query, ...(isRecord(body) ? body : {}) }).map(([name, value]) => {
		const text = String(value);
		return `${name}: ${text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text}`;
	});

const viewRequest = (request: ScoringRequest) => {
	const { requestId, at, method, path, status, account, credits } = request;
	return { requestId, at, method, path, status, account, credits, asked: askedFor(request) };
};

const stateOf = ({ state, controls }: ControlCall) => ({
	now: controls.clock.now().toISOString(),
	behaviour: state.behaviour,
	accounts: controls.accounts(),
	inFlight: state.load.view(),
	requestCount: controls.requests.length,
	requests: controls.requests.slice(-shownRequests).reverse().map(viewRequest),
});

const setCredits = ({ controls, body }: ControlCall) => {
	const { key, credits } = read(creditsBody, body);
	controls.credits.set(key, credits);
	return controls.account(key);
};

const revoke = ({ controls, body }: ControlCall) => {
	const { key } = read(keyBody, body);
	controls.keys.revoke(key);
	return controls.account(key);
};

const change = ({ state, controls, body }: ControlCall) => {
	controls.change(read(behaviourBody, body));
	return state.behaviour;
};

/** The controls over HTTP, below `/sandbox/api`: JSON in, JSON out, no key. */
export const controlRoutes: ControlRoutes<ControlContext> = {
	'GET /state': stateOf,
	'GET /seed': ({ controls }) => controls.seed,
	'GET /requests': ({ controls }) => controls.requests,
	'POST /credits': setCredits,
	'POST /keys/revoke': revoke,
	'POST /behaviour': change,
	'POST /clock': moveClock,
	'POST /faults': ({ controls, body }) => controls.faults.add(read(faultBody, body)),
	'DELETE /faults': ({ controls }) => controls.faults.clear(),
	'POST /reset': ({ controls }) => controls.reset(),
};
