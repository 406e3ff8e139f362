import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Servers on this machine that answer in place of hosts, and the environment variables with which n8n asks them.
 *
 * @typedef {{ settings: NodeJS.ProcessEnv, stop: () => Promise<void> }} HostStandIn
 */

/**
 * Starts a proxy that answers in place of hosts, with a certificate for them, and refuses all other hosts. n8n's own nodes then
 * run as they are, even if their credential has no address.
 *
 * @param {{ folder: string, hosts: Record<string, string> }} options `folder`: for the certificate. `hosts`: by the name of each
 *   host, the address of the server that answers
 * @returns {Promise<HostStandIn>}
 * @throws {Error} if OpenSSL is missing
 */
export async function startHostStandIn({ folder, hosts }) {
	const names = Object.keys(hosts);
	const certificate = await createCertificate(folder, names);
	const tls = https.createServer(certificate, (request, response) => {
		pass(request, response, hosts[request.headers.host ?? ''] ?? '');
	});
	const proxy = http.createServer((_request, response) => response.writeHead(403).end());
	proxy.on('connect', (/** @type {http.IncomingMessage} */ { url }, socket) => {
		if (!names.some((name) => url === `${name}:443`)) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		return tls.emit('connection', socket);
	});
	await new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(undefined)));
	const { port } = /** @type {import('node:net').AddressInfo} */ (proxy.address());
	return {
		settings: { ...proxySettings(`http://127.0.0.1:${port}`), NODE_EXTRA_CA_CERTS: certificate.file },
		stop: async () => {
			tls.closeAllConnections();
			await new Promise((resolve) => proxy.close(resolve).closeAllConnections());
		},
	};
}

/** @param {string} url */
function proxySettings(url) {
	const settings = { HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: '127.0.0.1,localhost' };
	// Some programs read the upper-case names, others the lower-case ones.
	const lowerCase = Object.entries(settings).map(([name, value]) => [name.toLowerCase(), value]);
	return { ...settings, ...Object.fromEntries(lowerCase) };
}

/**
 * @param {string} folder
 * @param {string[]} hosts
 * @returns {Promise<{ key: Buffer, cert: Buffer, file: string }>} self-signed, for those hosts
 */
async function createCertificate(folder, hosts) {
	const keyFile = path.join(folder, 'key.pem');
	const file = path.join(folder, 'certificate.pem');
	const alternatives = hosts.map((host) => `DNS:${host}`).join(',');
	const names = ['-subj', `/CN=${hosts[0]}`, '-addext', `subjectAltName=${alternatives}`];
	const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile];
	await run('openssl', ['req', '-x509', '-days', '2', ...key, '-out', file, ...names]).catch((error) => {
		const advice = 'This test needs OpenSSL. Install it: sudo apt-get install openssl';
		throw new Error(advice, { cause: error });
	});
	return { key: readFileSync(keyFile), cert: readFileSync(file), file };
}

/**
 * Answers a request as another server does.
 *
 * @param {http.IncomingMessage} request
 * @param {http.ServerResponse} response
 * @param {string} serverUrl
 */
function pass(request, response, serverUrl) {
	const { method, headers } = request;
	const forwarded = http.request(`${serverUrl}${request.url}`, { method, headers }, (answer) => {
		response.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(response);
	});
	forwarded.on('error', () => response.destroy());
	request.pipe(forwarded);
}
