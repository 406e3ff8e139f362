import { execFile } from 'node:child_process';
import { cp, mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { pack, sha256 } from '../lib/package-files.mjs';

const run = promisify(execFile);

/** What the tarball is made of. */
const SOURCES = ['nodes', 'credentials', 'client', 'icons', 'scripts', 'gulpfile.js', 'tsconfig.json'];
const MORE = ['tsconfig.build.json', 'package.json', '.npmrc', 'README.md', 'LICENSE', 'CHANGELOG.md'];

/** Builds the package in the current folder, whose node_modules is a link: nothing may be installed there. */
const BUILD = "import { buildPackage } from './scripts/build.mjs'; await buildPackage();";

/** Two builders as different as one machine can have: place, time zone, language. */
const BUILDERS = [
	{ name: 'a', env: { TZ: 'UTC', LC_ALL: 'C' } },
	{ name: 'another builder/far away', env: { TZ: 'Asia/Tokyo', LC_ALL: 'C.UTF-8' } },
];

/**
 * Builds a package in a folder of its own, and packs it.
 *
 * @param {string} folder the package's
 * @param {string} place
 * @param {Record<string, string>} more environment variables
 * @returns {Promise<string>} SHA-256 of the tarball
 */
async function buildIn(folder, place, more) {
	await mkdir(place, { recursive: true });
	for (const name of [...SOURCES, ...MORE]) {
		await cp(path.join(folder, name), path.join(place, name), { recursive: true });
	}
	await symlink(path.join(folder, 'node_modules'), path.join(place, 'node_modules'), 'junction');
	const env = { ...process.env, ...more };
	await run(process.execPath, ['--input-type=module', '--eval', BUILD], { cwd: place, env });
	return await sha256(await pack(place, path.dirname(place), env));
}

/**
 * Builds a package twice, each time in a folder of its own, and compares the tarballs.
 *
 * @param {string} folder the package's
 * @param {string} temporary an empty folder
 * @returns {Promise<string[]>} what differs; empty when both are the same to the last bit
 */
export async function compareBuilds(folder, temporary) {
	/** @type {string[]} */
	const sums = [];
	for (const { name, env } of BUILDERS) {
		sums.push(await buildIn(folder, path.join(temporary, name, 'package'), env));
	}
	return new Set(sums).size === 1 ? [] : [`the SHA-256 sums are ${sums.join(' and ')}`];
}
