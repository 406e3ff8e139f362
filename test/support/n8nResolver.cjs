const path = require('node:path');

/** The modules that this package and its tests share with n8n. */
const FROM_N8N = /^(n8n-core|n8n-workflow|zod|luxon|reflect-metadata|@n8n\/di)(\/|$)/;

const root = path.resolve(__dirname, '../..');
const n8nFolder = path.resolve(root, process.env.TEST_N8N_FOLDER ?? '.');

/**
 * Resolves modules as Jest does, but sources of this repository get n8n's modules from the n8n in TEST_N8N_FOLDER. Files in
 * a `node_modules` folder get their own.
 *
 * @type {import('jest-resolve').SyncResolver}
 */
module.exports = (request, options) => {
	const isOurs = !options.basedir.split(path.sep).includes('node_modules');
	const basedir = isOurs && FROM_N8N.test(request) ? n8nFolder : options.basedir;
	return options.defaultResolver(request, { ...options, basedir });
};
