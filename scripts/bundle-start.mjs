import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { requireLazily } from './lazy-requires.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';

const dist = inRepository('dist');

/** The file that holds the modules n8n loads at its start, each under its path from dist/, without its ending. */
const bundle = path.join(dist, 'loadedAtStart.js');

/** A module of ours in compiled code; it is named without its ending, and a folder stands for its index. */
const OWN_REQUIRE = /require\("(\.[^"]*)"\)/g;

/** Loads what n8n loads at its start, as n8n does, and prints which files of dist/ this took. */
const load = `
	const { credentials, nodes } = require('./package.json').n8n;
	const entries = [...credentials, ...nodes].map((file) => require.resolve('./' + file));
	for (const file of entries) for (const Class of Object.values(require(file))) new Class();
	const loaded = Object.keys(require.cache).filter((file) => file.startsWith(${JSON.stringify(dist + path.sep)}));
	console.log(JSON.stringify(loaded.filter((file) => !entries.includes(file))));
`;

/** @returns {Promise<string[]>} the modules that n8n's own entry points need at the start, sorted */
async function modulesAtStart() {
	const { stdout } = await promisify(execFile)(execPath, ['-e', load], { cwd: rootFolder });
	return JSON.parse(stdout).sort();
}

/** @param {string} file in dist/ */
const nameOf = (file) => path.relative(dist, file).split(path.sep).join('/').replace(/\.js$/, '');

/**
 * Which of the modules a file is, whose ending is left out; a folder stands for its index.
 *
 * @param {string} file in dist/
 * @param {Set<string>} names
 */
function moduleOf(file, names) {
	const name = nameOf(file);
	return [name, `${name}/index`].find((each) => names.has(each));
}

/**
 * Takes the modules from their sources. All others stay outside, where the bundle finds them beside itself.
 *
 * @param {Set<string>} names
 * @returns {import('esbuild').Plugin}
 */
const onlyModules = (names) => ({
	name: 'only the modules that load at the start',
	setup: ({ onResolve }) =>
		onResolve({ filter: /.*/ }, ({ path: wanted, resolveDir }) => {
			if (!wanted.startsWith('.')) return { path: wanted, external: true };
			const file = path.join(dist, path.relative(rootFolder, path.resolve(resolveDir, wanted)));
			const name = moduleOf(file, names);
			if (name) return { path: inRepository(`${name}.ts`) };
			return { path: `./${nameOf(file)}`, external: true };
		}),
});

/**
 * Puts the modules into one file.
 *
 * @param {Set<string>} names
 */
async function writeBundle(names) {
	const everyModule = [...names].map((name) => `export * as "${name}" from "./${name}";`).join('\n');
	const { outputFiles } = await build({
		stdin: { contents: everyModule, resolveDir: rootFolder },
		absWorkingDir: rootFolder,
		bundle: true,
		platform: 'node',
		target: 'es2022',
		write: false,
		logLevel: 'warning',
		plugins: [onlyModules(names)],
	});
	await writeFile(bundle, requireLazily(outputFiles[0]?.text ?? ''));
}

/**
 * Lets a file that stays outside take the modules from the bundle, so that there is one of each.
 *
 * @param {string} file
 * @param {Set<string>} names
 */
async function useBundle(file, names) {
	const folder = path.dirname(file);
	const place = path.relative(folder, bundle).split(path.sep).join('/');
	const code = await readFile(file, 'utf8');
	const changed = code.replace(OWN_REQUIRE, (call, wanted) => {
		const name = moduleOf(path.resolve(folder, wanted), names);
		return name ? `require("${place.startsWith('.') ? place : `./${place}`}")["${name}"]` : call;
	});
	if (changed !== code) await writeFile(file, changed);
}

/**
 * Puts all that n8n loads at its start into one file of dist/: a hundred small ones take it twice as long. The classes
 * of nodes and credentials stay where package.json says they are.
 */
export async function bundleWhatLoadsAtStart() {
	const modules = await modulesAtStart();
	const names = new Set(modules.map(nameOf));
	await writeBundle(names);
	await Promise.all(modules.map((file) => rm(file)));
	const files = await readdir(dist, { recursive: true });
	const others = files.filter((file) => file.endsWith('.js')).map((file) => path.join(dist, file));
	for (const file of others) if (file !== bundle) await useBundle(file, names);
}
