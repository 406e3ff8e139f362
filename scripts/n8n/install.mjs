import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { ensureInstalled } from '../install.mjs';
import { runStep } from '../lib/run-step.mjs';
import { n8nFolder as folder } from './versions.mjs';

const run = promisify(execFile);

const modules = path.join(folder, 'node_modules');
const marker = path.join(modules, '.ready');
const nodeFolder = path.join(modules, 'node', 'bin');

/** The Node binary that runs n8n: n8n asks for a newer one than this repository does, so its folder brings its own. */
export const n8nNode = path.join(nodeFolder, process.platform === 'win32' ? 'node.exe' : 'node');

/** n8n's own start file. */
export const n8nBinary = path.join(modules, 'n8n', 'bin', 'n8n');

/**
 * Installs the full n8n application into `runtimes/n8n/`, or into the folder that TEST_N8N_FOLDER names, unless it is there and
 * complete: packages by the lockfile, its Node binary and its native modules. Takes some minutes the first time and no time afterwards (a marker file remembers it).
 *
 * @throws {import('../lib/run-step.mjs').StepError} with the end of npm's output
 */
export async function ensureN8n() {
	if (isN8nInstalled()) return;
	await ensureN8nPackages();
	if (!(await succeeds(['--version']))) await rebuild('Fetching the Node version that n8n needs', ['node']);
	if (!(await nativeModulesLoad())) {
		await rebuild('Building the native modules of n8n (once, up to two minutes)', ['sqlite3', 'isolated-vm']);
	}
	if (!(await nativeModulesLoad())) {
		throw new Error(
			`The native modules of n8n were built, but do not load. Delete ${modules} and start again.`,
		);
	}
	writeFileSync(marker, installationFingerprint());
}

/** Whether all of n8n is there: its packages by the lockfile, its Node binary and its native modules. */
export const isN8nInstalled = () =>
	existsSync(marker) && readFileSync(marker, 'utf8') === installationFingerprint();

/** Installs the packages of n8n alone, for tests that use its modules and start no n8n. */
export async function ensureN8nPackages() {
	await ensureInstalled(folder, { title: 'Installing n8n (once, about three minutes)' });
}

/** Changes with the lockfile and with what native modules depend on. */
function installationFingerprint() {
	const hash = createHash('sha256')
		.update(readFileSync(path.join(folder, 'package-lock.json')))
		.digest('hex');
	return `${hash} ${process.platform} ${process.arch}\n`;
}

const nativeModulesLoad = () => succeeds(['-e', "require('sqlite3'); require('isolated-vm')"]);

/** @param {string[]} args arguments for n8n's Node */
async function succeeds(args) {
	try {
		await run(n8nNode, args, { cwd: folder });
		return true;
	} catch {
		return false;
	}
}

/**
 * @param {string} title
 * @param {string[]} packages
 */
async function rebuild(title, packages) {
	const searchPath = `${nodeFolder}${path.delimiter}${process.env.PATH ?? ''}`;
	// The folder's .npmrc switches install scripts off, so that only the packages named here run theirs.
	await runStep(title, 'npm', ['rebuild', ...packages, '--ignore-scripts=false'], {
		cwd: folder,
		// Where a module has to be compiled, on all cores.
		env: { ...process.env, PATH: searchPath, JOBS: 'max' },
	});
}
