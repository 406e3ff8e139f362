import type { Server } from 'node:http';
import { createControls, type Controls } from './control/createControls';
import type { Sandbox } from './controls';
import { closeServer, originOf, portOf } from './http/listening';
import { listen } from './http/server';
import { attachStorage, openStorage } from './media/storageServer';
import { resolveOptions } from './options';
import { SandboxState } from './state';
import type { SandboxOptions } from './types';

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
		return state.storage.connections;
	},
	close: async () => {
		await Promise.all([closeServer(server), closeServer(storage)]);
	},
});

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
