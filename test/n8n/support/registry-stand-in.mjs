import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { cleanEnvironment } from '../../../scripts/n8n/environment.mjs';
import { startHostStandIn } from './host-stand-in.mjs';

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
 * Replaces npm's registry with a server that answers in its place, and refuses all other hosts. n8n's own setting for another
 * registry needs a license, which most users don't have.
 *
 * @param {{ folder: string, usualUrl: string, registryUrl: string }} options `registryUrl`: address of the registry that answers
 * @returns {Promise<import('./host-stand-in.mjs').HostStandIn>} `settings` are also those of npm
 * @throws {Error} if OpenSSL is missing
 */
export async function startStandIn({ folder, usualUrl, registryUrl }) {
	const { hostname } = new URL(usualUrl);
	const { settings, stop } = await startHostStandIn({ folder, hosts: { [hostname]: registryUrl } });
	return { settings: { ...settings, ...npmSettings(folder) }, stop };
}
