import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { respond } from './answers';
import { answerControl, isControl, type ControlPanel } from './controls';
import { answerRequest, type Service } from './exchange';
import { urlOf } from './requests';

const host = '127.0.0.1';

/** Starts a server on 127.0.0.1. @throws Error if the port is in use. */
export const open = (server: Server, port: number): Promise<Server> =>
	new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
			server.off('error', reject);
			resolve(server);
		});
	});

/** Starts a server that answers requests after {@link attachService}. @throws Error if the port is in use. */
export const openServer = (port: number): Promise<Server> => {
	const server = createServer();
	// Node.js closes idle connections after five seconds. A test that is busy for longer would then write to a closed
	// connection.
	server.keepAliveTimeout = 60_000;
	return open(server, port);
};

/** Serves an API together with its page and controls. */
export const attachService = <Context>(
	server: Server,
	service: Service,
	panel: ControlPanel<Context>,
): void => {
	server.on('request', (request, response) => {
		const url = urlOf(request);
		if (!isControl(url.pathname)) void answerRequest(service, request, response);
		else void answerControl(panel, url, request).then((answer) => respond(response, answer));
	});
};

/** Closes open connections and stops listening. */
export const closeServer = (server: Server): Promise<void> =>
	new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});

/** The port that a server listens on. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** `http://127.0.0.1:PORT`, without a trailing slash. */
export const originOf = (server: Server): string => `http://${host}:${portOf(server)}`;
