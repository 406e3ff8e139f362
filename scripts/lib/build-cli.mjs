import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execPath, platform } from 'node:process';
import { ensureInstalled } from '../install.mjs';
import { inRepository, rootFolder } from './paths.mjs';
import { runStep } from './run-step.mjs';

/** The folder of the package. */
const cliFolder = inRepository('cli');

/** The built command line of the package. */
export const cliProgram = inRepository('cli', 'dist', 'scoring.cjs');

/** @param {string[]} parts */
const modules = (...parts) => inRepository('cli', 'node_modules', ...parts);

/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync(inRepository('cli', 'package.json'), 'utf8'));

/** Options that all bundles share. Errors keep the names of their classes. */
const bundling = [
	'--bundle',
	'--platform=node',
	'--target=node18',
	'--minify-syntax',
	'--minify-whitespace',
	'--keep-names',
	'--legal-comments=none',
	`--define:PACKAGE_VERSION="${version}"`,
	'--log-level=warning',
];

/** A separate file for code that loads slowly and that only some commands need. */
const client = './library/scoringLibrary.js';

const bundles = [
	{ entry: 'library/index.ts', file: 'dist/index.cjs', more: ['--format=cjs'] },
	{ entry: 'library/index.ts', file: 'dist/index.mjs', more: ['--format=esm'] },
	{
		entry: 'main.ts',
		file: 'dist/scoring.cjs',
		// Loading the client with require instead of import() saves the program 50 ms, a quarter of its time.
		more: ['--format=cjs', `--external:${client}`, '--supported:dynamic-import=false'],
	},
	{ entry: 'library/scoringLibrary.ts', file: `dist/${client}`, more: ['--format=cjs'] },
];

/**
 * Bundles one file of the command line's package.
 *
 * @param {{ entry: string, file: string, more: string[] }} bundle paths in its folder, and more options for esbuild
 */
async function bundle({ entry, file, more }) {
	const args = [modules('esbuild', 'bin', 'esbuild'), entry, `--outfile=${file}`, ...bundling, ...more];
	await runStep(`Bundling ${path.basename(file)}`, execPath, args, { cwd: cliFolder });
}

/** Bundled packages, with the paths of their license files. */
const bundled = [
	{ name: 'commander', licence: modules('commander', 'LICENSE') },
	{ name: 'zod', licence: inRepository('node_modules', 'zod', 'LICENSE') },
];

/** Installs the packages that the build of the command line needs: its own packages, and the repository's zod. */
export async function ensureCliPackages() {
	await ensureInstalled(rootFolder);
	await ensureInstalled(cliFolder, { title: 'Installing packages of the command line (once)' });
}

/** Builds the package of the scoring command line into cli/dist/, starting with an empty folder. */
export async function buildCli() {
	await ensureCliPackages();
	rmSync(inRepository('cli', 'dist'), { recursive: true, force: true });
	for (const each of bundles) await bundle(each);
	const dist = (/** @type {string} */ file) => inRepository('cli', 'dist', file);
	const generator = modules('dts-bundle-generator', 'dist', 'bin', 'dts-bundle-generator.js');
	const typing = ['--no-check', '--no-banner', '--project', 'tsconfig.types.json', '-o', dist('index.d.cts')];
	await runStep('Bundling the types', execPath, [generator, ...typing, 'library/index.ts'], {
		cwd: cliFolder,
	});
	copyFileSync(dist('index.d.cts'), dist('index.d.mts'));
	writeFileSync(cliProgram, `#!/usr/bin/env node\n${readFileSync(cliProgram, 'utf8')}`);
	writeFileSync(dist('THIRD-PARTY.txt'), bundled.map(notice).join('\n\n'));
}

/** @param {{ name: string, licence: string }} entry */
const notice = ({ name, licence }) =>
	`This package holds code of ${name}:\n\n${readFileSync(licence, 'utf8')}`;

const binaryFolder = inRepository('build', 'scoring');

/** The command line as one executable file, which contains Node.js. */
export const cliBinary = path.join(binaryFolder, platform === 'win32' ? 'scoring.exe' : 'scoring');

const isMac = platform === 'darwin';

/** The marker in Node's executable that shows where a program can be added. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * Adds the built command line to a copy of the Node.js that runs this script. On macOS, this breaks Node's signature, so the
 * copy is signed on this machine.
 */
export async function buildCliBinary() {
	await ensureCliPackages();
	rmSync(binaryFolder, { recursive: true, force: true });
	mkdirSync(binaryFolder, { recursive: true });
	const blob = await prepareProgram();
	copyFileSync(execPath, cliBinary);
	chmodSync(cliBinary, 0o755);
	if (isMac) await runStep('Removing the signature', 'codesign', ['--remove-signature', cliBinary]);
	const postject = path.join(cliFolder, 'node_modules', 'postject', 'dist', 'cli.js');
	const place = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
	const args = [postject, cliBinary, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse, ...place];
	await runStep('Putting it into Node', execPath, args);
	if (isMac) await runStep('Signing', 'codesign', ['--sign', '-', cliBinary]);
	console.log(`${cliBinary}: ${(statSync(cliBinary).size / 1e6).toFixed(0)} MB`);
}

/** @returns {Promise<string>} the file to add to Node.js, which contains the program and its V8 code cache */
async function prepareProgram() {
	const main = path.join(binaryFolder, 'program.cjs');
	const output = path.join(binaryFolder, 'sea.blob');
	const config = path.join(binaryFolder, 'sea.json');
	await bundle({ entry: 'main.ts', file: main, more: ['--format=cjs'] });
	const settings = { main, output, disableExperimentalSEAWarning: true, useCodeCache: true };
	writeFileSync(config, JSON.stringify(settings));
	await runStep('Preparing the program', execPath, ['--experimental-sea-config', config]);
	return output;
}
