import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { inRepository, rootFolder } from '../lib/paths.mjs';
import { pack, unpack } from '../lib/tarball.mjs';

/** @type {{ name: string, version: string }} */
const manifest = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'));

/** Name and version of the package, as it would be published. */
export const { name: PACKAGE_NAME, version: PACKAGE_VERSION } = manifest;

/** The type of the node Social Publishing in workflows. */
export const NODE_TYPE = `${manifest.name}.socialPublishing`;

/** The type of the node Content Scoring in workflows. */
export const SCORING_NODE_TYPE = `${manifest.name}.contentScoring`;

/**
 * Links this repository into an n8n user folder. After a build and a restart, n8n uses the new code.
 *
 * @param {string} userFolder
 */
export function linkPackage(userFolder) {
	const place = emptyPlace(userFolder);
	symlinkSync(rootFolder, place, 'junction');
}

/**
 * Installs exactly what would be published into an n8n user folder. If the folder is outside the repository, the node finds
 * n8n-workflow and zod only in n8n, as on a user's machine.
 *
 * @param {string} userFolder
 */
export function unpackPackage(userFolder) {
	const place = emptyPlace(userFolder);
	const tarball = pack(rootFolder, path.dirname(place));
	unpack(tarball, place);
	rmSync(tarball);
}

/**
 * Packs what would be published.
 *
 * @param {string} folder for the tarball
 * @param {string} version written to package.json in the tarball if it differs from this repository's version
 * @param {(packageFolder: string) => void} [change] changes the contents of another version
 * @returns {string} path of the tarball
 */
export function packVersion(folder, version, change = () => undefined) {
	const tarball = pack(rootFolder, folder);
	if (version === PACKAGE_VERSION) return tarball;
	const packageFolder = mkdtempSync(path.join(folder, 'contents-'));
	unpack(tarball, packageFolder);
	const manifestFile = path.join(packageFolder, 'package.json');
	const packed = JSON.parse(readFileSync(manifestFile, 'utf8'));
	writeFileSync(manifestFile, JSON.stringify({ ...packed, version }));
	change(packageFolder);
	return pack(packageFolder, folder);
}

/**
 * Empties the folder in which n8n looks for the package.
 *
 * @param {string} userFolder
 * @returns {string} path of the folder
 */
function emptyPlace(userFolder) {
	const place = path.join(userFolder, '.n8n', 'nodes', 'node_modules', manifest.name);
	mkdirSync(path.dirname(place), { recursive: true });
	rmSync(place, { recursive: true, force: true });
	return place;
}
