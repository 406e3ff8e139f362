import { attachService, closeServer, openServer, originOf, portOf } from '../http/server';
import { controlRoutes, createControls, type ScoringSandbox } from './controls';
import { resolveScoringOptions } from './options';
import { page } from './page';
import { scoringService } from './service';
import { ScoringState } from './state';
import type { ScoringSandboxOptions } from './types';

export type { ScoringSandbox } from './controls';

export { scoringSeed } from './seed';
export type { ScoringKeyName, ScoringSeed } from './seed';
export type {
	EnvelopeStyle,
	InFlight,
	PlanLimits,
	PlanName,
	RetryAfterPlace,
	ScoringAccount,
	ScoringActivity,
	ScoringBehaviour,
	ScoringPath,
	ScoringRequest,
	ScoringSandboxOptions,
} from './types';

/**
 * Starts a sandbox of the scoring API on 127.0.0.1. It implements the contract strictly and shares no code with the client.
 *
 * A malformed request is a 400, because S-N19 names no other status for it. An idempotency key that was used with another
 * request is a 422, or a 409 while the first request is still running.
 *
 * @throws Error if the port is in use.
 */
export const startScoringSandbox = async (options: ScoringSandboxOptions = {}): Promise<ScoringSandbox> => {
	const settings = resolveScoringOptions(options);
	const server = await openServer(settings.port);
	const state = new ScoringState(settings);
	const controls = createControls(state);
	const panel = { page, routes: controlRoutes, context: { state, controls } };
	attachService(server, scoringService(state), panel);
	return {
		...controls,
		url: originOf(server),
		port: portOf(server),
		get inFlight() {
			return state.load.view();
		},
		close: () => closeServer(server),
	};
};
