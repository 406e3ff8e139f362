import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runStep } from './lib/run-step.mjs';

/**
 * Installs a folder's packages by its lockfile, unless they stand there already. Uses nothing but Node's own modules,
 * so it works before the first installation.
 *
 * @param {string} folder folder with package.json and package-lock.json
 * @param {{ title?: string }} [options] title: words for the progress line
 * @returns {Promise<boolean>} whether something was installed
 * @throws {import('./lib/run-step.mjs').StepError} with the end of npm's output
 */
export async function ensureInstalled(folder, { title = 'Installing packages' } = {}) {
	if (isInstalled(folder)) return false;
	await runStep(title, 'npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
	return true;
}

/**
 * Whether every package of a folder's lockfile stands there in the version that the lockfile names.
 * Optional packages may be missing: those of other platforms are.
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
 * @param {string} file a package-lock.json, or npm's own record of what it installed
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function readPackages(file) {
	return JSON.parse(readFileSync(file, 'utf8')).packages;
}
