import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerControl } from '../control/answerControl';
import type { Controls } from '../control/createControls';
import type { SandboxState } from '../state';
import { answerApi } from './exchange';
import { isControl, open, urlOf } from './listening';

/**
 * Listens on 127.0.0.1. Page and controls have paths of their own, need no key and are no part of the contract.
 *
 * @throws Error when the port is taken.
 */
export const listen = (state: SandboxState, controls: Controls, port: number): Promise<Server> => {
	const answer = (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const url = urlOf(request);
		return isControl(url.pathname)
			? answerControl(state, controls, url, request, response)
			: answerApi(state, url, request, response);
	};
	const server = createServer((request, response) => {
		response.once('close', state.log.begin());
		void answer(request, response);
	});
	return open(server, port);
};
