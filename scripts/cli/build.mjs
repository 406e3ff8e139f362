import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { argv, execPath } from 'node:process';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from '../install.mjs';
import { inRepository, rootFolder } from '../lib/paths.mjs';
import { exitWithMessage, runStep } from '../lib/run-step.mjs';

/** The folder of the package. */
export const cliFolder = inRepository('cli');

/** The command line as the package holds it. */
export const cliProgram = inRepository('cli', 'dist', 'scoring.cjs');

/** @param {string[]} parts */
const modules = (...parts) => inRepository('cli', 'node_modules', ...parts);

/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync(inRepository('cli', 'package.json'), 'utf8'));

/** What every bundle has in common: the errors keep the names of their classes. */
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

/** What only some commands need, and what takes the longest to load, is a file of its own. */
const client = './library/scoringLibrary.js';

const bundles = [
	{ entry: 'library/index.ts', file: 'dist/index.cjs', more: ['--format=cjs'] },
	{ entry: 'library/index.ts', file: 'dist/index.mjs', more: ['--format=esm'] },
	{ entry: 'main.ts', file: 'dist/scoring.cjs', more: ['--format=cjs', `--external:${client}`] },
	{ entry: 'library/scoringLibrary.ts', file: `dist/${client}`, more: ['--format=cjs'] },
];

/**
 * Bundles one file of the command line's package.
 *
 * @param {{ entry: string, file: string, more: string[] }} bundle paths from its folder, and further options of esbuild
 */
export async function bundle({ entry, file, more }) {
	const args = [modules('esbuild', 'bin', 'esbuild'), entry, `--outfile=${file}`, ...bundling, ...more];
	await runStep(`Bundling ${path.basename(file)}`, execPath, args, { cwd: cliFolder });
}

/** Packages that the bundles hold, with the place of their licences. */
const bundled = [
	{ name: 'commander', licence: modules('commander', 'LICENSE') },
	{ name: 'zod', licence: inRepository('node_modules', 'zod', 'LICENSE') },
];

/** Installs what the command line is built with: packages of its own, and zod of the repository's. */
export async function ensureCliPackages() {
	await ensureInstalled(rootFolder);
	await ensureInstalled(cliFolder, { title: 'Installing packages of the command line (once)' });
}

/** Builds the package of the scoring command line into cli/dist/, from nothing. */
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

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
	await buildCli().catch(exitWithMessage);
}
