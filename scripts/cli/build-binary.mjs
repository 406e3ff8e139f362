import { chmodSync, copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { argv, execPath, platform } from 'node:process';
import { pathToFileURL } from 'node:url';
import { inRepository } from '../lib/paths.mjs';
import { exitWithMessage, runStep } from '../lib/run-step.mjs';
import { bundle, cliFolder, ensureCliPackages } from './build.mjs';

const folder = inRepository('build', 'scoring');

/** The command line as one file that needs no Node: this Node with the program inside. */
export const cliBinary = path.join(folder, platform === 'win32' ? 'scoring.exe' : 'scoring');

const isMac = platform === 'darwin';

/** The mark in Node's own binary behind which a program may stand. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * Puts the built command line into a copy of the Node that runs this script. A signed Node (macOS) loses its signature by
 * it and gets one of this machine's own.
 */
export async function buildBinary() {
	await ensureCliPackages();
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const blob = await prepareProgram();
	copyFileSync(execPath, cliBinary);
	chmodSync(cliBinary, 0o755);
	if (isMac) await runStep('Removing the signature', 'codesign', ['--remove-signature', cliBinary]);
	const postject = path.join(cliFolder, 'node_modules', 'postject', 'dist', 'cli.js');
	const place = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
	const args = [postject, cliBinary, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse, ...place];
	await runStep('Putting it into Node', execPath, args);
	if (isMac) await runStep('Signing', 'codesign', ['--sign', '-', cliBinary]);
}

/** @returns {Promise<string>} the file that goes into Node: all of the program, with what V8 has made of it */
async function prepareProgram() {
	const main = path.join(folder, 'program.cjs');
	const output = path.join(folder, 'sea.blob');
	const config = path.join(folder, 'sea.json');
	await bundle({ entry: 'main.ts', file: main, more: ['--format=cjs'] });
	const settings = { main, output, disableExperimentalSEAWarning: true, useCodeCache: true };
	writeFileSync(config, JSON.stringify(settings));
	await runStep('Preparing the program', execPath, ['--experimental-sea-config', config]);
	return output;
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
	await buildBinary().catch(exitWithMessage);
	console.log(`${cliBinary}: ${(statSync(cliBinary).size / 1e6).toFixed(0)} MB`);
}
