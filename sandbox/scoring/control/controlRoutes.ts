import { z } from 'zod/v4';
import { faultBody } from '../../control/bodies';
import { moveClock } from '../../control/moveClock';
import type { ControlRequest, ControlRoute } from '../../control/performControl';
import { read } from '../../http/schema';
import type { ScoringState } from '../state';
import { envelopeStyles, retryAfterPlaces } from '../types';
import type { ScoringControls } from './createControls';

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

const stateOf = ({ state, controls }: ControlCall) => ({
	now: controls.clock.now().toISOString(),
	behaviour: state.behaviour,
	accounts: controls.accounts(),
	inFlight: state.load.view(),
	requestCount: controls.requests.length,
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
export const controlRoutes: readonly ControlRoute<ControlContext>[] = [
	{ method: 'GET', path: /^\/state$/, perform: stateOf },
	{ method: 'GET', path: /^\/seed$/, perform: ({ controls }) => controls.seed },
	{ method: 'GET', path: /^\/requests$/, perform: ({ controls }) => controls.requests },
	{ method: 'POST', path: /^\/credits$/, perform: setCredits },
	{ method: 'POST', path: /^\/keys\/revoke$/, perform: revoke },
	{ method: 'POST', path: /^\/behaviour$/, perform: change },
	{ method: 'POST', path: /^\/clock$/, perform: moveClock },
	{
		method: 'POST',
		path: /^\/faults$/,
		perform: ({ controls, body }) => controls.faults.add(read(faultBody, body)),
	},
	{ method: 'DELETE', path: /^\/faults$/, perform: ({ controls }) => controls.faults.clear() },
	{ method: 'POST', path: /^\/reset$/, perform: ({ controls }) => controls.reset() },
];
