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

/** The Node.js that runs n8n. n8n needs a newer version than this repository, so its folder contains one. */
export const n8nNode = path.join(nodeFolder, process.platform === 'win32' ? 'node.exe' : 'node');

/** The file that starts n8n. */
export const n8nBinary = path.join(modules, 'n8n', 'bin', 'n8n');

/**
 * Installs n8n into `runtimes/n8n/`, or into the folder in TEST_N8N_FOLDER: its packages according to the lockfile, its Node.js
 * and its native modules. This takes some minutes the first time. A marker file records that the installation is complete, so
 * later calls return immediately.
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
	markInstalled();
}

/** Records that n8n is completely installed. */
export const markInstalled = () => writeFileSync(marker, installationFingerprint());

/** Whether n8n is completely installed: its packages, its Node.js and its native modules. */
export const isN8nInstalled = () =>
	existsSync(marker) && readFileSync(marker, 'utf8') === installationFingerprint();

/** Installs only n8n's packages, for tests that use its modules but don't start n8n. */
export async function ensureN8nPackages() {
	await ensureInstalled(folder, { title: 'Installing n8n (once, about three minutes)' });
}

/** A text that changes with the lockfile and with what native modules depend on. */
function installationFingerprint() {
	const hash = createHash('sha256')
		.update(readFileSync(path.join(folder, 'package-lock.json')))
		.digest('hex');
	return `${hash} ${process.platform} ${process.arch}\n`;
}

const nativeModulesLoad = () => succeeds(['-e', "require('sqlite3'); require('isolated-vm')"]);

/** @param {string[]} args arguments for n8n's Node.js */
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
	// The folder's .npmrc turns install scripts off. Only the packages listed here run theirs.
	await runStep(title, 'npm', ['rebuild', ...packages, '--ignore-scripts=false'], {
		cwd: folder,
		// Compile modules on all cores if that is necessary.
		env: { ...process.env, PATH: searchPath, JOBS: 'max' },
	});
}
