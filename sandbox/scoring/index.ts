import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { respond } from '../http/answers';
import { performControl } from '../http/controls';
import { closeServer, isControl, open, originOf, portOf, urlOf } from '../http/server';
import { controlRoutes, createControls, type ScoringControls, type ScoringSandbox } from './controls';
import { answerScoring } from './exchange';
import { resolveScoringOptions } from './options';
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

const listen = (state: ScoringState, controls: ScoringControls, port: number): Promise<Server> => {
	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const url = urlOf(request);
		if (!isControl(url.pathname)) return answerScoring(state, url, request, response);
		respond(response, await performControl(controlRoutes, { state, controls }, url, request));
	};
	return open(
		createServer((request, response) => void answer(request, response)),
		port,
	);
};

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
	const server = await listen(state, controls, settings.port);
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
