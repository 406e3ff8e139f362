import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runStep } from './lib/run-step.mjs';

/**
 * Installs a folder's packages according to its lockfile, unless they are already installed. Imports only Node's own modules,
 * so that it works before the first installation.
 *
 * @param {string} folder folder with package.json and package-lock.json
 * @param {{ title?: string }} [options] title: text of the progress line
 * @returns {Promise<boolean>} whether something was installed
 * @throws {import('./lib/run-step.mjs').StepError} with the end of npm's output
 */
export async function ensureInstalled(folder, { title = 'Installing packages' } = {}) {
	if (isInstalled(folder)) return false;
	const howFar = () => countInstalled(folder);
	await runStep(title, 'npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, howFar });
	return true;
}

/**
 * Counts the packages that npm has unpacked so far.
 *
 * @param {string} folder
 */
function countInstalled(folder) {
	const locations = Object.entries(readPackages(path.join(folder, 'package-lock.json')))
		.filter(
			([location, { os, cpu }]) => location !== '' && isFor(os, process.platform) && isFor(cpu, process.arch),
		)
		.map(([location]) => location);
	const done = locations.filter((location) => existsSync(path.join(folder, location, 'package.json')));
	return `${done.length} of ${locations.length} packages`;
}

/**
 * @param {string[]} names platforms that a package is for, or none for all
 * @param {string} name
 */
const isFor = (names = [], name) => names.length === 0 || names.includes(name);

/**
 * Whether every package of a folder's lockfile is installed in the right version. Optional packages can be missing, because
 * some are only for other platforms.
 *
 * @param {string} folder
 */
export function isInstalled(folder) {
	const installedFile = path.join(folder, 'node_modules', '.package-lock.json');
	if (!existsSync(installedFile)) return false;
	const installed = readPackages(installedFile);
	const wanted = Object.entries(readPackages(path.join(folder, 'package-lock.json')));
	return wanted
		.filter(([location, entry]) => location !== '' && !entry.optional)
		.every(([location, entry]) => installed[location]?.version === entry.version);
}

/**
 * Reads the packages of a lockfile.
 *
 * @param {string} file a package-lock.json, or npm's own list of installed packages
 * @returns {Record<string, { version?: string, optional?: boolean, os?: string[], cpu?: string[] }>}
 */
function readPackages(file) {
	return JSON.parse(readFileSync(file, 'utf8')).packages;
}
