const base = require('./jest.config.js');

/** About what n8n before 2 does not have. */
const onlyNewer = [
	// Polls with a time of their own.
	'<rootDir>/test/trigger/changeFeed.test.ts',
	// An object storage that is a package of its own.
	'<rootDir>/test/nodes/media/storage.test.ts',
	// How n8n runs tools and what it gives them.
	'<rootDir>/test/nodes/shared/repeatedCalls.test.ts',
	// The setting that keeps nodes from private addresses.
	'<rootDir>/test/nodes/media/privateAddress.test.ts',
];

/** The tests of nodes and trigger, in n8n-core, n8n-workflow, zod and luxon of the n8n that TEST_N8N_FOLDER names. */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/{nodes,trigger}/**/*.test.ts'],
	testPathIgnorePatterns: [...base.testPathIgnorePatterns, ...onlyNewer],
	resolver: '<rootDir>/test/support/n8nResolver.cjs',
};
