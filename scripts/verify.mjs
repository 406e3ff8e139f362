import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execPath, exit } from 'node:process';
import { parseArgs, promisify } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { placeholdersLeft } from './lib/placeholders.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';
import { exitWithMessage } from './lib/run-step.mjs';
import { pack, unpack } from './lib/tarball.mjs';

// Checks what n8n's verification requires and no test or lint rule covers: verify [tarball] [--quick]. Packs dist/ if there is
// no tarball in the arguments. --quick leaves out the two builds. Ends with code 1 if a check fails.

/** A check. `find` returns what is wrong. @typedef {{ title: string, find: () => Promise<string[]> }} Point */

/** The files that decide what is in the tarball. */
const SOURCES = [
	...[
		'nodes',
		'credentials',
		'client',
		'icons',
		'scripts',
		'gulpfile.js',
		'tsconfig.json',
		'tsconfig.build.json',
	],
	...['package.json', '.npmrc', 'README.md', 'LICENSE', 'CHANGELOG.md'],
];

/** Builds the package in the current folder. Its node_modules is a link, so nothing must be installed there. */
const BUILD = "import { buildPackage } from './scripts/lib/build-package.mjs'; await buildPackage();";

/** Two builds with different folders, time zones and languages. */
const BUILDERS = [
	{ name: 'a', env: { TZ: 'UTC', LC_ALL: 'C' } },
	{ name: 'another builder/far away', env: { TZ: 'Asia/Tokyo', LC_ALL: 'C.UTF-8' } },
];

const run = promisify(execFile);
const { values, positionals } = parseArgs({
	options: { quick: { type: 'boolean', default: false } },
	allowPositionals: true,
});
if (!existsSync(inRepository('dist'))) {
	console.error('There is no dist folder to check. Run "npm run build" first.');
	exit(1);
}
await ensureInstalled(rootFolder).catch(exitWithMessage);
const temporary = await mkdtemp(path.join(tmpdir(), 'verify-'));
try {
	const tarball = positionals[0] ?? pack(rootFolder, temporary);
	/** @type {Point[]} */
	const points = [
		{ title: "n8n's scan passes on the source", find: scanSource },
		{ title: "n8n's scan passes on the tarball", find: () => scanTarball(tarball) },
		{ title: 'Two builds in separate folders produce the same tarball', find: compareBuilds },
	];
	const failed = await check(values.quick ? points.slice(0, -1) : points);
	for (const task of ownersTasks()) console.log(`☐ owner: ${task}`);
	process.exitCode = failed === 0 ? 0 : 1;
} finally {
	await rm(temporary, { recursive: true, force: true });
}

/**
 * Runs all checks and prints what is wrong.
 *
 * @param {Point[]} points
 * @returns {Promise<number>} how many failed
 */
async function check(points) {
	let failed = 0;
	for (const { title, find } of points) {
		const problems = await find().catch((/** @type {Error} */ error) => [error.message]);
		const lines = [`${problems.length === 0 ? '✔' : '✖'} ${title}`, ...problems];
		console.log(lines.join('\n').replaceAll('\n', '\n    '));
		if (problems.length > 0) failed++;
	}
	console.log(`${points.length} checks, ${failed} failed`);
	return failed;
}

async function scanSource() {
	const { SOURCE_FILE_PATTERNS } = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	return await scan(rootFolder, SOURCE_FILE_PATTERNS);
}

/** @param {string} tarball */
async function scanTarball(tarball) {
	const unpacked = path.join(temporary, 'unpacked');
	unpack(tarball, unpacked);
	return await scan(unpacked, ['**/*.js', 'package.json']);
}

/**
 * Runs n8n's verification scan without a network. The scan's own command line accepts only published packages and always ends
 * with 0. So this checks its text, which must say only that the package passed.
 *
 * @param {string} folder with the source, or with the unpacked tarball
 * @param {string[]} patterns of the files to scan
 * @returns {Promise<string[]>} its findings, or none if n8n would accept the package
 */
async function scan(folder, patterns) {
	// Import it here, because it was installed only now.
	const { analyzePackage } = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const { passed, message, details } = await analyzePackage(folder, patterns);
	const words = [message, details].filter((text) => typeof text === 'string' && text !== '').map(String);
	return passed || words.length > 0 ? words : ['The scan failed and does not say why.'];
}

/** Builds the package in two folders at the same time, and compares the tarballs. */
async function compareBuilds() {
	const sums = await Promise.all(
		BUILDERS.map(
			async ({ name, env }) =>
				await buildIn(path.join(temporary, name, 'package'), { ...process.env, ...env }),
		),
	);
	return new Set(sums).size === 1 ? [] : [`The SHA-256 sums are ${sums.join(' and ')}`];
}

/**
 * @param {string} folder is created, and the package is built and packed in it
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>} SHA-256 of the tarball
 */
async function buildIn(folder, env) {
	await mkdir(folder, { recursive: true });
	for (const name of SOURCES) await cp(inRepository(name), path.join(folder, name), { recursive: true });
	const packages = path.join(folder, 'node_modules');
	await symlink(inRepository('node_modules'), packages, 'junction');
	await run(execPath, ['--input-type=module', '--eval', BUILD], { cwd: folder, env });
	// npm would read every package there to find bundled ones, of which there are none.
	await unlink(packages);
	const tarball = pack(folder, path.dirname(folder), env);
	return createHash('sha256').update(readFileSync(tarball)).digest('hex');
}

/**
 * What only the owner can do and no check can cover.
 *
 * @returns {string[]}
 */
function ownersTasks() {
	return [
		...placeholdersLeft().map((problem) => `${problem}. Put the real one there`),
		'The names of the nodes and credentials are those that the users of the services know',
		'The repository is public, and package.json has its address',
		'Author and maintainer are the same at npm and in the repository',
		'At npm, the repository and publish.yml are the trusted publisher of the package',
		"n8n has no node for this service yet, and the nodes aren't for logic or flow control",
		"The package is submitted for verification in n8n's creator portal",
	];
}
