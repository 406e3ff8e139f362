import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

import { runStep } from './run-step.mjs';

/** The folders in which the shell looks for programs. */
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
 * Looks for something, and installs Debian's packages of it when it is not there and that is possible without asking
 * (Debian and its kin, as root).
 *
 * @template T
 * @param {() => T | undefined} find
 * @param {{ name: string, packages: string[] }} wanted `name`: for the progress line
 * @returns {Promise<T | undefined>} undefined when it is not there and cannot be installed so
 * @throws {import('./run-step.mjs').StepError} when the installation fails
 */
export async function findOrInstall(find, { name, packages }) {
	if (find() === undefined && canInstall()) {
		// Init scripts do not start the services that are installed when the run level is 1.
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
		await runStep('Reading the package lists', 'apt-get', ['update'], { env });
		await runStep(`Installing ${name}`, 'apt-get', ['install', '-y', '--no-upgrade', ...packages], { env });
	}
	return find();
}

const canInstall = () => existsSync('/etc/debian_version') && process.getuid?.() === 0;
