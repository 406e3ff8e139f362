/** Tests that need no full n8n: real n8n-core contexts and real HTTP to local servers. */
module.exports = {
	rootDir: __dirname,
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/'],
	modulePathIgnorePatterns: [
		'<rootDir>/n8n/',
		'<rootDir>/n8n-1.123/',
		'<rootDir>/registry/',
		'<rootDir>/dist/',
		'<rootDir>/build/',
		'<rootDir>/.n8n-demo/',
	],
	setupFiles: ['<rootDir>/test/support/environment.ts'],
	transform: { '^.+\\.ts$': '<rootDir>/test/support/typescriptTransformer.cjs' },
	maxWorkers: 2,
	// n8n-core's timers keep what each test file has loaded; a worker that holds so much of it starts again.
	workerIdleMemoryLimit: '700MB',
	testTimeout: 20_000,
};
