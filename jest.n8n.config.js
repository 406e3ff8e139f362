const base = require('./jest.config.js');

/** Tests against a real n8n, one after the other: they share one n8n process, started before the first. */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/n8n/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/screens/'],
	setupFiles: [],
	globalSetup: '<rootDir>/test/n8n/support/setup.mjs',
	globalTeardown: '<rootDir>/test/n8n/support/teardown.mjs',
	setupFilesAfterEnv: ['<rootDir>/test/n8n/support/watch.ts'],
	testEnvironment: '<rootDir>/test/n8n/support/environment.mjs',
	maxWorkers: 1,
	testTimeout: 300_000,
};
