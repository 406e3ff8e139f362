const base = require('./jest.config.js');

/** Tests against a real n8n, one after the other: they share one n8n process. */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/n8n/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
	maxWorkers: 1,
	testTimeout: 300_000,
};
