import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerControl } from './control/controlRoutes';
import { createControls, type Controls } from './control/controls';
import type { Sandbox } from './controls';
import { answerApi } from './http/exchange';
import { closeServer, isControl, open, originOf, portOf, urlOf } from './http/server';
import { attachStorage, openStorage } from './media/storage';
import { resolveOptions, type SandboxOptions } from './options';
import { SandboxState } from './state';

/** The controls, with what only the servers know. */
const withServers = (controls: Controls, state: SandboxState, server: Server, storage: Server): Sandbox => ({
	...controls,
	get requestPeak() {
		return controls.requestPeak;
	},
	url: originOf(server),
	port: portOf(server),
	storageUrl: state.storageUrl,
	storageRequests: state.storage.requests,
	get storagePeak() {
		return state.storage.peak;
	},
	get storageConnections() {
		return state.storageConnections;
	},
	close: async () => {
		await Promise.all([closeServer(server), closeServer(storage)]);
	},
});

/** Page and controls have paths of their own, need no key and are no part of the contract. */
const listen = (state: SandboxState, controls: Controls, port: number): Promise<Server> => {
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

/** Opens a sandbox: its memory, its two servers and its controls. */
export const openSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
	const settings = resolveOptions(options);
	const storage = await openStorage(settings.storage.port);
	const state = new SandboxState(settings, originOf(storage));
	attachStorage(storage, state);
	const controls = createControls(state);
	const server = await listen(state, controls, settings.port).catch(async (error: unknown) => {
		await closeServer(storage);
		throw error;
	});
	return withServers(controls, state, server, storage);
};
