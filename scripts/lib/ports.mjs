import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to servers without a wanted one. Such a server can't take a port that was found free. */
const LOWEST = 10_000;
const HIGHEST = 29_999;
const TRIES = 100;

/**
 * Finds free ports on 127.0.0.1. Uses each preferred port if it's free, and otherwise any free one. All ports are different.
 *
 * @param {readonly number[]} preferred 0 means any free port
 * @returns {Promise<number[]>} in the order of `preferred`
 */
export async function freePorts(preferred) {
	const servers = [];
	for (const port of preferred) {
		const wanted = port === 0 ? undefined : await listen(port).catch(() => undefined);
		servers.push(wanted ?? (await listenAnywhere()));
	}
	const ports = servers.map(portOf);
	await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
	return ports;
}

/** @returns {Promise<import('node:net').Server>} */
async function listenAnywhere() {
	for (let tries = 1; tries < TRIES; tries++) {
		const server = await listen(randomInt(LOWEST, HIGHEST + 1)).catch(() => undefined);
		if (server) return server;
	}
	return await listen(0);
}

/**
 * @param {number} port
 * @returns {Promise<import('node:net').Server>}
 */
function listen(port) {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => resolve(server));
	});
}

/** @param {import('node:net').Server} server */
function portOf(server) {
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port');
	return address.port;
}
