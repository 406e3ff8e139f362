import { z } from 'zod/v4';
import type { Clock } from '../http/clock';
import { moveClock, type ControlRequest, type ControlRoutes } from '../http/controls';
import { faultBody, type FaultSpec } from '../http/faults';
import { isRecord } from '../http/json';
import { read } from '../http/schema';
import { withSecret } from '../keySecret';
import { scoringSeed, type ScoringSeed } from './seed';
import type { ScoringState } from './state';
import {
	envelopeStyles,
	refusalForms,
	retryAfterPlaces,
	type InFlight,
	type ScoringAccount,
	type ScoringBehaviour,
	type ScoringPath,
	type ScoringRequest,
} from './types';

/** A running scoring sandbox and its controls. Identify a key by its name in the seed or by the key itself. */
export interface ScoringSandbox {
	/** `http://127.0.0.1:PORT`, without a trailing slash. */
	readonly url: string;
	readonly port: number;
	readonly seed: ScoringSeed;
	readonly clock: Clock;
	/**
	 * Scripted faults, as in the publishing sandbox. Error answers use the current `envelope` format. `dropAfter` and
	 * `statusAfter` act like a gateway that loses an answer, so the credits are charged and the idempotency key stores the
	 * answer.
	 */
	readonly faults: { add(fault: FaultSpec): void; clear(): void };
	/** The last 10,000 requests to the API, oldest first. */
	readonly requests: ScoringRequest[];
	readonly inFlight: Readonly<Record<ScoringPath | 'all', InFlight>>;
	accounts(): ScoringAccount[];
	/** @throws Error if the key doesn't exist. */
	account(key: string): ScoringAccount;
	readonly credits: { set(key: string, credits: number): void };
	readonly keys: { revoke(key: string): void };
	/** Changes the sandbox's behavior from now on. */
	change(behaviour: Partial<ScoringBehaviour>): void;
	/** Returns credits, faults, limits, idempotency keys, log and clock to the seed and the options. */
	reset(): void;
	/** Closes open connections and stops listening. */
	close(): Promise<void>;
}

/** The controls of a scoring sandbox, without those that need its server. */
type ScoringControls = Omit<ScoringSandbox, 'url' | 'port' | 'close' | 'inFlight'>;

/**
 * Creates the controls of {@link ScoringSandbox}. Tests call them directly, and the routes below `/sandbox/api` call them, too.
 */
export const createControls = (state: ScoringState): ScoringControls => ({
	seed: withSecret(scoringSeed, state.settings.keySecret),
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
	refusals: z.optional(z.enum(refusalForms)),
	latencyMs: z.optional(z.int().min(0)),
	slotWaitMs: z.optional(z.int().min(0)),
	requestIdHeader: z.optional(z.string()),
});

const shownRequests = 60;
const shownCharacters = 100;

/** The inputs of a request, with one line for each field. */
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

/** The HTTP routes of the controls, below `/sandbox/api`. They use JSON and need no API key. */
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
