import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { performControl } from '../control/performControl';
import { closeServer, isControl, open, originOf, portOf, urlOf } from '../http/listening';
import { respond } from '../http/respond';
import { controlRoutes } from './control/controlRoutes';
import { createControls, type ScoringControls } from './control/createControls';
import { answerScoring } from './http/exchange';
import { resolveScoringOptions } from './options';
import { ScoringState } from './state';
import type { ScoringSandbox, ScoringSandboxOptions } from './types';

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

/** Opens a scoring sandbox: its memory, its server and its controls. */
export const openScoringSandbox = async (options: ScoringSandboxOptions): Promise<ScoringSandbox> => {
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
