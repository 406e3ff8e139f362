import { createServer } from 'node:net';

/**
 * Finds free ports on 127.0.0.1. Uses each preferred port if it's free, and otherwise a port that the system selects. All ports
 * are different.
 *
 * @param {readonly number[]} preferred 0 means any free port
 * @returns {Promise<number[]>} in the order of `preferred`
 */
export async function freePorts(preferred) {
	const servers = [];
	for (const port of preferred) servers.push(await listen(port).catch(() => listen(0)));
	const ports = servers.map(portOf);
	await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
	return ports;
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
