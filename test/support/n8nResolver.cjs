const path = require('node:path');

/** What this package and its tests take from n8n. */
const FROM_N8N = /^(n8n-core|n8n-workflow|zod|luxon|reflect-metadata|@n8n\/di)(\/|$)/;

const root = path.resolve(__dirname, '../..');
const n8nFolder = path.resolve(root, process.env.TEST_N8N_FOLDER ?? '.');

/**
 * Jest's own way to a module, but sources of this repository take n8n's modules from the n8n that TEST_N8N_FOLDER names.
 * What stands in a `node_modules` folder finds its own.
 *
 * @type {import('jest-resolve').SyncResolver}
 */
module.exports = (request, options) => {
	const isOurs = !options.basedir.split(path.sep).includes('node_modules');
	const basedir = isOurs && FROM_N8N.test(request) ? n8nFolder : options.basedir;
	return options.defaultResolver(request, { ...options, basedir });
};
