import { createServer, type Server } from 'node:http';
import { open } from '../http/listening';
import type { SandboxState } from '../state';
import { answerStorage } from './storageExchange';

/**
 * Opens the storage, a server of its own: other than the API it takes no key. It answers once it is attached.
 *
 * @throws Error when the port is taken.
 */
export const openStorage = (port: number): Promise<Server> => {
	const server = createServer();
	// A part may take as long as its connection does.
	server.requestTimeout = 0;
	return open(server, port);
};

/** Lets a storage answer with what a sandbox knows. */
export const attachStorage = (server: Server, state: SandboxState): void => {
	server.on('connection', (socket) => {
		state.storage.connections += 1;
		socket.once('close', () => (state.storage.connections -= 1));
	});
	server.on('request', (request, response) => void answerStorage(state, request, response));
};
