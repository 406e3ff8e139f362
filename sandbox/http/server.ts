import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerControl } from '../control/answerControl';
import type { Controls } from '../control/createControls';
import type { SandboxState } from '../state';
import { answerApi } from './exchange';

const host = '127.0.0.1';

const isControl = (path: string): boolean =>
	path === '/' || path === '/favicon.ico' || /^\/sandbox(\/|$)/.test(path);

/** Anything but a path (an absolute address, or the `*` of OPTIONS) leads nowhere. */
const urlOf = ({ url = '' }: IncomingMessage): URL =>
	new URL(`http://${host}${url.startsWith('/') ? url : '/not-a-path'}`);

/** Lets a server listen on 127.0.0.1. @throws Error when the port is taken. */
export const open = (server: Server, port: number): Promise<Server> =>
	new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
			server.off('error', reject);
			resolve(server);
		});
	});

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
	const server = createServer((request, response) => void answer(request, response));
	return open(server, port);
};
