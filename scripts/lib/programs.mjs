import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

import { runStep } from './run-step.mjs';

/** The folders in which the shell searches for programs. */
export const searchPath = () => (process.env.PATH ?? '').split(path.delimiter);

/** @param {string} file */
export function isExecutable(file) {
	if (file === '') return false;
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/**
 * Finds something. If it isn't there, installs Debian packages for it, but only if that is possible without asking (as root on
 * Debian or a similar system).
 *
 * @template T
 * @param {() => T | undefined} find
 * @param {{ name: string, packages: string[] }} wanted `name`: for the progress line
 * @returns {Promise<T | undefined>} undefined if it isn't there and can't be installed this way
 * @throws {import('./run-step.mjs').StepError} if the installation fails
 */
export async function findOrInstall(find, { name, packages }) {
	if (find() === undefined && canInstall()) {
		// At run level 1, init scripts don't start the services that get installed.
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
		await runStep('Reading the package lists', 'apt-get', ['update'], { env });
		await runStep(`Installing ${name}`, 'apt-get', ['install', '-y', '--no-upgrade', ...packages], { env });
	}
	return find();
}

const canInstall = () => existsSync('/etc/debian_version') && process.getuid?.() === 0;
