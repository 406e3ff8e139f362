import type { Server, ServerResponse } from 'node:http';
import { publishingService } from './api/service';
import { controlRoutes } from './control/controlRoutes';
import { createControls, type Controls } from './control/controls';
import { page } from './control/page';
import type { Sandbox } from './controls';
import { attachService, closeServer, openServer, originOf, portOf } from './http/server';
import { attachStorage, openStorage } from './media/storage';
import { documentsOf } from './page/documents';
import { resolveOptions, type SandboxOptions } from './options';
import { SandboxState } from './state';

/** Adds what only the servers know to the controls. */
const withServers = (controls: Controls, state: SandboxState, server: Server, storage: Server): Sandbox => ({
	...controls,
	get requestPeak() {
		return controls.requestPeak;
	},
	url: originOf(server),
	port: portOf(server),
	storageUrl: state.addresses.storageUrl,
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

/** Starts a sandbox with its state, its two servers and its controls. */
export const openSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
	const settings = resolveOptions(options);
	const storage = await openStorage(settings.storage.port);
	const server = await openServer(settings.port).catch(async (error: unknown) => {
		await closeServer(storage);
		throw error;
	});
	const state = new SandboxState(settings, { storageUrl: originOf(storage), siteUrl: originOf(server) });
	attachStorage(storage, state);
	const controls = createControls(state);
	const panel = {
		page,
		routes: controlRoutes,
		context: { state, controls },
		document: documentsOf(state),
	};
	attachService(server, publishingService(state), panel);
	server.prependListener('request', (_request, response: ServerResponse) =>
		response.once('close', state.log.begin()),
	);
	return withServers(controls, state, server, storage);
};
