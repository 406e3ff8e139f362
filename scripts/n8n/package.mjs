import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { inRepository, rootFolder } from '../lib/paths.mjs';
import { pack, unpack } from '../lib/tarball.mjs';

/** @type {{ name: string, version: string }} */
const manifest = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'));

/** Name and version of the package, as it would be published. */
export const { name: PACKAGE_NAME, version: PACKAGE_VERSION } = manifest;

/** The type of the node Social Publishing as workflows name it. */
export const NODE_TYPE = `${manifest.name}.socialPublishing`;

/** The type of the node Content Scoring. */
export const SCORING_NODE_TYPE = `${manifest.name}.contentScoring`;

/**
 * Makes this repository a package of an n8n user folder by a link: after a build and a restart n8n has the new code.
 *
 * @param {string} userFolder
 */
export function linkPackage(userFolder) {
	const place = emptyPlace(userFolder);
	symlinkSync(rootFolder, place, 'junction');
}

/**
 * Puts into an n8n user folder exactly what would be published: packs the repository and unpacks the result. The node
 * then finds n8n-workflow and zod in n8n alone, as at a user's, provided that the folder is outside the repository.
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
 * @param {string} folder where the tarball is put
 * @param {string} version if it is not that of this repository, the tarball is packed again with that version in its
 *   package.json
 * @returns {string} path of the tarball
 */
export function packVersion(folder, version) {
	const tarball = pack(rootFolder, folder);
	if (version === PACKAGE_VERSION) return tarball;
	const packageFolder = mkdtempSync(path.join(folder, 'contents-'));
	unpack(tarball, packageFolder);
	const manifestFile = path.join(packageFolder, 'package.json');
	const packed = JSON.parse(readFileSync(manifestFile, 'utf8'));
	writeFileSync(manifestFile, JSON.stringify({ ...packed, version }));
	return pack(packageFolder, folder);
}

/**
 * @param {string} userFolder
 * @returns {string} where n8n looks for the package; nothing stands there
 */
function emptyPlace(userFolder) {
	const place = path.join(userFolder, '.n8n', 'nodes', 'node_modules', manifest.name);
	mkdirSync(path.dirname(place), { recursive: true });
	rmSync(place, { recursive: true, force: true });
	return place;
}
