import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { promisify } from 'node:util';

import { cleanEnvironment } from '../../../scripts/n8n/environment.mjs';

const run = promisify(execFile);

/**
 * The registry that npm uses by default, as n8n does.
 *
 * @param {string} folder without settings of npm
 * @returns {string} address without a trailing slash
 */
export function readUsualRegistry(folder) {
	const output = execFileSync('npm', ['config', 'get', 'registry'], {
		cwd: folder,
		env: { ...cleanEnvironment(), ...npmSettings(folder) },
		stdio: ['ignore', 'pipe', 'ignore'],
		shell: process.platform === 'win32',
	});
	return output.toString().trim().replace(/\/$/, '');
}

/**
 * Environment variables that make npm ignore the settings of this machine and keep its cache in a folder.
 *
 * @param {string} folder
 */
const npmSettings = (folder) => ({
	// Neither file exists.
	npm_config_userconfig: path.join(folder, 'npmrc-of-user'),
	npm_config_globalconfig: path.join(folder, 'npmrc-of-machine'),
	npm_config_cache: path.join(folder, 'npm-cache'),
	npm_config_update_notifier: 'false',
});

/**
 * Replaces npm's registry with a proxy that answers in its place and refuses all other hosts. n8n's own setting for another
 * registry needs a license, which most users don't have.
 *
 * @param {{ folder: string, usualUrl: string, registryUrl: string }} options `registryUrl`: address of the registry that answers
 * @returns {Promise<{ settings: NodeJS.ProcessEnv, stop: () => Promise<void> }>} `settings`: the environment variables that
 *   make n8n and npm use it
 * @throws {Error} if OpenSSL is missing
 */
export async function startStandIn({ folder, usualUrl, registryUrl }) {
	const { hostname } = new URL(usualUrl);
	const certificate = await createCertificate(folder, hostname);
	const tls = https.createServer(certificate, (request, response) => pass(request, response, registryUrl));
	const proxy = http.createServer((_request, response) => response.writeHead(403).end());
	proxy.on('connect', (/** @type {http.IncomingMessage} */ { url }, socket) => {
		if (url !== `${hostname}:443`) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		return tls.emit('connection', socket);
	});
	await new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(undefined)));
	const { port } = /** @type {import('node:net').AddressInfo} */ (proxy.address());
	return {
		settings: {
			...proxySettings(`http://127.0.0.1:${port}`),
			...npmSettings(folder),
			NODE_EXTRA_CA_CERTS: certificate.file,
		},
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
 * @param {string} host
 * @returns {Promise<{ key: Buffer, cert: Buffer, file: string }>} self-signed, for that host
 */
async function createCertificate(folder, host) {
	const keyFile = path.join(folder, 'key.pem');
	const file = path.join(folder, 'certificate.pem');
	const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
	const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile];
	await run('openssl', ['req', '-x509', '-days', '2', ...key, '-out', file, ...names]).catch((error) => {
		const advice = 'The installation test needs OpenSSL. Install it: sudo apt-get install openssl';
		throw new Error(advice, { cause: error });
	});
	return { key: readFileSync(keyFile), cert: readFileSync(file), file };
}

/**
 * Answers a request as the registry does.
 *
 * @param {http.IncomingMessage} request
 * @param {http.ServerResponse} response
 * @param {string} registryUrl
 */
function pass(request, response, registryUrl) {
	const { method, headers } = request;
	const forwarded = http.request(`${registryUrl}${request.url}`, { method, headers }, (answer) => {
		response.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(response);
	});
	forwarded.on('error', () => response.destroy());
	request.pipe(forwarded);
}
