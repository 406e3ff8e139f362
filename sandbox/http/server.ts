import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const host = '127.0.0.1';

/** Lets a server listen on 127.0.0.1. @throws Error when the port is taken. */
export const open = (server: Server, port: number): Promise<Server> =>
	new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
			server.off('error', reject);
			resolve(server);
		});
	});

/** Ends open connections and stops listening. */
export const closeServer = (server: Server): Promise<void> =>
	new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});

/** The port that a server listens on. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** `http://127.0.0.1:PORT`, without a trailing slash. */
export const originOf = (server: Server): string => `http://${host}:${portOf(server)}`;

/** Where a request leads; anything but a path (an absolute address, or the `*` of OPTIONS) leads nowhere. */
export const urlOf = ({ url = '' }: IncomingMessage): URL =>
	new URL(`http://${host}${url.startsWith('/') ? url : '/not-a-path'}`);

/** Whether a path belongs to page and controls, which need no key and are no part of a contract. */
export const isControl = (path: string): boolean =>
	path === '/' || path === '/favicon.ico' || /^\/sandbox(\/|$)/.test(path);
