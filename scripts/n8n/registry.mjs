import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { ensureInstalled } from '../install.mjs';
import { readTail, startProcess } from '../lib/child-process.mjs';
import { inRepository } from '../lib/paths.mjs';
import { freePorts } from '../lib/ports.mjs';
import { waitFor } from '../lib/wait.mjs';
import { cleanEnvironment } from './environment.mjs';
import { n8nNode } from './install.mjs';

const run = promisify(execFile);

const START_WITHIN_MS = 60_000;
const program = inRepository('runtimes', 'registry', 'node_modules', 'verdaccio', 'bin', 'verdaccio');

/**
 * A running npm registry (Verdaccio).
 *
 * @typedef {object} RunningRegistry
 * @property {string} url
 * @property {import('../lib/child-process.mjs').RunningProcess} process
 * @property {(tarball: string) => Promise<void>} publish publishes a version, which becomes `latest`
 */

/**
 * Starts an empty npm registry on 127.0.0.1 that uses no other registry. Installs it first if it's missing.
 *
 * @param {{ folder: string, logFile: string, publicUrl: string }} options `folder`: for published packages. `publicUrl`: the
 *   registry's address for its users
 * @returns {Promise<RunningRegistry>}
 * @throws {Error} with the end of its log if it ends or doesn't answer
 */
export async function startRegistry({ folder, logFile, publicUrl }) {
	await ensureInstalled(inRepository('runtimes', 'registry'), {
		title: 'Installing the registry of the tests (once)',
	});
	mkdirSync(folder, { recursive: true });
	const [port = 0] = await freePorts([0]);
	const url = `http://127.0.0.1:${port}`;
	const args = [program, '--listen', url, '--config', writeSettings(folder)];
	// Verdaccio needs a newer Node.js than this repository. n8n's folder has one.
	const running = startProcess(n8nNode, args, {
		env: { ...cleanEnvironment(), VERDACCIO_PUBLIC_URL: publicUrl },
		logFile,
		cwd: folder,
	});
	const probe = async () => {
		if (running.hasEnded()) throw new Error(`The registry ended while starting:\n${readTail(logFile)}`);
		return (await fetch(`${url}/-/ping`).catch(() => undefined))?.ok || undefined;
	};
	await waitFor('The registry did not get ready', probe, { timeoutMs: START_WITHIN_MS });
	return { url, process: running, publish: (tarball) => publish(tarball, url) };
}

/**
 * Writes the settings as JSON, which is valid YAML.
 *
 * @param {string} folder
 * @returns {string} path of the settings file
 */
function writeSettings(folder) {
	const file = path.join(folder, 'settings.yaml');
	const settings = {
		storage: path.join(folder, 'storage'),
		auth: { htpasswd: { file: path.join(folder, 'users'), max_users: -1 } },
		uplinks: {},
		packages: { '**': { access: '$all', publish: '$all' } },
		web: { enable: false },
		log: { type: 'stdout', format: 'pretty', level: 'http' },
	};
	writeFileSync(file, JSON.stringify(settings));
	return file;
}

/**
 * @param {string} tarball
 * @param {string} url of the registry
 */
async function publish(tarball, url) {
	// npm needs a token to publish. This registry accepts any token.
	const token = `--//${new URL(url).host}/:_authToken=any`;
	await run(
		'npm',
		['publish', tarball, '--registry', url, '--noproxy', '127.0.0.1', '--tag', 'latest', token],
		{
			cwd: path.dirname(tarball),
			shell: process.platform === 'win32',
		},
	);
}
