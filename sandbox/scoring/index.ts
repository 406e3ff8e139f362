import { closeServer, originOf, portOf, serve } from '../http/server';
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
 * Starts a sandbox of the scoring API on 127.0.0.1: an independent, strict reading of the contract over node:http.
 *
 * A request of the wrong shape is 400, as S-N19 names no other status for it; only an idempotency key that comes again
 * with another request is 422, and 409 while the first request under it still runs.
 *
 * @throws Error when the port is taken.
 */
export const startScoringSandbox = async (options: ScoringSandboxOptions = {}): Promise<ScoringSandbox> => {
	const settings = resolveScoringOptions(options);
	const state = new ScoringState(settings);
	const controls = createControls(state);
	const panel = { page, routes: controlRoutes, context: { state, controls } };
	const server = await serve(scoringService(state), panel, settings.port);
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
