const path = require('node:path');

/** The modules that this package and its tests share with n8n. */
const FROM_N8N = /^(n8n-core|n8n-workflow|zod|luxon|reflect-metadata|@n8n\/di)(\/|$)/;

/** An import that names a compiled file. */
const COMPILED = /^(\.{1,2}\/.*)\.js$/;

const root = path.resolve(__dirname, '../..');
const n8nFolder = path.resolve(root, process.env.TEST_N8N_FOLDER ?? '.');
const sources = ['nodes', 'client', 'credentials'].map((folder) => path.join(root, folder));

/** @param {string} folder */
const isSource = (folder) =>
	sources.some((source) => folder === source || folder.startsWith(source + path.sep));

/**
 * Resolves modules as Jest does, with two exceptions. An import of what gets published names the compiled file, and the tests run its
 * source. Files of this repository get n8n's modules from the n8n in TEST_N8N_FOLDER. Those in a `node_modules` folder get their own.
 *
 * @type {import('jest-resolve').SyncResolver}
 */
module.exports = (request, options) => {
	const [, name] = isSource(options.basedir) ? (COMPILED.exec(request) ?? []) : [];
	if (name !== undefined) return options.defaultResolver(`${name}.ts`, options);
	const isOurs = !options.basedir.split(path.sep).includes('node_modules');
	const basedir = isOurs && FROM_N8N.test(request) ? n8nFolder : options.basedir;
	return options.defaultResolver(request, basedir === options.basedir ? options : { ...options, basedir });
};
